/**
 * The reference of the names that scenarios refer to: types of events of the log with their data, and the views of
 * `expect_state` (decision K137). `node docs/site/reference/write-helper-pages.ts` writes it.
 */
import { STATE_VIEWS } from '../../../src-server/contract/scenario/scenario-check-steps.ts';
import { type CataloguedEvent, readEventCatalogue } from '../../../src-server/runner/library/event-catalogue.ts';
import { headingAnchor } from '../heading-anchor.ts';
import { cell, code, type JsonSchema, memberTable, safe } from './describe-schema.ts';
import { exampleText } from './example-text.ts';
import { type Described, documentOf, type OpenApi } from './operation-pages.ts';

export const NAME_PAGE = 'docs/reference/events-and-views.md';

export function namePage(root: string): string {
  const events = readEventCatalogue(root);
  const control = documentOf('control');
  const views = Object.entries(STATE_VIEWS).map(([name, path]) => viewSection(name, path, control));
  const service = documentOf('form-b');
  const webhooks = Object.entries(service.webhooks ?? {}).map(([type, { post }]) =>
    webhookSection(type, post, service),
  );
  const list = events.map(({ type, meaning }) => `| [${code(type)}](#${headingAnchor(type)}) | ${cell(meaning)} |`);
  return `${[
    '# Names in scenarios',
    [
      'What [scenarios](../scenarios.md) look at: the entries of the event log, which `expect_event`, `expect_events`,',
      '`until: {event}`, `always` and `eventually` name by their types, the webhooks of `expect_webhook`, and the views of',
      '`expect_state`; the kinds of faults that a step `fault` sets, and what `request` and',
      '`control` can ask for.',
    ].join('\n'),
    '## Events',
    [
      'The data of an event is looked at by JSON pointers, as `data: { /order/side: buy }`. The tables below list the first',
      'entry of a list, `/positions/0`, and mean each of them; in a scenario, `/positions/0` is the first one. `ISIN` is any ISIN. Amounts are of the base currency of the portfolio where nothing else is said. What a',
      'policy or a bulk rebalance causes has `by` besides, which is `policy` or `bulk`.',
      '`npx ballast help events order.filled` prints the same.',
    ].join('\n'),
    ['| type | meaning |', '|---|---|', ...list].join('\n'),
    ...events.map(eventSection),
    '## Webhooks',
    [
      'What receivers get, which `expect_webhook: { type, body }` and `until: { webhook }` look at. Besides its body, each has the',
      'headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. In the tables, `[]` stands for the entries of a list.',
    ].join('\n'),
    ...webhooks,
    '## Views',
    [
      'A view is what the control plane answers; `body` looks at it by JSON pointers, as',
      '`body: { /holdings/0/isin: DE0007164600 }`.',
    ].join('\n'),
    ...views,
    '## Faults',
    [
      'The kinds of `fault` steps, of `world: { faults }` and of `POST /sim/faults`. Each also takes when it holds (`from`, `until`,',
      '`for`). Most take how much of what comes they hit (`share`, `count`), and those of the network `skip`, the first so many that they spare.',
    ].join('\n'),
    faultTable(control),
    '## Requests of a client',
    [
      'What `request` steps ask the service for, by form. `expect_journal` and faults of the network name them by their operations.',
    ].join('\n'),
    ...(['form-b', 'form-a'] as const).flatMap((form) => [
      `### Form ${form === 'form-b' ? 'B' : 'A'}`,
      operationTable(documentOf(form), true),
    ]),
    '## Control plane',
    [
      'What `control` steps ask for: `control: { method: POST, path: /keys, body: { account_id: default } }`. A member of the body',
      'with a `?` may be left out; an editor with the schema knows what is in each.',
    ].join('\n'),
    operationTable(control),
  ].join('\n\n')}\n`;
}

function eventSection({ type, meaning, fields, example }: CataloguedEvent): string {
  const rows = fields.map(({ pointer, type: kind, values, isAlways, meaning: what }) => {
    const texts = values === null ? kind : kind.replace('string', values.map(code).join(', '));
    return `| ${code(pointer)} | ${texts} | ${isAlways ? 'yes' : ''} | ${cell(what)} |`;
  });
  if (example === null) throw new Error(`no golden log of the library has ${type}`);
  const { file, at, data } = example;
  return [
    `### ${type}`,
    safe(meaning),
    ['| field | type | always | meaning |', '|---|---|---|---|', ...rows].join('\n'),
    `At ${at}, in ${code(file)}:`,
    exampleText(data),
  ].join('\n\n');
}

function viewSection(name: string, path: string, { paths, components }: OpenApi): string {
  const [, found] = Object.entries(paths).find(([each]) => each.replaceAll(/\{\w+\}/g, '{}') === path) ?? [];
  const media = found?.get?.responses['200']?.content?.['application/json'];
  if (media?.schema === undefined || media.example === undefined) throw new Error(`the view ${name} is not documented`);
  const isNamed = path.includes('{}');
  return [
    `### ${name}`,
    `${safe(found?.get?.summary ?? '')}: ${code(`expect_state: { ${name}: ${isNamed ? "'${name}'" : 'true'}, body: {} }`)} looks at ${code(`GET /sim${path.replace('{}', 'NAME')}`)}.`,
    memberTable(inlined(media.schema, components.schemas, []), (other) => `#${other.toLowerCase()}`),
    exampleText(media.example),
  ].join('\n\n');
}

function webhookSection(type: string, { summary = '', requestBody }: Described, { components }: OpenApi): string {
  const media = requestBody?.content?.['application/json'];
  if (media?.schema === undefined || media.example === undefined)
    throw new Error(`the webhook ${type} is not documented`);
  return [
    // Events of the log have the same names.
    `### ${type} {#webhook-${type.replaceAll(/[._]/g, '-')}}`,
    `${safe(summary)}.`,
    memberTable(inlined(media.schema, components.schemas, []), (other) => `#${other.toLowerCase()}`),
    exampleText(media.example),
  ].join('\n\n');
}

/** Members that faults of every kind have. */
const OF_EVERY_FAULT = ['kind', 'from', 'until', 'for', 'share', 'count', 'skip'];

function faultTable({ components }: OpenApi): string {
  const rows = (components.schemas.CreateFault?.oneOf ?? []).map(({ properties = {}, required = [] }) => {
    const { kind } = properties;
    const own = Object.entries(properties).flatMap(([name, { description }]) => {
      if (OF_EVERY_FAULT.includes(name)) return [];
      const what = description === undefined ? '' : `: ${uncapitalised(description)}`;
      return [`${code(name)}${required.includes(name) ? '' : ' (optional)'}${what}`];
    });
    return `| ${code(String(kind?.enum?.[0] ?? kind?.const))} | ${cell(kind?.description ?? '')} | ${own.map(cell).join('<br>')} |`;
  });
  if (rows.length === 0) throw new Error('faults are not documented');
  return ['| kind | what it does | takes |', '|---|---|---|', ...rows].join('\n');
}

/** `isNamed`: with the name of each operation. */
function operationTable({ paths, components }: OpenApi, isNamed = false): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', requestBody, operationId = '' }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      const { properties = {}, required = [] } = schema === undefined ? {} : inlined(schema, components.schemas, []);
      const members = Object.keys(properties).map((name) => code(required.includes(name) ? name : `${name}?`));
      const name = isNamed ? ` ${code(operationId)} |` : '';
      return `| ${code(`${method.toUpperCase()} ${path}`)} |${name} ${cell(summary)} | ${members.join(', ')} |`;
    }),
  );
  const head = isNamed
    ? ['| request | operation | what it does | members of the body |', '|---|---|---|---|']
    : ['| request | what it does | members of the body |', '|---|---|---|'];
  return [...head, ...rows].join('\n');
}

/** Except for abbreviations such as ISIN. */
function uncapitalised(sentence: string): string {
  return /^[A-Z](?![A-Z])/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** With the named parts inlined, except for recursive ones. */
function inlined(schema: JsonSchema, named: OpenApi['components']['schemas'], within: readonly string[]): JsonSchema {
  const { $ref, ...own } = schema;
  const name = $ref?.split('/').at(-1) ?? '';
  if (within.includes(name)) return { ...own, type: 'object' };
  const whole = $ref === undefined ? own : { ...named[name], ...own };
  const of = (part: JsonSchema) => inlined(part, named, $ref === undefined ? within : [...within, name]);
  return {
    ...whole,
    ...(whole.properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(whole.properties).map(([key, part]) => [key, of(part)])) }),
    ...(whole.items === undefined ? {} : { items: of(whole.items) }),
    ...(typeof whole.additionalProperties === 'object' ? { additionalProperties: of(whole.additionalProperties) } : {}),
    ...(whole.anyOf === undefined ? {} : { anyOf: whole.anyOf.map(of) }),
    ...(whole.oneOf === undefined ? {} : { oneOf: whole.oneOf.map(of) }),
    ...(whole.allOf === undefined ? {} : { allOf: whole.allOf.map(of) }),
  };
}

/**
 * The references of `ballast/testing` and of the Python client: every helper with its signature, its arguments and a
 * tested example, and the members of the objects among the arguments. `node docs/site/reference/write-helper-pages.ts`
 * writes both.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sayPortably } from '../../../src-server/contract/fields/plain-formats.ts';
import { code, type JsonSchema, memberTable, safe } from './describe-schema.ts';
import { ARGUMENTS, BODIES, NOT_SHOWN } from './helper-arguments.ts';
import { functionOf, type Helper, interfaceOf, methodsOf } from './helper-source.ts';

const HANDLE = 'src-server/testing/ballast-handle.ts';
const WORLDS = 'src-server/testing/worlds-handle.ts';
const PLAY = 'src-server/testing/play-scenario.ts';
const EXPLORE = 'src-server/testing/explore-client.ts';

/** A part of a page: a heading, the prefix of its helpers' names, and the helpers. */
interface Part {
  readonly title: string;
  readonly prefix: string;
  readonly helpers: readonly Helper[];
}

/** Pages by their path in the repository. */
export function helperPages(root: string): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/testing-helpers.md', testingPage(root)],
    ['docs/reference/python-helpers.md', pythonPage(root)],
  ]);
}

function testingPage(root: string): string {
  const of = (name: string, file = HANDLE) => interfaceOf(root, file, name).helpers;
  const parts: Part[] = [
    {
      title: 'Beginning',
      prefix: '',
      helpers: [
        functionOf(root, 'src-server/testing/start-ballast.ts', 'startBallast'),
        functionOf(root, 'src-server/testing/start-ballast.ts', 'connectBallast'),
        functionOf(root, PLAY, 'playScenario'),
        functionOf(root, EXPLORE, 'exploreClient'),
      ],
    },
    { title: 'Requests and the server', prefix: '', helpers: of('Ballast') },
    { title: 'Time', prefix: '', helpers: of('ClockClient') },
    { title: 'Faults and stubs', prefix: '', helpers: of('FaultClient') },
    { title: 'A fault or stub that was set', prefix: 'fault.', helpers: of('FaultHandle') },
    { title: 'The market', prefix: 'market.', helpers: of('MarketClient') },
    { title: 'A sink', prefix: 'sink.', helpers: of('SinkClient') },
    { title: 'Records', prefix: '', helpers: of('RecordClient') },
    { title: 'Portfolios and the world', prefix: '', helpers: of('WorldClient') },
    { title: 'Worlds', prefix: '', helpers: of('WorldsClient', WORLDS) },
  ];
  const examples = testingExamples(readFileSync(join(root, 'docs/site/reference/helper-examples.ts'), 'utf8'));
  const options = [optionsTable(root, PLAY, 'PlayOptions'), optionsTable(root, EXPLORE, 'ExploreOptions')];
  return [
    '# Helpers of ballast/testing',
    [
      '[Testing your client](../testing.md) is the guide. In the examples, `ballast` is a server that `startBallast` started,',
      '`portfolioId` a portfolio of Form B with SAP and cash, `rebalanceId` a rebalance of it that is being executed, and `orderId`',
      'an order of that, which its exchange works on; `expect` is that of Vitest or Jest. Each of them is run by a test.',
    ].join('\n'),
    ...parts.map((part) => partText(part, { examples, nameOf: (name) => name, linkOf: (id) => anchor(id) })),
    '## What objects have',
    'Names of members are those of the interface. Members of schemas that are named here and not described are in the',
    '[reference of the control plane](http://127.0.0.1:4710/docs/reference/control/schemas.html), which every server has.',
    ...options,
    ...bodySections(),
  ]
    .join('\n\n')
    .concat('\n');
}

function pythonPage(root: string): string {
  const parts: Part[] = [
    { title: 'Beginning', prefix: 'server.', helpers: methodsOf(root, 'server.py', 'BallastServer') },
    { title: 'A world', prefix: 'world.', helpers: methodsOf(root, 'world.py', 'BallastWorld') },
    { title: 'A fault or stub that was set', prefix: 'fault.', helpers: methodsOf(root, 'handles.py', 'Fault') },
    { title: 'The market', prefix: 'market.', helpers: methodsOf(root, 'market.py', 'Market') },
    { title: 'A sink', prefix: 'sink.', helpers: methodsOf(root, 'handles.py', 'Sink') },
    { title: 'A snapshot', prefix: 'snapshot.', helpers: methodsOf(root, 'handles.py', 'Snapshot') },
  ];
  const examples = pythonExamples(readFileSync(join(root, 'clients/python/tests/test_examples.py'), 'utf8'));
  const linkOf = (id: string) => `testing-helpers.md${anchor(id)}`;
  return [
    '# Helpers of the Python client',
    [
      '[Ballast from Python](../../clients/python/README.md) is the guide. In the examples, `world` is a world, such as the fixture',
      '`ballast_world` is, `portfolio` the identifier of a portfolio of Form B with SAP and cash, `rebalance` that of a rebalance of',
      'it that is being executed, and `order` that of an order which its exchange works on. Each of them is run by a test.',
      'What objects have is described with the [helpers of ballast/testing](testing-helpers.md#what-objects-have).',
    ].join('\n'),
    ...parts.map((part) => partText(part, { examples, nameOf: camel, linkOf })),
  ]
    .join('\n\n')
    .concat('\n');
}

type Definitions = Readonly<Record<string, JsonSchema>>;

interface Spelling {
  readonly examples: ReadonlyMap<string, string>;
  /** Returns the JavaScript name of the argument or helper. */
  readonly nameOf: (name: string) => string;
  readonly linkOf: (body: string) => string;
}

/** Throws for a helper without a description or an example. */
function partText({ title, prefix, helpers }: Part, spelling: Spelling): string {
  const known = Map.groupBy(helpers, ({ name }) => name);
  const sections = [...known].map(([name, forms]) => {
    const [{ description } = { description: '' }] = forms;
    const full = prefix + name;
    const example = spelling.examples.get(full);
    if (description === '' || example === undefined) throw new Error(`${full} has no description or no example`);
    const signatures = forms.map(({ signature }) => code(signature)).join('\n');
    const text = [signatures, safe(description), ...argumentList(full, forms, spelling)].join('\n\n');
    return `### ${full}\n\n${text}\n\n~~~text\n${example}\n~~~`;
  });
  return [`## ${title}`, ...sections].join('\n\n');
}

/** Throws for an argument without a description. */
function argumentList(helper: string, forms: readonly Helper[], { nameOf, linkOf }: Spelling): string[] {
  const names = new Set(forms.flatMap(({ signature }) => argumentsOf(signature)));
  const lines = [...names].map((name) => {
    const [plain, called] = [nameOf(name), helper.split('.').map(nameOf).join('.')];
    const short = called.replace(/^\w+\./, '');
    const meaning = ARGUMENTS[`${called}.${plain}`] ?? ARGUMENTS[`${short}.${plain}`] ?? ARGUMENTS[plain];
    if (meaning === undefined) throw new Error(`${helper}: the argument ${name} has no meaning`);
    return `- ${code(name)}: ${meaning.replaceAll(/\{([A-Z]\w+)\}/g, (_all, id: string) => `[${id}](${linkOf(id)})`)}`;
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Returns the names of arguments; a destructured one is called options. */
function argumentsOf(signature: string): string[] {
  const [, inside = ''] = /^\w+(?:<[^(]*>)?\((.*)\)(?:: | -> )/.exec(signature) ?? [];
  let depth = 0;
  const flat = [...inside]
    .map((character) => {
      if (')]}>'.includes(character)) depth -= 1;
      const shown = depth === 0 ? character : '';
      if ('([{<'.includes(character)) depth += 1;
      return shown;
    })
    .join('');
  return flat
    .split(',')
    .map((each) => /^\s*(?:\.{3}|\*{1,2})?(\w+)/.exec(each)?.[1] ?? (each.includes('{') ? 'options' : ''))
    .filter((name) => name !== '');
}

/** Each is indented by two spaces, and its lines by four. */
function testingExamples(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/^ {2}'?([\w.]+)'?: async \(.*\) => \{\n([\s\S]*?)\n {2}\},$/gm);
  return new Map([...found].map(([, name = '', body = '']) => [name, body.replaceAll(/^ {4}/gm, '')]));
}

/** `test_market_jump` shows `market.jump`. */
function pythonExamples(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/^def test_([a-z]+)_(\w+)\(.*\):\n((?: {4}.*\n|\n(?! *def|\n))+)/gm);
  return new Map(
    [...found].map(([, kind, name, body = '']) => [`${kind}.${name}`, body.replaceAll(/^ {4}/gm, '').trim()]),
  );
}

function optionsTable(root: string, file: string, name: string): string {
  const rows = interfaceOf(root, file, name).members.map(({ name: member, type, isOptional, description }) => {
    return `| ${code(member)} | ${code(type.replaceAll('|', '\\|'))} | ${isOptional ? '' : 'yes'} | ${safe(description)} |`;
  });
  return [`### ${name}`, ['| member | type | required | meaning |', '|---|---|---|---|', ...rows].join('\n')].join(
    '\n\n',
  );
}

/** Of every body, and of the schemas that their tables link. */
function bodySections(): string[] {
  const schemas = new Map(Object.entries(BODIES).map(([name, schema]) => [name, jsonOf(name, schema)]));
  const definitions = Object.assign({}, ...[...schemas.values()].map(({ $defs }) => $defs)) as Definitions;
  const sections: string[] = [];
  // Iterating a map includes entries that are added meanwhile.
  for (const [name, schema] of schemas) {
    const own = resolved(schema, definitions);
    const isOfKinds = alternativesOf(own, definitions).length > 1;
    const table = isOfKinds ? kindTable(own, definitions) : memberTable(own, anchor);
    sections.push(
      [`### ${name}`, ...(own.description === undefined ? [] : [safe(own.description)]), table].join('\n\n'),
    );
    for (const [, id = ''] of table.matchAll(/\[(\w+)\]\(#/g))
      if (!schemas.has(id)) schemas.set(id, definitions[id] ?? {});
  }
  return sections;
}

function jsonOf(name: string, schema: z.ZodType): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      sayPortably(jsonSchema);
      // The bounds that every integer has only hide the intended ones.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as JsonSchema;
  const own = resolved(whole, whole.$defs ?? {});
  const properties = Object.entries(own.properties ?? {}).map(([member, part]): [string, JsonSchema] => {
    const isShown = !NOT_SHOWN.includes(`${name}.${member}`);
    return [member, isShown ? part : { type: 'object', description: part.description ?? '' }];
  });
  const shown = own.properties === undefined ? own : { ...own, properties: Object.fromEntries(properties) };
  return { ...shown, $defs: whole.$defs ?? {} };
}

function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const next = definitions[schema.$ref?.split('/').at(-1) ?? ''];
  return next === undefined ? schema : resolved(next, definitions);
}

function alternativesOf(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices === undefined) return schema.properties === undefined ? [] : [schema];
  return choices.flatMap((each) => alternativesOf(resolved(each, definitions), definitions));
}

/** A row for every member with the same meaning in the kinds that have it. */
function kindTable(schema: JsonSchema, definitions: Definitions): string {
  const all = alternativesOf(schema, definitions);
  const nameOf = ({ properties = {} }: JsonSchema) => {
    const discriminator = properties.kind ?? properties.action ?? {};
    return String(discriminator.const ?? discriminator.enum?.join(', ') ?? '');
  };
  const kinds = all.map((each) => {
    const discriminator = each.properties?.kind ?? each.properties?.action;
    return `| ${code(nameOf(each))} | ${safe(discriminator?.description ?? '')} |`;
  });
  const members = all.flatMap((each) =>
    Object.entries(each.properties ?? {})
      .filter(([member]) => member !== 'kind' && member !== 'action')
      .map(([member, part]) => {
        const isRequired = each.required?.includes(member) === true;
        const row = memberTable({ properties: { [member]: part }, required: isRequired ? [member] : [] }, anchor);
        return { kind: nameOf(each), row: row.split('\n').slice(2).join('\n') };
      }),
  );
  const rows = [...Map.groupBy(members, ({ row }) => row)].map(([row, which]) => {
    const named =
      which.length === all.length
        ? 'every'
        : kindsText(
            which.map(({ kind }) => kind),
            all.map(nameOf),
          );
    return row.replaceAll(/^/gm, `| ${named} `);
  });
  return [
    ['| kind | meaning |', '|---|---|', ...new Set(kinds)].join('\n'),
    ['| of kind | member | type | required | meaning |', '|---|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/** `api_…` where all kinds with this prefix have a member. */
function kindsText(some: readonly string[], all: readonly string[]): string {
  const families = ['api_', 'webhook_'].filter((start) => {
    const family = all.filter((kind) => kind.startsWith(start));
    return family.length > 1 && family.every((kind) => some.includes(kind));
  });
  const others = some.filter((kind) => !families.some((start) => kind.startsWith(start)));
  return [...new Set(others), ...families.map((start) => `${start}…`)].map(code).join(', ');
}

function anchor(id: string): string {
  return `#${id.toLowerCase()}`;
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

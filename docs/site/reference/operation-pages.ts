/**
 * The reference of operations, from the OpenAPI documents: a page for each form of the service, a page for each group of
 * the control plane, and a page with the schemas of each document.
 */

import type { DocumentName } from '../../../src-server/contract/openapi/bases.ts';
import { DOCUMENT_BASES } from '../../../src-server/contract/openapi/bases.ts';
import { buildDocument } from '../../../src-server/contract/openapi/build-document.ts';
import { cell, code, type JsonSchema, memberTable, safe, typeText } from './describe-schema.ts';
import { exampleText } from './example-text.ts';

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

interface ResponseObject {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Described {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: ResponseObject;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  /** What receivers are sent, by its type. */
  readonly webhooks?: Readonly<Record<string, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

/** Identifies an operation's heading by its method, path and the text after it. */
interface Shown {
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const linkOf = (name: string) => `./schemas.md#schema-${name.toLowerCase()}`;

/** The label of a decision as a link from a page of the site. */
type LabelLink = (label: string, page: string) => string;

/** Pages by their address. */
export function operationPages(linked: LabelLink): ReadonlyMap<string, string> {
  return new Map([...servicePages('form-a', linked), ...servicePages('form-b', linked), ...controlPages(linked)]);
}

/** The address of the page of a group of the control plane. */
export function groupPage(tag: string): string {
  return `reference/control/${tag.toLowerCase().replaceAll(' ', '-')}.md`;
}

/** The groups of the control plane that have operations. */
export function controlGroups(): { readonly name: string; readonly description: string }[] {
  const document = documentOf('control');
  const used = new Set(shownOf('control', document).map(({ operation }) => operation.tags?.[0]));
  return document.tags.filter(({ name }) => used.has(name));
}

function servicePages(name: DocumentName, linked: LabelLink): [string, string][] {
  const document = documentOf(name);
  const page = `reference/${name}/index.md`;
  const sections = shownOf(name, document).map((shown) => section(shown, document, (label) => linked(label, page)));
  const top = `# ${document.info.title}\n\n${safe(document.info.description)}\n\n[Schemas](schemas.md)`;
  return [[page, `${top}\n\n${sections.join('\n\n')}\n`], schemasPage(name, document)];
}

function controlPages(linked: LabelLink): [string, string][] {
  const document = documentOf('control');
  const shown = shownOf('control', document);
  const groups = controlGroups();
  const pages = groups.map(({ name, description }): [string, string] => {
    const own = shown.filter(({ operation }) => operation.tags?.[0] === name);
    const page = groupPage(name);
    const sections = own.map((each) => section(each, document, (label) => linked(label, page)));
    return [page, `# Control plane: ${name}\n\n${safe(description)}\n\n${sections.join('\n\n')}\n`];
  });
  const list = groups.map(({ name, description }) => {
    return `- [${name}](${groupPage(name).replace('reference/control/', './')}): ${safe(description)}`;
  });
  const top = `# ${document.info.title}\n\n${safe(document.info.description)}\n\n${list.join('\n')}\n- [Schemas](./schemas.md)\n`;
  return [['reference/control/index.md', top], ...pages, schemasPage('control', document)];
}

function schemasPage(name: DocumentName, { info, components }: OpenApi): [string, string] {
  const sections = Object.entries(components.schemas).map(([schemaName, schema]) => {
    const title = `## ${schemaName} {#schema-${schemaName.toLowerCase()}}`;
    const table = memberTable(schema, (other) => `#schema-${other.toLowerCase()}`);
    return `${title}\n\n${safe(schema.description ?? '')}\n\n${table}`;
  });
  return [
    `reference/${name}/schemas.md`,
    `---\noutline: false\n---\n\n# Schemas: ${info.title}\n\n${sections.join('\n\n')}\n`,
  ];
}

function section({ method, path, operation }: Shown, document: OpenApi, linked: (label: string) => string): string {
  return [
    `## ${operation.summary} {#${operation.operationId.toLowerCase()}}`,
    `${code(`${method.toUpperCase()} ${path}`)} · operation ${code(operation.operationId)}`,
    withDecisions(safe(operation.description), linked),
    parameterTable(operation.parameters ?? []),
    operation.requestBody === undefined ? '' : media('Body', operation.requestBody),
    responseTables(operation.responses, document),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const row = [code(name), place, typeText(schema, linkOf), required === true ? 'yes' : '', description];
    return `| ${row.map(cell).join(' | ')} |`;
  });
  return ['| parameter | in | type | required | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

function responseTables(responses: Readonly<Record<string, ResponseObject>>, { components }: OpenApi): string {
  const all = Object.entries(responses).map(([status, response]) => {
    const known = response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? ''];
    return { status, response: known ?? response };
  });
  const successes = all.filter(({ status }) => status.startsWith('2'));
  const errors = all.filter(({ status }) => !status.startsWith('2'));
  const rows = errors.map(({ status, response }) => `| ${status} | ${cell(response.description ?? '')} |`);
  return [
    ...successes.map(({ status, response }) => media(`Answer ${status}`, response)),
    ...(rows.length === 0 ? [] : [['| error | meaning |', '|---|---|', ...rows].join('\n')]),
  ].join('\n\n');
}

function media(title: string, { description, content = {} }: ResponseObject): string {
  const parts = Object.entries(content).map(([type, { schema, example }]) => {
    const shape = schema === undefined ? '' : `: ${typeText(schema, linkOf)}`;
    return `${code(type)}${shape}${example === undefined ? '' : `\n\n${exampleText(example)}`}`;
  });
  return [`**${title}.** ${safe(description ?? '')} ${parts.join('\n\n')}`].join('').trim();
}

function withDecisions(text: string, linked: (label: string) => string): string {
  const [before, source] = text.split('\n\nSource: ');
  if (source === undefined) return text;
  return `${before}\n\nSource: ${source.replaceAll(/\b[A-R]\d{1,3}(?:\.\d+)?\b/g, linked)}`;
}

function shownOf(name: DocumentName, { paths }: OpenApi): Shown[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method, path: DOCUMENT_BASES[name] + path, operation }];
    }),
  );
}

export function documentOf(name: DocumentName): OpenApi {
  // The page addresses are valid for every version and every server.
  return buildDocument(name, { origin: 'http://127.0.0.1:4710', version: '' }) as unknown as OpenApi;
}

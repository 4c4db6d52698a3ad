/** Describes a JSON Schema as tables of Markdown: members with their types, bounds and descriptions. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

/** Returns the link to a named schema. */
export type LinkOf = (name: string) => string;

/** The members of a schema; those of each alternative where it has several. Empty for a schema without members. */
export function memberTable(schema: JsonSchema, linkOf: LinkOf): string {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter((each) => each.properties !== undefined);
  if (schema.properties === undefined && alternatives.length > 0)
    return alternatives.map((each) => `One of these:\n\n${memberTable(each, linkOf)}`).join('\n\n');
  const rows = memberRows(schema, '', linkOf);
  if (rows.length === 0) return `Type: ${typeText(schema, linkOf)}.`;
  return ['| member | type | required | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

/** A schema in one line, with links to named ones. */
export function typeText(schema: JsonSchema, linkOf: LinkOf): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](${linkOf(name)})`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((each) => code(JSON.stringify(each))).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return unique(choices.map((each) => typeText(each, linkOf))).join(' or ');
  if (schema.type === 'array') return `array of ${contentText(schema.items, linkOf)}`;
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return `object of ${contentText(schema.additionalProperties, linkOf)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function contentText(schema: JsonSchema = {}, linkOf: LinkOf): string {
  const text = typeText(schema, linkOf);
  return text.includes(' or ') ? `(${text})` : text;
}

/** A row for each member, those of inline objects after the member that contains them. */
function memberRows(schema: JsonSchema, prefix: string, linkOf: LinkOf): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const isRequired = schema.required?.includes(name) === true;
    const row = [code(prefix + name), typeText(member, linkOf), isRequired ? 'yes' : '', meaning(member)];
    return [`| ${row.map(cell).join(' | ')} |`, ...inlineRows(member, prefix + name, linkOf)];
  });
  return [...own, ...(schema.allOf ?? []).flatMap((part) => memberRows(part, prefix, linkOf))];
}

function inlineRows(member: JsonSchema, path: string, linkOf: LinkOf): string[] {
  if (member.type === 'array') return inlineRows(member.items ?? {}, `${path}[]`, linkOf);
  const rows = (member.anyOf ?? member.oneOf ?? []).flatMap((each) => inlineRows(each, path, linkOf));
  return unique([...memberRows(member, `${path}.`, linkOf), ...rows]);
}

function meaning({ description = '', minimum, maximum, pattern, default: given }: JsonSchema): string {
  const bounds = boundsText(minimum, maximum);
  const form = pattern === undefined ? '' : `Form: ${code(pattern)}.`;
  const standard = given === undefined ? '' : `Default: ${code(JSON.stringify(given))}.`;
  return [description, bounds, form, standard].filter((part) => part !== '').join(' ');
}

/** Code in a cell; backquotes within it need a longer fence around it. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Text for a cell of a table, and for a page whose templates replace text in double braces. */
export function cell(text: string): string {
  return safe(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Escapes whatever would be an HTML tag; code is left as it is. */
export function safe(text: string): string {
  return text.replaceAll(/`[^`]*`|<(?=[A-Za-z/])|\{\{/g, (found) =>
    found === '<' ? '&lt;' : found === '{{' ? '&#123;&#123;' : found,
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function boundsText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? '' : `At most ${most}.`;
  return most === undefined ? `At least ${least}.` : `${least} to ${most}.`;
}

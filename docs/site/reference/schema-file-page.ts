/** The reference of a kind of file, from its JSON Schema: the file itself, then every named part of it. */

import { type JsonSchema, memberTable, safe } from './describe-schema.ts';

export function schemaFilePage(title: string, schema: JsonSchema & { readonly title?: string }): string {
  const linkOf = (name: string) => `#schema-${name.toLowerCase()}`;
  const top = `# ${title}\n\n${safe(schema.description ?? '')}\n\n${schema.properties === undefined ? '' : memberTable(schema, linkOf)}`;
  // The file comes first, then its steps, which readers look for.
  const firstOf = (name: string) => (/File$/.test(name) ? 0 : /Step$/.test(name) ? 1 : 2);
  const named = Object.entries(schema.$defs ?? {}).toSorted(([one], [other]) => firstOf(one) - firstOf(other));
  const parts = named.map(([name, part]) => {
    return `## ${name} {#schema-${name.toLowerCase()}}\n\n${safe(part.description ?? '')}\n\n${memberTable(part, linkOf)}`;
  });
  return `${[top, ...parts].join('\n\n')}\n`;
}

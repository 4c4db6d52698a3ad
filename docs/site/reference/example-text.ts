/** Formats examples of references: as JSON, short enough to be read. */

const MAX_LINES = 60;

/** Shortened, and without colours, which would be most of a page's size. */
export function exampleText(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(shortened(example), null, 2);
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines;
  return `~~~~text\n${shown.join('\n')}\n~~~~`;
}

/** Lists have their first entry, and `…` for the others. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 ? [shortened(value[0]), '…'] : value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** Reads and replaces values by JSON pointer (RFC 6901). Never throws where a path leads nowhere. */

/** The value at `pointer`, or `undefined` where the path leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value: unknown = document;
  for (const key of tokensOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/**
 * Sets `value` at `pointer` in `document` itself: members may be new, entries of a list are only replaced. Returns
 * false where the path leads nowhere.
 */
export function setValueAt(document: unknown, pointer: string, value: unknown): boolean {
  const tokens = tokensOf(pointer);
  const last = tokens.pop();
  if (last === undefined) return false;
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  if (typeof parent !== 'object' || parent === null || last === '__proto__') return false;
  if (Array.isArray(parent) && !Object.hasOwn(parent, last)) return false;
  (parent as Record<string, unknown>)[last] = value;
  return true;
}

/** The parts of a pointer, unescaped. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

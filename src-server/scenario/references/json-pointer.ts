/** Reads and replaces values by JSON pointer (RFC 6901). Never throws for a path that does not exist. */

/** The value at `pointer`, or `undefined` if the path does not exist. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value: unknown = document;
  for (const key of tokensOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/**
 * The value at `pointer`, in which `*` matches each entry of a list or member of an object: then it is the list of
 * their values. `undefined` if the path does not exist, even in one of them.
 */
export function valuesAt(document: unknown, pointer: string): unknown {
  const star = /\/\*(?=\/|$)/.exec(pointer);
  const whole = star === null ? undefined : valueAt(document, pointer);
  if (star === null || whole !== undefined) return star === null ? valueAt(document, pointer) : whole;
  const inside = valueAt(document, pointer.slice(0, star.index));
  if (typeof inside !== 'object' || inside === null) return undefined;
  const rest = pointer.slice(star.index + 2);
  const values = Object.values(inside).map((each: unknown) => valuesAt(each, rest));
  if (values.includes(undefined)) return undefined;
  return rest.includes('/*') ? values.flat() : values;
}

/**
 * Sets `value` at `pointer` in `document` itself: members may be new, entries of a list are only replaced. Returns
 * false if the path does not exist.
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

const MAX_NAMES = 20;

/** The members at the last part of the path that exists, as the end of a sentence. */
export function whatIsThere(body: unknown, pointer: string): string {
  let place = pointer;
  let found: unknown;
  do {
    place = place.slice(0, place.lastIndexOf('/'));
    found = valueAt(body, place);
  } while (found === undefined && place !== '');
  const where = place === '' ? 'there' : `at ${place}`;
  if (Array.isArray(found)) return `; ${where} is a list of ${found.length}`;
  if (typeof found !== 'object' || found === null) return '';
  const names = Object.keys(found);
  const more = names.length > MAX_NAMES ? ', …' : '';
  return names.length === 0 ? '' : `; ${where} are ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

/** The parts of a pointer, unescaped. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

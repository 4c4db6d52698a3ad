/**
 * One spelling for every value: object keys sorted by UTF-16 code unit, no blanks, `undefined` members left out.
 * What is hashed must not depend on the order in which a program happened to build an object.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** The canonical text of `value`. Throws on numbers that JSON cannot carry. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`not a JSON number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  const object = value as { readonly [key: string]: Json | undefined };
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

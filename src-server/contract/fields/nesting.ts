/** How deep JSON from outside may be: far from where a walk over it runs out of stack. */

/** Deeper than any body or file means. */
const DEEPEST_JSON = 100;
export const TOO_DEEP = `is nested more than ${DEEPEST_JSON} levels deep`;

/** The value of a text of JSON; `undefined` for a text that is none, or is nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Level by level, without recursion: a value can be nested deeper than the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    level = level.filter((each) => typeof each === 'object' && each !== null);
  }
  return false;
}

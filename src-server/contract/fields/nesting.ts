/** Limits the depth of JSON from outside, far below the depth at which a walk over it would exhaust the stack. */

/** Deeper than any meaningful body or file. */
const DEEPEST_JSON = 100;
export const TOO_DEEP = `is nested more than ${DEEPEST_JSON} levels deep`;

/** Parses a text of JSON; `undefined` for a text that is invalid or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Checks level by level, without recursion, because a value can be nested deeper than the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    level = level.filter((each) => typeof each === 'object' && each !== null);
  }
  return false;
}

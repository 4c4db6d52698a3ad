/**
 * Limits the size of filled values: references can repeat a value, and values that were filled in before, so that a few
 * lines would be gigabytes. A value is counted before it is inserted, and counting stops at the limit.
 */

/** Why something cannot be filled in, as a sentence. */
export class CannotFillIn extends Error {}

export interface FillRoom {
  /** Counts a value that is inserted `depth` levels deep. Throws `CannotFillIn` if there is no room left for it. */
  take(value: unknown, depth: number): void;
  /** Characters; below 0 if something was refused for its length. */
  left(): number;
}

/** For the texts of a file, those of one step, and all values that a run has saved. */
export const MAX_FILLED = 20_000_000;
/** As in a YAML file: validators and writers are recursive. */
const DEEPEST = 200;

/** `maxChars`: limit in characters of JSON, of which `used` are already taken. */
export function createFillRoom(maxChars = MAX_FILLED, used = 0): FillRoom {
  let left = maxChars - used;
  const count = (chars: number) => {
    left -= chars;
    if (left < 0) throw new CannotFillIn(`more than ${maxChars} characters would be filled in`);
  };
  const take = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) {
      count(String(value).length + PUNCTUATION);
      return;
    }
    if (depth >= DEEPEST) throw new CannotFillIn(`what is filled in would be nested more than ${DEEPEST} levels deep`);
    for (const [key, member] of Object.entries(value)) {
      count(key.length + PUNCTUATION);
      take(member, depth + 1);
    }
  };
  return { take, left: () => left };
}

/** Quotes and commas. */
const PUNCTUATION = 3;

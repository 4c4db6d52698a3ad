/**
 * How much may be filled in: references can repeat a value, and values that were filled in before, so that a few lines
 * would be gigabytes. A value is counted before it is put anywhere, and the count stops where the room ends.
 */

/** Why something cannot be filled in, as a sentence. */
export class CannotFillIn extends Error {}

export interface FillRoom {
  /** Counts a value that is put `depth` levels deep. Throws `CannotFillIn` where there is no room left for it. */
  take(value: unknown, depth: number): void;
  /** Characters; below 0 where something was refused for its length. */
  left(): number;
}

/** For the texts of a file, those of one step, and all values that a run has saved. */
export const MAX_FILLED = 20_000_000;
/** As in a file of YAML: what validates and writes a value visits it level by level. */
const DEEPEST = 200;

/** Of up to so many characters, as JSON has them, of which `used` are taken. */
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

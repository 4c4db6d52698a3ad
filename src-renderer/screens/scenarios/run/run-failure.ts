/** What a failed step says, taken apart: where it looked, what was expected there, and what came. */

export interface RunFailure {
  /** A JSON pointer, `status`, the name of a header; `null` where the step as a whole is meant. */
  readonly place: string | null;
  /** `null` where the failure is a sentence of its own, which then is `came`. */
  readonly expected: string | null;
  readonly came: string;
}

const EXPECTATION = /^(?:(\S+): )?expected (.+?), got (.*)$/s;
/** A whole answer may be in it, which says no more to the eye after this many characters. */
const MOST_CHARACTERS = 400;

export function runFailure(line: string): RunFailure {
  const [, place = null, expected, came] = EXPECTATION.exec(line) ?? [];
  if (expected === undefined || came === undefined) return { place: null, expected: null, came: cut(line) };
  return { place, expected: cut(expected), came: cut(came) };
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Parses the failure of a step: its subject, the expected value, and the actual one. */

export interface RunFailure {
  /** A JSON pointer, `status`, or the name of a header; `null` for the step as a whole. */
  readonly subject: string | null;
  /** `null` if the failure is a sentence, which `came` then has. */
  readonly expected: string | null;
  readonly came: string;
}

const EXPECTATION = /^(?:(\S+): )?expected (.+?), got (.*)$/s;
/** A value may be a whole response, so it is cut. */
const MAX_CHARACTERS = 400;

export function runFailure(line: string): RunFailure {
  const [, subject = null, expected, came] = EXPECTATION.exec(line) ?? [];
  if (expected === undefined || came === undefined) return { subject: null, expected: null, came: cut(line) };
  return { subject, expected: cut(expected), came: cut(came) };
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

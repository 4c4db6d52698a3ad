/**
 * Regular expressions that somebody else wrote. They are those of RE2, which are tried in time that grows with the text
 * and no faster: there is no pattern, however it repeats, that a short text keeps busy. Refuses those that would need
 * more memory.
 */
import { RE2JS } from 're2js';

const LONGEST_PATTERN = 500;
/** In instructions of the engine: `.{1,1000}` takes 2 003. */
const LARGEST_PROGRAM = 2_500;

export type CompiledPattern =
  | { readonly ok: true; readonly expression: RE2JS; readonly size: number }
  | { readonly ok: false; readonly issue: string };

export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length > LONGEST_PATTERN) return { ok: false, issue: `is longer than ${LONGEST_PATTERN} characters` };
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
    const size = expression.programSize();
    if (size <= LARGEST_PROGRAM) return { ok: true, expression, size };
    return { ok: false, issue: 'is a regular expression that repeats too much' };
  } catch {
    return { ok: false, issue: isKnownElsewhere(pattern) ? NOT_LINEAR : 'is not a regular expression' };
  }
}

const NOT_LINEAR =
  'is a regular expression that looks ahead, looks behind, refers back or repeats too much: only what takes linear time is supported';

function isKnownElsewhere(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

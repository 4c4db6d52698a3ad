/**
 * Regular expressions from other people. They use RE2, whose time is linear in the length of the text: no pattern,
 * however it repeats, takes long on a short text. Refuses those that need too much memory.
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

/**
 * Tries a regular expression that somebody else wrote on a text, at a bounded price: on the first 20 000 characters, by an engine
 * that takes linear time, and not at all where pattern and text together are too large. No clock decides, so the answer repeats.
 */
import { type CompiledPattern, compilePattern } from '../../contract/fields/pattern.ts';

const LONGEST_TEXT = 20_000;
/** Instructions of the pattern times characters of the text: what the engine may have to do, some tenths of a second. */
const MOST_WORK = 10_000_000;

/** Whether the pattern is found in the text; `null`: it would take too long to find out. */
export function testPattern(pattern: string, text: string): boolean | null {
  const compiled = compiledOnce(pattern);
  if (!compiled.ok) return null;
  const looked = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  return compiled.size * looked.length > MOST_WORK ? null : compiled.expression.test(looked);
}

/** The latest patterns, because one is tried on many texts. */
const patterns = new Map<string, CompiledPattern>();

function compiledOnce(pattern: string): CompiledPattern {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    if (patterns.size >= 100) patterns.clear();
    compiled = compilePattern(pattern);
    patterns.set(pattern, compiled);
  }
  return compiled;
}

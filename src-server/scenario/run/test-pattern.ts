/**
 * Tests a user's regular expression on a text at a bounded cost: on the first 20 000 characters, by an engine with
 * linear time, and not at all where pattern and text together are too large. No clock decides, so the result is
 * deterministic.
 */
import { type CompiledPattern, compilePattern } from '../../contract/fields/pattern.ts';

const LONGEST_TEXT = 20_000;
/** Instructions of the pattern times characters of the text, the work of the engine: some tenths of a second. */
const MOST_WORK = 10_000_000;

/** Whether the pattern occurs in the text; `null`: it would take too long to find out. */
export function testPattern(pattern: string, text: string): boolean | null {
  const compiled = compiledOnce(pattern);
  if (!compiled.ok) return null;
  const looked = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  return compiled.size * looked.length > MOST_WORK ? null : compiled.expression.test(looked);
}

/** Recently compiled patterns, because one pattern is tested on many texts. */
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

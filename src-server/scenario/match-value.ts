/** Compares a value with a matcher of a scenario file; a mismatch is a sentence. */
import { isDeepStrictEqual } from 'node:util';
import type { Matcher } from '../contract/scenario-file.ts';

/** `null` if `actual` is as expected, else what was expected and what came. */
export function mismatch(matcher: Matcher, actual: unknown): string | null {
  const expected = (what: string, holds: boolean) => (holds ? null : `expected ${what}, got ${show(actual)}`);
  if (typeof matcher !== 'object' || matcher === null) return expected(show(matcher), actual === matcher);
  if ('equals' in matcher) return expected(show(matcher.equals), isDeepStrictEqual(actual, matcher.equals));
  if ('range' in matcher) {
    const [least, most] = matcher.range;
    return expected(`from ${least} to ${most}`, typeof actual === 'number' && actual >= least && actual <= most);
  }
  if ('approx' in matcher) {
    const isNear = typeof actual === 'number' && Math.abs(actual - matcher.approx) <= matcher.within;
    return expected(`${matcher.approx} within ${matcher.within}`, isNear);
  }
  if ('contains' in matcher) {
    const holds = typeof actual === 'string' && actual.includes(matcher.contains);
    return expected(`a text with ${show(matcher.contains)}`, holds);
  }
  if ('pattern' in matcher) {
    const holds = typeof actual === 'string' && new RegExp(matcher.pattern).test(actual);
    return expected(`a text like /${matcher.pattern}/`, holds);
  }
  const length = Array.isArray(actual) ? actual.length : -1;
  return expected(`a list of at least ${matcher.min_items}`, length >= matcher.min_items);
}

const LONGEST_SHOWN = 300;

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

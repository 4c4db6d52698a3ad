/** Compares a value with a matcher, of a scenario or of what a request should be; a mismatch is a sentence. */
import { isDeepStrictEqual } from 'node:util';
import type { Matcher, TextMatcher } from '../contract/matcher.ts';
import { testPattern } from './test-pattern.ts';

/** `null` if `actual` is as expected, else what was expected and what came. */
export function mismatch(matcher: Matcher | TextMatcher, actual: unknown): string | null {
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
    const holds = typeof actual === 'string' && testPattern(matcher.pattern, actual);
    if (holds === null) return `/${matcher.pattern}/ ${TOO_SLOW}`;
    return expected(`a text like /${matcher.pattern}/`, holds);
  }
  if ('glob' in matcher) {
    const holds = typeof actual === 'string' && isLikeGlob(matcher.glob, actual);
    return expected(`a text like ${show(matcher.glob)}`, holds);
  }
  if ('present' in matcher) {
    const isThere = actual !== undefined;
    return expected(matcher.present ? 'anything' : 'nothing', isThere === matcher.present);
  }
  const length = Array.isArray(actual) ? actual.length : -1;
  return expected(`a list of at least ${matcher.min_items}`, length >= matcher.min_items);
}

/** How a sentence ends whose pattern was given up. */
export const TOO_SLOW = 'takes too long to try';

/** `*` is any text, `?` one character. Walks back to the latest `*` alone, so it costs the product of both lengths at most. */
function isLikeGlob(glob: string, text: string): boolean {
  let [inGlob, inText, star, retried] = [0, 0, -1, 0];
  while (inText < text.length) {
    const wanted = glob[inGlob];
    if (wanted === '*') [star, retried, inGlob] = [inGlob, inText, inGlob + 1];
    else if (wanted === '?' || wanted === text[inText]) [inGlob, inText] = [inGlob + 1, inText + 1];
    else if (star === -1) return false;
    else [retried, inText, inGlob] = [retried + 1, retried + 1, star + 1];
  }
  return /^\**$/.test(glob.slice(inGlob));
}

const LONGEST_SHOWN = 300;

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

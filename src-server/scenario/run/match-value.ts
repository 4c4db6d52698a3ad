/** Compares a value with a matcher of a scenario or of a journal query; a mismatch is a sentence. */

import { isDeepStrictEqual } from 'node:util';
import type { EntryMatcher, Matcher, MatcherRules, TextMatcher } from '../../contract/fields/matcher.ts';
import { type CompiledPattern, compilePattern } from '../../contract/fields/pattern.ts';
import { valueAt, whatIsThere } from '../references/json-pointer.ts';
import { numberMismatch } from './match-number.ts';

/** Returns `null` if `actual` matches, else a sentence with the expected and the actual value. */
export function mismatch(matcher: Matcher | TextMatcher, actual: unknown): string | null {
  return compareValue(matcher, actual).mismatch;
}

/** `isDecided` false: a pattern takes too long to try, so whether `actual` matches is not known. */
export function compareValue(
  matcher: Matcher | TextMatcher,
  actual: unknown,
): { readonly mismatch: string | null; readonly isDecided: boolean } {
  try {
    return { mismatch: decidedMismatch(matcher, actual), isDecided: true };
  } catch (error) {
    if (error instanceof UndecidedPattern) return { mismatch: error.message, isDecided: false };
    throw error;
  }
}

/** Thrown, so that it ends the comparison below `not`, `some` and `every`, too. */
class UndecidedPattern extends Error {}

function decidedMismatch(matcher: Matcher | TextMatcher, actual: unknown): string | null {
  if (typeof matcher !== 'object' || matcher === null || isList(matcher)) {
    return isDeepStrictEqual(actual, matcher) ? null : expectedOther(show(matcher), actual);
  }
  for (const [rule, wanted] of Object.entries(matcher)) {
    const fault = CHECKS[rule]?.(wanted as never, actual, matcher as MatcherRules) ?? null;
    if (fault !== null) return fault;
  }
  return null;
}

/** The first mismatch as `<pointer>: <sentence>`, or `null`. */
export function bodyMismatch(wanted: Readonly<Record<string, Matcher>>, body: unknown): string | null {
  return firstMismatch(wanted, body, mismatch);
}

function firstMismatch(
  wanted: Readonly<Record<string, Matcher>>,
  body: unknown,
  compare: typeof mismatch,
): string | null {
  for (const [pointer, matcher] of Object.entries(wanted)) {
    const fault = mismatchAt(body, pointer, matcher, compare);
    if (fault !== null) return fault;
  }
  return null;
}

/** As `<pointer>: <sentence>`; for a path that does not exist, with the names that do. `null` if it matches. */
export function mismatchAt(body: unknown, pointer: string, matcher: Matcher, compare = mismatch): string | null {
  const actual = valueAt(body, pointer);
  const fault = compare(matcher, actual);
  if (fault === null) return null;
  return `${pointer || 'body'}: ${fault}${actual === undefined ? whatIsThere(body, pointer) : ''}`;
}

/** Paths that no body has: a mistake, because the lack of a match then proves nothing. Empty without bodies. */
export function pathsNowhere(wanted: Readonly<Record<string, Matcher>>, bodies: readonly unknown[]): string[] {
  if (bodies.length === 0) return [];
  return Object.entries(wanted)
    .filter(
      ([pointer, matcher]) => !saysPresent(matcher) && bodies.every((body) => valueAt(body, pointer) === undefined),
    )
    .map(([pointer]) => pointer);
}

/** One check for each rule; a rule that only modifies another (`within`) has none. */
type Check = (wanted: never, actual: unknown, rules: MatcherRules) => string | null;
const text = (what: (wanted: string) => string, holds: (wanted: string, actual: string) => boolean): Check => {
  return (wanted: string, actual) =>
    typeof actual === 'string' && holds(wanted, actual) ? null : expectedOther(what(wanted), actual);
};
const counted = (phrase: string, holds: (length: number, wanted: number) => boolean): Check => {
  return (wanted: number, actual) => {
    const expected = `a list of ${phrase} ${wanted}`;
    if (!isList(actual)) return expectedOther(expected, actual);
    return holds(actual.length, wanted) ? null : `expected ${expected}, got ${actual.length}: ${show(actual)}`;
  };
};

const CHECKS: Readonly<Record<string, Check>> = {
  equals: (wanted: unknown, actual) => (isDeepStrictEqual(actual, wanted) ? null : expectedOther(show(wanted), actual)),
  one_of: (wanted: readonly unknown[], actual) =>
    wanted.some((one) => isDeepStrictEqual(actual, one))
      ? null
      : expectedOther(`one of ${wanted.map(show).join(', ')}`, actual),
  // A missing value is not a different value: only `present` tests that.
  not: (wanted: Matcher, actual) =>
    decidedMismatch(wanted, actual) === null || (actual === undefined && !saysPresent(wanted))
      ? expectedOther(`anything but ${show(wanted)}`, actual)
      : null,
  present: (wanted: boolean, actual) =>
    (actual !== undefined) === wanted ? null : expectedOther(wanted ? 'anything' : 'nothing', actual),
  contains(wanted: unknown, actual) {
    if (Array.isArray(actual) && actual.some((entry) => hasPart(entry, wanted))) return null;
    if (typeof actual === 'string' && typeof wanted === 'string' && actual.includes(wanted)) return null;
    if (isObject(wanted) && isObject(actual) && hasPart(actual, wanted)) return null;
    const kinds = typeof wanted === 'string' ? 'text or list' : isObject(wanted) ? 'list or object' : 'list';
    return expectedOther(`a ${kinds} with ${show(wanted)}`, actual);
  },
  pattern(wanted: string, actual) {
    const holds = typeof actual === 'string' && testPattern(wanted, actual);
    if (holds === null) throw new UndecidedPattern(`/${wanted}/ takes too long to match`);
    return holds ? null : expectedOther(`a text like /${wanted}/`, actual);
  },
  glob: text((wanted) => `a text like ${show(wanted)}`, isLikeGlob),
  range: numberRule('range'),
  approx: numberRule('approx'),
  greater: numberRule('greater'),
  less: numberRule('less'),
  at_least: numberRule('at_least'),
  at_most: numberRule('at_most'),
  items: counted('exactly', (length, wanted) => length === wanted),
  min_items: counted('at least', (length, wanted) => length >= wanted),
  max_items: counted('at most', (length, wanted) => length <= wanted),
  some(wanted: EntryMatcher, actual) {
    if (Array.isArray(actual) && actual.some((entry) => entryMismatch(wanted, entry) === null)) return null;
    return expectedOther(`a list with an entry like ${show(wanted)}`, actual);
  },
  every(wanted: EntryMatcher, actual) {
    if (!Array.isArray(actual) || actual.length === 0) return expectedOther('a list that is not empty', actual);
    for (const [index, entry] of actual.entries()) {
      const fault = entryMismatch(wanted, entry);
      if (fault !== null) return `entry ${index}: ${fault}`;
    }
    return null;
  },
};

/**
 * Whether a value contains another: for an object its fields, at any depth; for anything else, the value must be equal.
 */
function hasPart(actual: unknown, wanted: unknown): boolean {
  if (!isObject(wanted) || !isObject(actual)) return isDeepStrictEqual(actual, wanted);
  return Object.entries(wanted).every(([name, part]) => name in actual && hasPart(actual[name], part));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a matcher requires a value to be present or absent. */
function saysPresent(matcher: Matcher): boolean {
  if (typeof matcher !== 'object' || matcher === null || isList(matcher)) return false;
  return matcher.present !== undefined || (matcher.not !== undefined && saysPresent(matcher.not));
}

function numberRule(rule: Parameters<typeof numberMismatch>[0]): Check {
  return (_wanted, actual, rules) => {
    const expected = numberMismatch(rule, rules, actual);
    return expected === null ? null : expectedOther(expected, actual);
  };
}

function entryMismatch(wanted: EntryMatcher, entry: unknown): string | null {
  const isBody = typeof wanted === 'object' && wanted !== null && 'body' in wanted;
  if (!isBody) return decidedMismatch(wanted, entry);
  return firstMismatch(wanted.body, entry, decidedMismatch);
}

/**
 * `*` is any text, `?` one character. Backtracks to the latest `*` only, so the cost is at most the product of the
 * lengths.
 */
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

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function expectedOther(what: string, actual: unknown): string {
  return `expected ${what}, got ${show(actual)}`;
}

function show(value: unknown): string {
  const shown = value === undefined ? 'nothing' : JSON.stringify(value);
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}

/**
 * Tests a user's regular expression on a text at a bounded cost: on the first 20 000 characters, by an engine with
 * linear time, and not at all if pattern and text together are too large. No clock is involved, so the result is
 * deterministic.
 */
const LONGEST_TEXT = 20_000;
/** Instructions of the pattern times characters of the text, the work of the engine: some tenths of a second. */
const MAX_WORK = 10_000_000;

/** Whether the pattern occurs in the text; `null`: it would take too long to find out. */
export function testPattern(pattern: string, text: string): boolean | null {
  const compiled = compiledOnce(pattern);
  if (!compiled.ok) return null;
  const looked = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  return compiled.size * looked.length > MAX_WORK ? null : compiled.expression.test(looked);
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

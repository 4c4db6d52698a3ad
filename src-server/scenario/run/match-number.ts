/**
 * The matcher rules for numbers. A text that is a decimal number counts as one, because amounts often come as texts.
 */
import type { MatcherRules } from '../../contract/fields/matcher.ts';

type NumberRule = 'range' | 'approx' | 'greater' | 'less' | 'at_least' | 'at_most';

/** The expectation of one rule, as text; `null` if `actual` matches. */
export function numberMismatch(rule: NumberRule, rules: MatcherRules, actual: unknown): string | null {
  const wanted = rules[rule];
  const value = matchedNumber(actual);
  if (typeof wanted === 'object') {
    const [least, most] = wanted.map(matchedNumber) as [number | null, number | null];
    const holds = value !== null && least !== null && most !== null && value >= least && value <= most;
    return holds ? null : `from ${wanted[0]} to ${wanted[1]}`;
  }
  const bound = matchedNumber(wanted);
  if (bound === null) return `a number, but ${JSON.stringify(wanted)} is not a number to compare with`;
  if (rule === 'approx') return approxMismatch(bound, rules, value);
  const { words: phrase, holds } = COMPARISONS[rule as keyof typeof COMPARISONS];
  return value !== null && holds(value, bound) ? null : `a number ${phrase} ${wanted}`;
}

/** A number, or the number in a text; `null` for anything else. */
export function matchedNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

const COMPARISONS = {
  greater: { words: 'above', holds: (value: number, bound: number) => value > bound },
  less: { words: 'below', holds: (value: number, bound: number) => value < bound },
  at_least: { words: 'of at least', holds: (value: number, bound: number) => value >= bound },
  at_most: { words: 'of at most', holds: (value: number, bound: number) => value <= bound },
};

/** Rounding errors of binary fractions are smaller than any intended difference (0.1 + 0.2). */
const SLACK = 1e-12;

function approxMismatch(
  bound: number,
  { within, within_share: share }: MatcherRules,
  value: number | null,
): string | null {
  const tolerance = matchedNumber(within) ?? Math.abs(bound) * (matchedNumber(share) ?? 0);
  const isNear = value !== null && Math.abs(value - bound) <= tolerance * (1 + SLACK) + Math.abs(bound) * SLACK;
  return isNear ? null : `${bound} within ${tolerance}`;
}

/**
 * Finds expectations without effect: ranges without any number, such as `range: [5, 1]`, matchers that match anything,
 * such as `glob: '*'`, and expectations without a condition. Values that a client sends are not checked.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { mismatch } from '../run/match-value.ts';

/** Places within the step. */
export function emptyRanges(step: ScenarioStep): IssuePlace[] {
  return [...rangesIn('request' in step ? { expect: step.expect } : step, [])];
}

/** Texts that have nothing in common. */
const ANY_TEXTS = ['?', ' ', 'x', '-1.5', 'Zz 09_é'];
/** Nested steps, and the values of repetitions. */
const OF_OTHERS = ['steps', 'parallel', 'each', 'over', 'rows'];
/** Places where an object without members would be an empty condition. */
const CONDITIONS = ['contains', 'expect', 'body', 'headers', 'data', 'where', 'every', 'some', 'not'];
/** Places of values that are sent, returned or set, where an empty object is allowed. */
const OF_VALUES: readonly PropertyKey[] = ['control', 'answer', 'answers', 'request', 'equals', 'one_of'];

function* rangesIn(value: unknown, path: readonly PropertyKey[]): Generator<IssuePlace> {
  if (typeof value !== 'object' || value === null) return;
  const crossed = crossedBounds(value as Readonly<Record<string, unknown>>);
  if (crossed !== null)
    yield { path: [...path, crossed.key], issue: `is above ${crossed.other}, so no number meets both` };
  for (const [key, member] of Object.entries(value)) {
    if (isOfExpected(path) && holdsForAny(key, member))
      yield {
        path: [...path, key],
        issue: 'holds for any value that is present: write present: true, or the expected value',
      };
    if (CONDITIONS.includes(key) && !path.some((part) => OF_VALUES.includes(part)) && isEmptyObject(member))
      yield { path: [...path, key], issue: 'has no condition: say what is expected' };
    const [least, most]: unknown[] = key === 'range' && Array.isArray(member) ? member : [];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      yield { path: [...path, key], issue: `contains no number: ${least} is above ${most}` };
    // Nested steps are checked separately.
    else if (!OF_OTHERS.includes(key)) yield* rangesIn(member, [...path, key]);
  }
}

/** Whether the place is in a matcher of a body or of headers; a `match` may select every request. */
function isOfExpected(path: readonly PropertyKey[]): boolean {
  if (path.some((part) => OF_VALUES.includes(part))) return false;
  return path.some((part) => String(part).startsWith('/') || (part === 'headers' && !path.includes('match')));
}

/** Whether a condition of a matcher holds for any value of its kind. */
function holdsForAny(rule: string, wanted: unknown): boolean {
  return (rule === 'min_items' && wanted === 0) || holdsForAnyText(rule, wanted);
}

export const OF_TEXTS = ['pattern', 'glob', 'contains'];

/** Whether `pattern`, `glob` or `contains` matches every text. */
export function holdsForAnyText(rule: string, wanted: unknown): boolean {
  if (!OF_TEXTS.includes(rule) || typeof wanted !== 'string' || hasReference(wanted)) return false;
  return ANY_TEXTS.every((text) => mismatch({ [rule]: wanted }, text) === null);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Contradictory bounds of a number. */
function crossedBounds(of: Readonly<Record<string, unknown>>): { readonly key: string; readonly other: string } | null {
  for (const key of ['greater', 'at_least']) {
    for (const other of ['less', 'at_most']) {
      const [least, most] = [of[key], of[other]];
      if (typeof least !== 'number' || typeof most !== 'number') continue;
      const isEmpty = key === 'greater' || other === 'less' ? least >= most : least > most;
      if (isEmpty) return { key, other };
    }
  }
  return null;
}

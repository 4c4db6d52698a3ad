/**
 * Finds what is said of values and says nothing of them: ranges that no number is in, as `range: [5, 1]`, matchers that hold for
 * anything, as `glob: '*'`, and expectations without a condition. What a client sends is not looked at.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** Places within the step. */
export function emptyRanges(step: ScenarioStep): IssuePlace[] {
  return [...rangesIn('request' in step ? { expect: step.expect } : step, [])];
}

/** Matchers that any value of their kind meets. */
const HOLDS_FOR_ANY: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['glob', ['*', '**']],
  ['pattern', ['', '.*', '^.*$', '.+', '^.+$', '(?s).*']],
  ['contains', ['']],
  ['min_items', [0]],
]);
/** Steps within, and values that they go through. */
const OF_OTHERS = ['steps', 'parallel', 'each', 'over', 'rows'];
/** Where an object without members would be a condition. */
const CONDITIONS = ['contains', 'expect', 'body', 'headers', 'data', 'where', 'every', 'some', 'not'];
/** What is sent, answered or set, where an object without members is a value like any other. */
const OF_VALUES: readonly PropertyKey[] = ['control', 'answer', 'answers', 'request', 'equals', 'one_of'];

function* rangesIn(value: unknown, path: readonly PropertyKey[]): Generator<IssuePlace> {
  if (typeof value !== 'object' || value === null) return;
  const crossed = crossedBounds(value as Readonly<Record<string, unknown>>);
  if (crossed !== null)
    yield { path: [...path, crossed.key], issue: `is above ${crossed.other}, so that no number is both` };
  for (const [key, member] of Object.entries(value)) {
    const isPointer = String(path.at(-1) ?? '').startsWith('/');
    if (isPointer && HOLDS_FOR_ANY.get(key)?.includes(member))
      yield {
        path: [...path, key],
        issue: 'holds for anything that is there: write present: true, or what it has to be',
      };
    if (CONDITIONS.includes(key) && !path.some((part) => OF_VALUES.includes(part)) && isEmptyObject(member))
      yield { path: [...path, key], issue: 'has no condition in it: say what is expected' };
    const [least, most]: unknown[] = key === 'range' && Array.isArray(member) ? member : [];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      yield { path: [...path, key], issue: `has no number in it: ${least} is above ${most}` };
    // Steps within have their own turn.
    else if (!OF_OTHERS.includes(key)) yield* rangesIn(member, [...path, key]);
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Bounds of one number that leave none. */
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

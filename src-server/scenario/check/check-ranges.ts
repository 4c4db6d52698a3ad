/** Finds ranges that no number is in, as `range: [5, 1]`. What a client sends is not looked at. */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** Places within the step. */
export function emptyRanges(step: ScenarioStep): IssuePlace[] {
  return [...rangesIn('request' in step ? { expect: step.expect } : step, [])];
}

function* rangesIn(value: unknown, path: readonly PropertyKey[]): Generator<IssuePlace> {
  if (typeof value !== 'object' || value === null) return;
  const crossed = crossedBounds(value as Readonly<Record<string, unknown>>);
  if (crossed !== null)
    yield { path: [...path, crossed.key], issue: `is above ${crossed.other}, so that no number is both` };
  for (const [key, member] of Object.entries(value)) {
    const [least, most]: unknown[] = key === 'range' && Array.isArray(member) ? member : [];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      yield { path: [...path, key], issue: `has no number in it: ${least} is above ${most}` };
    // Steps within have their own turn.
    else if (key !== 'steps' && key !== 'parallel') yield* rangesIn(member, [...path, key]);
  }
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

/** Finds ranges that no number is in, as `range: [5, 1]`. What a client sends is not looked at. */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** Places within the step. */
export function emptyRanges(step: ScenarioStep): IssuePlace[] {
  return [...rangesIn('request' in step ? { expect: step.expect } : step, [])];
}

function* rangesIn(value: unknown, path: readonly PropertyKey[]): Generator<IssuePlace> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const [least, most]: unknown[] = key === 'range' && Array.isArray(member) ? member : [];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      yield { path: [...path, key], issue: `has no number in it: ${least} is above ${most}` };
    // Steps within have their own turn.
    else if (key !== 'steps' && key !== 'parallel') yield* rangesIn(member, [...path, key]);
  }
}

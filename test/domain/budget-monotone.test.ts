/** A larger cost budget never buys a worse plan (decision G10). On its own, because it searches where the others check. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../src-server/domain/plan.ts';
import { planRebalance } from '../../src-server/domain/plan-rebalance.ts';
import { PLANS_PER_PROPERTY, randomBook } from './random-books.ts';

const BUDGETS_BPS = [0, 0.5, 1, 2, 3, 5, 8, 12, 20, 40, 80, null] as const;

describe('a larger budget never leaves more drift than a smaller one', () => {
  test('where every exchange can be reached', () => neverGrows([null]));

  test('where one of them cannot', () => neverGrows(['XETR', 'XLON', 'XSWX']));
});

function neverGrows(unreachable: readonly (string | null)[]): void {
  const step = fc.integer({ min: 1, max: BUDGETS_BPS.length - 1 });
  const property = fc.property(randomBook({ unreachable }), step, (input, index) => {
    const smaller = driftWithin(BUDGETS_BPS[index - 1] ?? null, input);
    const larger = driftWithin(BUDGETS_BPS[index] ?? null, input);
    fc.pre(smaller !== null && larger !== null);
    expect(larger).toBeLessThanOrEqual(smaller);
  });
  fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
}

/** ½·Σ|w − t| that a plan within the budget leaves; `null` if there is none, which no budget changes. */
function driftWithin(costBudgetBps: number | null, input: PlanInput): number | null {
  const result = planRebalance({ ...input, settings: { ...input.settings, costBudgetBps } });
  return result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : null;
}

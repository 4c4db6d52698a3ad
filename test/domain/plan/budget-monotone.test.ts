/**
 * A larger cost budget never buys a worse plan (decision G10). In its own file, because it searches while the others
 * check.
 */

import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { fc } from '../../support/draws.ts';
import { PLANS_PER_PROPERTY, randomPlanInput } from '../random-portfolios.ts';

const BUDGETS_BPS = [0, 0.5, 1, 2, 3, 5, 8, 12, 20, 40, 80] as const;
/** The search ends within a hundred-thousandth of the removable drift, and quantities are rounded to lots. */
const ROUNDING = 2e-5;
/** The smallest order is 1.00, and a stamp duty is rounded to 0.05: much for a portfolio of some hundreds. */
const SMALLEST_MINOR = 200;
/** If a budget is not spent, the spent amount and its effect are found in turn, which leaves a slightly larger gap. */
const UNSPENT = 2e-4;

describe('a larger budget never leaves more drift than a smaller one', { tags: ['drawn'] }, () => {
  // Without a budget the full plan is carried out, which is also the best plan.
  test('if every exchange can be reached', () =>
    neverGrows([null], [...BUDGETS_BPS, null], PLANS_PER_PROPERTY, ROUNDING));

  // Here it is not: the full plan sells for buys that are impossible, but a budget is only spent on useful orders.
  test('if one of them cannot', () =>
    neverGrows(['XETR', 'XLON', 'XSWX'], BUDGETS_BPS, PLANS_PER_PROPERTY / 4, UNSPENT));
});

function neverGrows(
  unreachable: readonly (string | null)[],
  budgetsBps: readonly (number | null)[],
  numRuns: number,
  noise: number,
): void {
  const step = fc.integer({ min: 1, max: budgetsBps.length - 1 });
  const property = fc.property(randomPlanInput({ unreachable }), step, (input, index) => {
    const smaller = driftWithin(budgetsBps[index - 1] ?? null, input);
    const larger = driftWithin(budgetsBps[index] ?? null, input);
    fc.pre(smaller !== null && larger !== null);
    const { totalMinor } = valuePortfolio(input, input.view);
    expect(larger).toBeLessThanOrEqual((smaller ?? 0) + noise + SMALLEST_MINOR / totalMinor);
  });
  fc.assert(property, { numRuns });
}

/** ½·Σ|w − t| that a plan within the budget leaves; `null` if there is no plan, which no budget changes. */
function driftWithin(costBudgetBps: number | null, input: PlanInput): number | null {
  const result = planRebalance({ ...input, settings: { ...input.settings, costBudgetBps } });
  return result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : null;
}

/**
 * A larger cost budget never buys a worse plan (decision G10). In its own file, because it searches while the others
 * check.
 */

import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
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
  test('if one of them cannot', () => neverGrows(['XETR', 'XLON', 'XSWX'], BUDGETS_BPS, draws(2_500, 1 / 40), UNSPENT));
});

test('a budget that is not spent makes no plan dearer, even if two plans are equally good', () => {
  const listings = (mid: number, halfSpread: number) => [
    makeListing('XETR', mid, { connected: false }),
    makeListing('XSWX', mid, {
      currency: 'CHF',
      bidMicro: Math.round((mid - halfSpread) * 1e6),
      askMicro: Math.round((mid + halfSpread) * 1e6),
      commission: { bps: 4, minimumMinor: 0, capMinor: 9900 },
    }),
  ];
  const rate = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 } as const;
  const stamp = { code: 'CH_STAMP', side: 'both', rate: 0.0015, roundToMinor: 5, currency: 'CHF' } as const;
  const input: PlanInput = {
    currency: 'CHF',
    cashMinor: 6_010_261,
    positions: [{ isin: 'ISIN0', mic: 'XETR', quantityMicro: 641_369_617 }],
    targets: [
      { isin: 'ISIN0', weight: 0.375 },
      { isin: 'ISIN1', weight: 0.5163 },
    ],
    view: makeView(
      [
        makeInstrument('ISIN0', listings(248.528_768, 0), { dailyVolatility: 0.02 }),
        makeInstrument('ISIN1', listings(34.997_53, 0.043_747), { dailyVolatility: 0.02, taxes: [rate, stamp] }),
      ],
      { fxConversionBps: 20, impactCoefficient: 0.7 },
    ),
    settings: {
      driftThreshold: 0.01,
      bandType: 'absolute',
      rebalanceTrigger: 'any_position',
      costBudgetBps: null,
      fractionalPrecision: 2,
      fxOverlay: false,
    },
    referencePerEurMicro: {},
  };
  const planned = (costBudgetBps: number) => {
    const result = planRebalance({ ...input, settings: { ...input.settings, costBudgetBps } });
    if (result.kind !== 'plan') throw new Error(result.kind);
    return result.plan;
  };
  const smaller = planned(20);
  const larger = planned(40);
  expect(larger.driftAfter.portfolioDrift).toBeLessThanOrEqual(smaller.driftAfter.portfolioDrift + UNSPENT / 2);
  expect(larger.costs.totalMinor).toBeLessThan(smaller.costs.totalMinor * 1.05);
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

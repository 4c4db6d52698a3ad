/**
 * Plans of few rows within a cost budget (decisions G10, G24), where minimum commissions are all or nothing and every
 * cent counts: the shown drift of the plan, against other budgets and against other orders.
 */
import { describe, expect, test } from 'vitest';
import type { Plan, PlanInput, PlanSettings } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { minDriftWithin } from './brute-budget.ts';

const SETTINGS: PlanSettings = {
  ...({ driftThreshold: 0.001, bandType: 'absolute', rebalanceTrigger: 'any_position' } as const),
  costBudgetBps: null,
  fractionalPrecision: 6,
  fxOverlay: false,
};

function planWithin(input: PlanInput, costBudgetBps: number | null): Plan | null {
  const result = planRebalance({ ...input, settings: { ...input.settings, costBudgetBps } });
  return result.kind === 'plan' ? result.plan : null;
}

test('a budget of 1.85 bps leaves no more drift than one of 1.8475, and what fits it at 1.8525', proves('G24'), () => {
  const dear = {
    bidMicro: 49_996_250,
    askMicro: 50_003_750,
    commission: { bps: 10, minimumMinor: 200, capMinor: null },
  };
  const isins = ['DE0007164600', 'DE0007236101'];
  const input: PlanInput = {
    currency: 'EUR',
    cashMinor: 0,
    referencePerEurMicro: {},
    view: makeView(isins.map((isin) => makeInstrument(isin, [makeListing('XETR', 50, dear)]))),
    positions: [252.4097, 182.4857].map((shares, at) => ({
      isin: isins[at] ?? '',
      mic: 'XETR',
      quantityMicro: Math.round(shares * 1e6),
    })),
    targets: [0.5682, 0.4318].map((weight, at) => ({ isin: isins[at] ?? '', weight })),
    settings: { ...SETTINGS, driftThreshold: 0.01 },
  };
  const plans = [1.8475, 1.85, 1.8525].map((bps) => planWithin(input, bps));
  // Of 21 744.77: 4.017, 4.023 and 4.028. Two orders cost 2.00 each; half a spread of 1.5 bps is nothing up to 66.67,
  // and a cent up to 200.00. So 4.01 pay for 66.67 bought, and 4.02 for 200.00 less 4.02 bought.
  const values = plans.map((plan) => plan?.orders.map(({ estimatedValueMinor }) => estimatedValueMinor));
  expect(values).toEqual([
    [7068, 6667],
    [20_000, 19_598],
    [20_000, 19_598],
  ]);
  expect(plans.map((plan) => plan?.costs.totalMinor)).toEqual([401, 402, 402]);
  // (12 620.49 - 70.68) ÷ 21 740.76 - 0.5682, and (12 620.49 - 200.00) ÷ 21 740.75 - 0.5682.
  expect(plans.map((plan) => Math.round((plan?.driftAfter.portfolioDrift ?? 0) * 1e5))).toEqual([905, 310, 310]);
});

const randomBudgets = fc.record({
  rows: fc.array(
    fc.record({
      price: fc.integer({ min: 1000, max: 40_000 }),
      halfBps: fc.constantFrom(0, 1, 3, 8),
      volatility: fc.constantFrom(0, 0.015),
      share: fc.integer({ min: 10, max: 100 }),
      off: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  commission: fc.constantFrom(
    { bps: 10, minimumMinor: 200, capMinor: null },
    { bps: 1.2, minimumMinor: 200, capMinor: 9900 },
    { bps: 5, minimumMinor: 400, capMinor: null },
  ),
  nav: fc.constantFrom(10_000, 20_000, 50_000, 100_000),
  cashMinor: fc.oneof(fc.constant(0), fc.nat(200_000)),
  cashTarget: fc.constantFrom(0, 0, 0.05),
  off: fc.constantFrom(0.01, 0.025, 0.1),
  part: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  step: fc.double({ min: 0.0005, max: 0.2, noNaN: true }),
});

type Drawn = typeof randomBudgets extends fc.Arbitrary<infer Values> ? Values : never;

/** Budgets as fractions of the full plan's costs. */
function drawn({ rows, commission, nav, cashMinor, cashTarget, off, part, step }: Drawn) {
  const shares = rows.reduce((sum, { share }) => sum + share, 0) / (1 - cashTarget);
  const weights = rows.map(({ share }) => Math.floor((share / shares) * 1e4) / 1e4);
  const instruments = rows.map(({ price, halfBps, volatility }, at) => {
    const half = Math.round(price * halfBps);
    const quotes = { bidMicro: price * 1e4 - half, askMicro: price * 1e4 + half };
    const listing = makeListing('XETR', price / 100, { ...quotes, commission });
    return makeInstrument(`ISIN${at}`, [listing], { dailyVolatility: volatility });
  });
  const input: PlanInput = {
    currency: 'EUR',
    cashMinor,
    referencePerEurMicro: {},
    settings: SETTINGS,
    view: makeView(instruments, { impactCoefficient: 0.7 }),
    positions: rows.map(({ price, off: own }, at) => {
      const value = Math.max(0, (weights[at] ?? 0) + own * off) * nav;
      return { isin: `ISIN${at}`, mic: 'XETR', quantityMicro: Math.round((value / price) * 100 * 1e6) };
    }),
    targets: weights.map((weight, at) => ({ isin: `ISIN${at}`, weight })),
  };
  const full = planWithin(input, null);
  const bpsOf = (share: number) => Math.round((full?.costs.totalBps ?? 0) * share * 1e4) / 1e4;
  return { input, full, lowBps: bpsOf(part), highBps: bpsOf(part * (1 + step)) };
}

describe('a plan of few rows within a budget', { tags: ['drawn'] }, () => {
  test(
    'leaves no more drift than within a smaller one, and none that fits a smaller one leaves less',
    proves('G24'),
    () => {
      const property = fc.property(randomBudgets, (values) => {
        const { input, full, lowBps, highBps } = drawn(values);
        const [low, high] = [planWithin(input, lowBps), planWithin(input, highBps)];
        fc.pre(full !== null && low !== null && high !== null);
        const removable = full.driftBefore.portfolioDrift - full.driftAfter.portfolioDrift;
        const noise = NOISE * removable + CENT / full.navMinor;
        const [smaller, larger] = [low.driftAfter.portfolioDrift, high.driftAfter.portfolioDrift];
        expect(larger).toBeLessThanOrEqual(smaller + noise);
        if (high.costs.totalBps <= lowBps) expect(larger).toBeGreaterThanOrEqual(smaller - noise);
      });
      fc.assert(property, { numRuns: draws(2000, 1 / 50) });
    },
  );

  test('is never beaten by other orders by more than 0.1 % of the removable drift', proves('G24', 'G10'), () => {
    const property = fc.property(randomBudgets, (values) => {
      const { input, lowBps } = drawn(values);
      const plan = planWithin(input, lowBps);
      fc.pre(plan !== null);
      const least = minDriftWithin(input, lowBps);
      const before = plan.driftBefore.portfolioDrift;
      expect(plan.driftAfter.portfolioDrift).toBeLessThanOrEqual(
        least + 0.001 * (before - least) + CENT / plan.navMinor,
      );
    });
    fc.assert(property, { numRuns: draws(1000, 1 / 50) });
  });
});

/** Levels of a budget of many cents are searched to a part of a cent. */
const NOISE = 5e-5;
/** Values and charges are whole cents. */
const CENT = 1;

/** Constraints of a portfolio (decision O5): no plan exceeds any of them, and none leaves more drift than necessary. */

import { describe, expect, test } from 'vitest';
import {
  constraintsSet,
  type EstimateSaleGains,
  forbidding,
  onlyConstraint,
  type PlanConstraints,
  type PlannedSale,
  UNCONSTRAINED,
  underGainsTaxBudget,
  withoutConstraints,
} from '../../../src-server/domain/plan/constraints.ts';
import type { Plan, PlanInput, PlanResult } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { PLANS_PER_PROPERTY, randomPlanInput } from '../random-portfolios.ts';
import { saleGainsAt } from '../sale-gains.ts';

const isins = Array.from({ length: 8 }, (_each, index) => `ISIN${index}`);
const seldom = { freq: 2, nil: null };
const randomConstraints: fc.Arbitrary<PlanConstraints> = fc.record({
  minOrderMinor: fc.option(fc.integer({ min: 0, max: 500_000 }), seldom),
  minOrderBps: fc.option(fc.integer({ min: 0, max: 300 }), seldom),
  wholeShares: fc.boolean(),
  doNotSell: fc.subarray(isins, { maxLength: 3 }),
  doNotBuy: fc.subarray(isins, { maxLength: 3 }),
  cashFlowOnly: fc.constantFrom(false, false, false, true),
  maxTurnover: fc.option(fc.double({ min: 0, max: 0.4, noNaN: true }), seldom),
  gainsTaxBudgetMinor: fc.option(fc.integer({ min: 0, max: 300_000 }), seldom),
});

/** Lots of a hundred shares with alternating gains and losses, so that tax does not simply grow with the quantity. */
const estimateGains: EstimateSaleGains = (sales) => saleGainsAt(0.26, sales, gainMinor);

function gainMinor({ isin, quantityMicro, estimatedValueMinor, costs }: PlannedSale): number {
  const perMicro = (estimatedValueMinor - costs.totalMinor) / quantityMicro;
  let rest = quantityMicro;
  let gain = 0;
  for (let lot = Number(isin.slice(4)); rest > 0; lot += 1) {
    const taken = Math.min(rest, 100_000_000);
    gain += taken * perMicro * ([0.5, -0.2, 0.9, 0.1, -0.4][lot % 5] ?? 0);
    rest -= taken;
  }
  return Math.round(gain);
}

const constrained = (input: PlanInput, constraints: PlanConstraints): PlanResult =>
  planRebalance({ ...input, constraints, estimateGains });

const sumOf = (plan: Plan, side: 'buy' | 'sell') =>
  plan.orders.reduce((sum, order) => sum + (order.side === side ? order.estimatedValueMinor : 0), 0);

function expectRetained({ constraints: effect, ...plan }: Plan, constraints: PlanConstraints): void {
  const { minOrderMinor, minOrderBps, wholeShares, doNotSell, doNotBuy, cashFlowOnly } = constraints;
  for (const { side, isin, quantityMicro, estimatedValueMinor } of plan.orders) {
    expect(estimatedValueMinor).toBeGreaterThanOrEqual(minOrderMinor ?? 0);
    expect(estimatedValueMinor).toBeGreaterThanOrEqual(((minOrderBps ?? 0) * plan.navMinor) / 10_000);
    if (wholeShares) expect(quantityMicro % 1_000_000).toBe(0);
    if (side === 'sell') expect(doNotSell).not.toContain(isin);
    else expect(doNotBuy).not.toContain(isin);
    if (cashFlowOnly) expect(side).toBe('buy');
  }
  const limitMinor = (constraints.maxTurnover ?? 1e9) * plan.navMinor;
  expect(Math.max(sumOf(plan, 'buy'), sumOf(plan, 'sell'))).toBeLessThanOrEqual(limitMinor);
  const sells = plan.orders.filter(({ side }) => side === 'sell');
  if (constraints.gainsTaxBudgetMinor !== null) {
    expect(estimateGains(sells).taxMinor).toBeLessThanOrEqual(constraints.gainsTaxBudgetMinor);
  }
  expect(plan.cashAfterMinor).toBeGreaterThanOrEqual(Math.min(0, plan.cashBeforeMinor));
  if (plan.costs.budgetBps !== null) expect(plan.costs.totalBps).toBeLessThanOrEqual(plan.costs.budgetBps);
  for (const { cuts } of effect?.bound ?? []) {
    for (const { wantedMinor, allowedMinor } of cuts) expect(allowedMinor).toBeLessThan(wantedMinor);
  }
}

describe('a plan under constraints', { tags: ['drawn'] }, () => {
  test('meets every one of them, in whatever combination, and the cost budget too', proves('O5.4', 'O5.5'), () => {
    const property = fc.property(randomPlanInput(), randomConstraints, (input, constraints) => {
      const result = constrained(input, constraints);
      fc.pre(result.kind === 'plan' || result.kind === 'constrained');
      if (result.kind === 'plan') expectRetained(result.plan, constraints);
      else expect(result.bound).not.toEqual([]);
    });
    // A search for whole shares takes up to a second.
    fc.assert(property, { numRuns: draws(2_000, 1 / 40) });
  });

  test('is the plan without them if they bind nothing, to the byte', proves('O5.7'), () => {
    const loose = {
      ...UNCONSTRAINED,
      minOrderMinor: 0,
      doNotSell: ['ISIN99'],
      maxTurnover: 1,
      gainsTaxBudgetMinor: 1e12,
    };
    const property = fc.property(randomPlanInput({ unreachable: [null] }), (input) => {
      const free = planRebalance(input);
      expect(JSON.stringify(constrained(input, UNCONSTRAINED))).toBe(JSON.stringify(free));
      const result = constrained(input, loose);
      expect(result.kind).toBe(free.kind);
      if (free.kind !== 'plan' || result.kind !== 'plan') return;
      const { constraints: effect, ...plan } = result.plan;
      expect(JSON.stringify(plan)).toBe(JSON.stringify(free.plan));
      expect(effect).toEqual({ bound: [], driftWithout: plan.driftAfter.portfolioDrift, driftCost: 0 });
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

describe('the reasons of a plan under constraints', { tags: ['drawn'] }, () => {
  test(
    'are one a constraint and trade, with the values of both plans, and true: without it more of it is traded, and a turnover limit would be exceeded',
    proves('O5.8'),
    () => {
      const property = fc.property(randomPlanInput(), randomConstraints, (input, constraints) => {
        const [free, result] = [planRebalance(input), constrained(input, constraints)];
        fc.pre(free.kind === 'plan' && result.kind === 'plan' && result.plan.constraints !== undefined);
        if (free.kind !== 'plan' || result.kind !== 'plan') return;
        const cuts = result.plan.constraints?.bound.flatMap((bound) => bound.cuts) ?? [];
        const valueIn = ({ orders }: Plan, isin: string, side: string) =>
          orders.reduce(
            (sum, order) => sum + (order.isin === isin && order.side === side ? order.estimatedValueMinor : 0),
            0,
          );
        const tradedUnder = (other: PlanConstraints, isin: string, side: string) => {
          const planned = constrained(input, other);
          return planned.kind === 'plan' ? valueIn(planned.plan, isin, side) : 0;
        };
        const named = cuts.map(({ constraint, isin, side }) => `${constraint} ${isin} ${side}`);
        expect(new Set(named).size).toBe(cuts.length);
        for (const { constraint, isin, side, wantedMinor, allowedMinor } of cuts) {
          expect(allowedMinor).toBe(valueIn(result.plan, isin, side));
          const lifted = tradedUnder(withoutConstraints(constraints, [constraint]), isin, side);
          const alone = tradedUnder(onlyConstraint(constraints, constraint), isin, side);
          const forbids = forbidding(side, isin, constraints).includes(constraint);
          const isOnly = constraintsSet(constraints).length === 1;
          if (wantedMinor !== lifted) {
            expect(wantedMinor).toBe(valueIn(free.plan, isin, side));
            expect(forbids || isOnly || alone < wantedMinor).toBe(true);
          }
          const others = constraintsSet(constraints).filter((name) => name !== constraint);
          if (constraint === 'max_turnover' && others.some((name) => name !== 'gains_tax_budget')) {
            const without = constrained(input, withoutConstraints(constraints, [constraint]));
            const limitMinor = (constraints.maxTurnover ?? 0) * result.plan.navMinor;
            expect(without.kind).toBe('plan');
            if (without.kind !== 'plan') continue;
            expect(Math.max(sumOf(without.plan, 'buy'), sumOf(without.plan, 'sell'))).toBeGreaterThan(limitMinor);
          }
          // A warning of the same instrument would be a second reason.
          expect(
            result.plan.warnings.filter(
              ({ code, message }) => code === 'uneconomic_order' && message.includes(`(${isin})`),
            ),
          ).toEqual([]);
        }
      });
      fc.assert(property, { numRuns: draws(300) });
    },
  );
});

describe('the cash for buys if a position must not be sold', () => {
  const SHARE_MINOR = 10_000;
  /** Of 100 000.00 at 100.00 a share: the holding and the target of each. */
  const leftBy = (
    rows: Readonly<Record<string, readonly [heldPercent: number, targetPercent: number]>>,
    constraints: Partial<PlanConstraints>,
  ) => {
    const names = Object.keys(rows);
    const view = makeView(names.map((isin) => makeInstrument(isin, [makeListing('XETR', SHARE_MINOR / 100)])));
    const held = (isin: string) => rows[isin]?.[0] ?? 0;
    const result = constrained(
      {
        currency: 'EUR',
        view,
        referencePerEurMicro: {},
        cashMinor: 10_000_000 - names.reduce((sum, isin) => sum + held(isin) * 100_000, 0),
        positions: names.flatMap((isin) =>
          held(isin) === 0 ? [] : [{ isin, mic: 'XETR', quantityMicro: held(isin) * 10_000_000 }],
        ),
        targets: names.map((isin) => ({ isin, weight: (rows[isin]?.[1] ?? 0) / 100 })),
        settings: {
          driftThreshold: 0.01,
          bandType: 'absolute',
          rebalanceTrigger: 'any_position',
          costBudgetBps: null,
          fractionalPrecision: 4,
          fxOverlay: false,
        },
      },
      { ...UNCONSTRAINED, ...constraints },
    );
    if (result.kind !== 'plan') throw new Error(`expected a plan, got ${result.kind}`);
    return Object.fromEntries(result.plan.driftAfter.positions.map(({ isin, drift }) => [isin, drift]));
  };

  test(
    'is divided pro rata where its own drift is the largest: 20 points missing of 20 + 20 + 40',
    proves('O5.6'),
    () => {
      const rows = { KEPT: [40, 20], SAP: [0, 20], BB: [0, 20], CC: [0, 40] } as const;
      expect(leftBy(rows, { doNotSell: ['KEPT'] })).toEqual({ KEPT: 0.2, SAP: -0.05, BB: -0.05, CC: -0.1 });
    },
  );

  test('is divided so that the largest drift is least: 4 + 4, not 6.4 + 1.6 of 40 + 10', proves('O5.6'), () => {
    const rows = { AA: [0, 40], BB: [0, 10], KEPT: [29, 25], OTHER: [29, 25] } as const;
    // Pro rata would leave AA 8 × 40 ÷ 50 = 6.4 points short; the retained position limits the best result to 4.
    expect(leftBy(rows, { doNotSell: ['KEPT', 'OTHER'] })).toEqual({ AA: -0.04, BB: -0.04, KEPT: 0.04, OTHER: 0.04 });
  });

  test('is divided in the same way among sells, if something must not be bought', proves('O5.6'), () => {
    const rows = { AA: [60, 40], BB: [40, 30], NEVER: [0, 30] } as const;
    // 20 and 10 points too much, and nothing to buy with the proceeds: no sell has a purpose.
    expect(() => leftBy(rows, { doNotBuy: ['NEVER'] })).toThrow('constrained');
    // With CC to buy for 15 of the 30 points, each gives half.
    const some = { AA: [60, 40], BB: [40, 30], CC: [0, 15], NEVER: [0, 15] } as const;
    expect(leftBy(some, { doNotBuy: ['NEVER'] })).toEqual({ AA: 0.1, BB: 0.05, CC: 0, NEVER: -0.15 });
  });
});

describe('a plan under a limit of turnover', { tags: ['drawn'] }, () => {
  test('leaves no more drift than the limit forces it to, except for costs and the last order', proves('O5.6'), () => {
    const input = randomPlanInput({ unreachable: [null], budgetsBps: [null] });
    const share = fc.double({ min: 0.001, max: 0.4, noNaN: true });
    const property = fc.property(input, share, (portfolio, maxTurnover) => {
      const free = planRebalance(portfolio);
      fc.pre(free.kind === 'plan' && free.plan.orders.length > 0);
      const result = constrained(portfolio, { ...UNCONSTRAINED, maxTurnover });
      if (free.kind !== 'plan' || result.kind === 'below_threshold' || result.kind === 'worthless') return;
      const { driftBefore, driftAfter, navMinor, costs } = free.plan;
      const left = result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : driftBefore.portfolioDrift;
      // Every amount bought within the limit and paid for reduces the drift by as much, and nothing reduces it more.
      const forced = Math.max(driftAfter.portfolioDrift, driftBefore.portfolioDrift - maxTurnover);
      const slackMinor = 2 * costs.totalMinor + MIN_ECONOMIC_MINOR + STEP_MINOR * free.plan.orders.length;
      expect(left).toBeLessThanOrEqual(forced + slackMinor / navMinor);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

describe('a plan under a budget of gains tax', { tags: ['drawn'] }, () => {
  test('causes no more tax than the budget, and leaves no less drift than without it', proves('O5.5', 'L146'), () => {
    const input = randomPlanInput({ unreachable: [null], budgetsBps: [null] });
    const property = fc.property(input, fc.integer({ min: 0, max: 500_000 }), (portfolio, budgetMinor) => {
      const free = planRebalance(portfolio);
      fc.pre(free.kind === 'plan' && free.plan.orders.length > 0);
      const result = constrained(portfolio, underGainsTaxBudget(null, budgetMinor));
      if (free.kind !== 'plan' || result.kind === 'below_threshold' || result.kind === 'worthless') return;
      const plan = result.kind === 'plan' ? result.plan : free.plan;
      const left = result.kind === 'plan' ? plan.driftAfter.portfolioDrift : plan.driftBefore.portfolioDrift;
      const tax = estimateGains(result.kind === 'plan' ? plan.orders.filter(({ side }) => side === 'sell') : []);
      expect(tax.taxMinor).toBeLessThanOrEqual(budgetMinor);
      // Whole lots of an exchange and rounded costs leave a different rest in each plan.
      const slackMinor = STEP_MINOR * free.plan.orders.length;
      expect(left).toBeGreaterThanOrEqual(free.plan.driftAfter.portfolioDrift - slackMinor / plan.navMinor);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });

  test(
    'with a cost budget as well leaves no more drift than without, if that plan is within the cost budget, too',
    proves('L146'),
    () => {
      const input = randomPlanInput({ unreachable: [null], budgetsBps: [null] });
      const drawn = fc.tuple(input, fc.integer({ min: 0, max: 500_000 }), fc.double({ min: 1, max: 2, noNaN: true }));
      const property = fc.property(drawn, ([portfolio, budgetMinor, room]) => {
        const alone = constrained(portfolio, underGainsTaxBudget(null, budgetMinor));
        fc.pre(alone.kind === 'plan' && alone.plan.orders.length > 0);
        if (alone.kind !== 'plan') return;
        const { totalMinor } = alone.plan.costs;
        const costBudgetBps = ((totalMinor + 1) * room * 10_000) / alone.plan.navMinor;
        const settings = { ...portfolio.settings, costBudgetBps };
        const both = constrained({ ...portfolio, settings }, underGainsTaxBudget(null, budgetMinor));
        expect(both.kind).toBe('plan');
        if (both.kind !== 'plan') return;
        const slack = (STEP_MINOR * alone.plan.orders.length) / alone.plan.navMinor;
        expect(both.plan.driftAfter.portfolioDrift).toBeLessThanOrEqual(alone.plan.driftAfter.portfolioDrift + slack);
      });
      fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
    },
  );

  test('is that of two budgets which is stricter, beside all other constraints', proves('L146'), () => {
    const own = { ...UNCONSTRAINED, wholeShares: true, gainsTaxBudgetMinor: 200 };
    expect(underGainsTaxBudget(own, 300)).toEqual(own);
    expect(underGainsTaxBudget(own, 100)).toEqual({ ...own, gainsTaxBudgetMinor: 100 });
    expect(underGainsTaxBudget(null, 0)).toEqual({ ...UNCONSTRAINED, gainsTaxBudgetMinor: 0 });
  });
});

describe('a plan of cash flows only', { tags: ['drawn'] }, () => {
  test('invests all cash beyond its target, as long as something is missing', proves('O5.6'), () => {
    const property = fc.property(randomPlanInput({ unreachable: [null], budgetsBps: [null] }), (portfolio) => {
      const free = planRebalance(portfolio);
      fc.pre(free.kind === 'plan' && free.plan.orders.length > 0);
      const result = constrained(portfolio, { ...UNCONSTRAINED, cashFlowOnly: true });
      if (free.kind !== 'plan' || result.kind === 'below_threshold' || result.kind === 'worthless') return;
      const { driftBefore, navMinor, costs } = free.plan;
      const left = result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : driftBefore.portfolioDrift;
      const forced =
        driftBefore.portfolioDrift - Math.min(driftBefore.portfolioDrift, Math.max(0, driftBefore.cash.drift));
      const slackMinor = 2 * costs.totalMinor + MIN_ECONOMIC_MINOR * 4 + STEP_MINOR * 8;
      expect(left).toBeLessThanOrEqual(forced + slackMinor / navMinor);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

/** Ten times the largest minimum commission: a smaller amount is not worth the last order on either side. */
const MIN_ECONOMIC_MINOR = 2 * 10 * 1200;
/** A hundredth of the dearest share. */
const STEP_MINOR = 600;

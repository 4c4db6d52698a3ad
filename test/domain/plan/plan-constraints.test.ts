/** Constraints of a portfolio (decision O5): no plan exceeds any of them, and none leaves more drift than it has to. */

import { describe, expect, test } from 'vitest';
import type { EstimateSaleGains, PlanConstraints, PlannedSale } from '../../../src-server/domain/plan/constraints.ts';
import type { Plan, PlanInput, PlanResult } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { PLANS_PER_PROPERTY, randomPlanInput } from '../random-portfolios.ts';

const NONE: PlanConstraints = {
  minOrderMinor: null,
  minOrderBps: null,
  wholeShares: false,
  doNotSell: [],
  doNotBuy: [],
  cashFlowOnly: false,
  maxTurnover: null,
  gainsTaxBudgetMinor: null,
};

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

/** Lots of a hundred shares in turn at a gain and at a loss, so that tax does not simply grow with the quantity. */
const estimateGains: EstimateSaleGains = (sales) => {
  const gainMinorOf = new Map(sales.map((sale) => [sale.sequence, gainMinor(sale)]));
  const netMinor = [...gainMinorOf.values()].reduce((sum, gain) => sum + gain, 0);
  return { gainMinorOf, taxMinor: Math.round(Math.max(0, netMinor) * 0.26) };
};

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

function expectKept({ constraints: effect, ...plan }: Plan, constraints: PlanConstraints): void {
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
  test('keeps every one of them, in whatever combination, and the cost budget too', proves('O5'), () => {
    const property = fc.property(randomPlanInput(), randomConstraints, (input, constraints) => {
      const result = constrained(input, constraints);
      fc.pre(result.kind === 'plan' || result.kind === 'constrained');
      if (result.kind === 'plan') expectKept(result.plan, constraints);
      else expect(result.bound).not.toEqual([]);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });

  test('is the plan without them where they bind nothing, to the byte', proves('O5'), () => {
    const loose = { ...NONE, minOrderMinor: 0, doNotSell: ['ISIN99'], maxTurnover: 1, gainsTaxBudgetMinor: 1e12 };
    const property = fc.property(randomPlanInput({ unreachable: [null] }), (input) => {
      const free = planRebalance(input);
      expect(JSON.stringify(constrained(input, NONE))).toBe(JSON.stringify(free));
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

describe('a plan under a limit of turnover', { tags: ['drawn'] }, () => {
  test('leaves no more drift than the limit forces it to, but for costs and the last order', proves('O5'), () => {
    const input = randomPlanInput({ unreachable: [null], budgetsBps: [null] });
    const share = fc.double({ min: 0.001, max: 0.4, noNaN: true });
    const property = fc.property(input, share, (portfolio, maxTurnover) => {
      const free = planRebalance(portfolio);
      fc.pre(free.kind === 'plan' && free.plan.orders.length > 0);
      const result = constrained(portfolio, { ...NONE, maxTurnover });
      if (free.kind !== 'plan' || result.kind === 'below_threshold' || result.kind === 'worthless') return;
      const { driftBefore, driftAfter, navMinor, costs } = free.plan;
      const left = result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : driftBefore.portfolioDrift;
      // Whatever is bought within the limit and paid for takes that much off the drift, and nothing takes off more.
      const forced = Math.max(driftAfter.portfolioDrift, driftBefore.portfolioDrift - maxTurnover);
      const slackMinor = 2 * costs.totalMinor + LEAST_ECONOMIC_MINOR + STEP_MINOR * free.plan.orders.length;
      expect(left).toBeLessThanOrEqual(forced + slackMinor / navMinor);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

describe('a plan of cash flows only', { tags: ['drawn'] }, () => {
  test('invests all cash beyond its target, as far as something is missing', proves('O5'), () => {
    const property = fc.property(randomPlanInput({ unreachable: [null], budgetsBps: [null] }), (portfolio) => {
      const free = planRebalance(portfolio);
      fc.pre(free.kind === 'plan' && free.plan.orders.length > 0);
      const result = constrained(portfolio, { ...NONE, cashFlowOnly: true });
      if (free.kind !== 'plan' || result.kind === 'below_threshold' || result.kind === 'worthless') return;
      const { driftBefore, navMinor, costs } = free.plan;
      const left = result.kind === 'plan' ? result.plan.driftAfter.portfolioDrift : driftBefore.portfolioDrift;
      const forced =
        driftBefore.portfolioDrift - Math.min(driftBefore.portfolioDrift, Math.max(0, driftBefore.cash.drift));
      const slackMinor = 2 * costs.totalMinor + LEAST_ECONOMIC_MINOR * 4 + STEP_MINOR * 8;
      expect(left).toBeLessThanOrEqual(forced + slackMinor / navMinor);
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

/** Ten times the largest minimum commission: what is less is not worth the last order on either side. */
const LEAST_ECONOMIC_MINOR = 2 * 10 * 1200;
/** A hundredth of the dearest share. */
const STEP_MINOR = 600;

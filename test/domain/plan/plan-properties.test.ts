/** Properties of a plan beyond its own figures: size does not matter, and execution has the planned result. */

import { describe, expect, test } from 'vitest';
import { explicitCostsMinor } from '../../../src-server/domain/costs/cost-parts.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { breachesBand, measureDrift } from '../../../src-server/domain/valuation/drift.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { fc } from '../../support/draws.ts';
import { carriedOut, filledAtMid } from '../fill-at-mid.ts';
import { forEveryPlan, PLANS_PER_PROPERTY, randomPlanInput } from '../random-portfolios.ts';

/** Weights have ten decimals. */
const WEIGHT_NOISE = 1e-9;

describe('a portfolio times any number', { tags: ['drawn'] }, () => {
  test('has the same weights, drift and verdict, except for the rounding of each value to a cent', () => {
    const factor = fc.integer({ min: 2, max: 1000 });
    const property = fc.property(randomPlanInput(), factor, (input, times) => {
      const once = measureDrift(valuePortfolio(input, input.view), input.targets);
      fc.pre(once.totalMinor > 0);
      const grown = grownBy(times, input);
      const many = measureDrift(valuePortfolio(grown, input.view), input.targets);
      // Half a cent for each value, and for the total half a cent times the number of values in it.
      const doubt = (input.positions.length + 1) / once.totalMinor + WEIGHT_NOISE;
      expect(many.positions.map(({ isin }) => isin)).toEqual(once.positions.map(({ isin }) => isin));
      many.positions.forEach((row, index) => {
        expect(Math.abs(row.currentWeight - (once.positions[index]?.currentWeight ?? Number.NaN))).toBeLessThan(doubt);
      });
      expect(Math.abs(many.cash.weight - once.cash.weight)).toBeLessThan(doubt);
      const band = { threshold: 0.05, bandType: 'absolute', trigger: 'any_position' } as const;
      const verdict = breachesBand(once, band);
      if (Math.abs(verdict.largest.drift - band.threshold) > 2 * doubt) {
        expect(breachesBand(many, band).breached).toBe(verdict.breached);
      }
    });
    fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
  });
});

describe('a plan whose every order is filled at the mid of the plan', { tags: ['drawn'] }, () => {
  test('pays the commission, conversion and tax that it estimated, to the cent', () => {
    forEveryPlan((plan, input) => {
      for (const order of plan.orders) {
        const { costs } = filledAtMid(order, input);
        const { commissionMinor, fxMinor, transactionTaxMinor, spreadMinor, impactMinor } = costs;
        expect(costs.totalMinor).toBe(explicitCostsMinor(costs));
        expect({ commissionMinor, fxMinor, transactionTaxMinor }).toEqual({
          commissionMinor: order.costs.commissionMinor,
          fxMinor: order.costs.fxMinor,
          transactionTaxMinor: order.costs.transactionTaxMinor,
        });
        expect(spreadMinor + impactMinor).toBe(0);
      }
    });
  });

  test('ends with the planned cash plus exactly the spread and impact that it did not pay', () => {
    forEveryPlan((plan, input) => {
      const spared = plan.costs.spreadMinor + plan.costs.impactMinor;
      expect(carriedOut(plan, input).cashMinor).toBe(plan.cashAfterMinor + spared);
    });
  });

  test('ends with the planned weights, on a total that is larger by the costs not paid', () => {
    forEveryPlan((plan, input) => {
      const { cashMinor, positions } = carriedOut(plan, input);
      const after = measureDrift(valuePortfolio({ ...input, cashMinor, positions }, input.view), input.targets);
      const spared = plan.costs.spreadMinor + plan.costs.impactMinor;
      expect(after.totalMinor).toBe(plan.driftAfter.totalMinor + spared);
      const weightOf = new Map(after.positions.map(({ isin, currentWeight }) => [isin, currentWeight]));
      for (const { isin, currentWeight } of plan.driftAfter.positions) {
        const reachedMinor = (weightOf.get(isin) ?? 0) * after.totalMinor;
        const statedMinor = currentWeight * plan.driftAfter.totalMinor;
        expect(Math.abs(reachedMinor - statedMinor)).toBeLessThan(after.totalMinor * WEIGHT_NOISE);
      }
      for (const order of plan.orders) {
        const stated = plan.driftAfter.positions.find(({ isin }) => isin === order.isin);
        expect(order.weightAfter).toBe(stated?.currentWeight);
      }
    });
  });
});

function grownBy(times: number, { currency, cashMinor, positions }: PlanInput) {
  const grown = positions.map((row) => ({ ...row, quantityMicro: row.quantityMicro * times }));
  return { currency, cashMinor: cashMinor * times, positions: grown };
}

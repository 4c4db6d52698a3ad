/** Properties of the explanation of every plan, whatever the portfolio, its exchanges and its budget. */
import { describe, expect, test } from 'vitest';
import { estimateOrderCosts } from '../../../src-server/domain/costs/estimate-order-costs.ts';
import { explainOrder } from '../../../src-server/domain/explain/explain-order.ts';
import { explainPlan } from '../../../src-server/domain/explain/explain-plan.ts';
import type { ListingView } from '../../../src-server/domain/market-view.ts';
import type { Plan, PlanInput, PlannedOrder } from '../../../src-server/domain/plan/plan.ts';
import { instrumentOf, listingOf } from '../../../src-server/domain/valuation/valuation.ts';
import { forEveryPlan } from '../random-portfolios.ts';

const reasonless = () => null;
const SENTENCE = /^[A-Z][^\n]* [^\n]*[^ .]\.$/;
/** Numbers that no arithmetic gives. */
const NO_NUMBER = /NaN|undefined|null|Infinity|-\d/;

function expectSentence(text: string): void {
  expect(text).toMatch(SENTENCE);
  expect(text).not.toMatch(NO_NUMBER);
}

describe('every plan', { tags: ['drawn'] }, () => {
  test('has a summary, and a sentence and a reason for the exchange of every order', () => {
    forEveryPlan((plan, input) => {
      const { summary, orders } = explainPlan(plan, input, reasonless);
      expectSentence(summary);
      for (const order of plan.orders) expectSentence(explainOrder(order, plan, input));
      for (const { venueText } of orders) expectSentence(venueText);
      expect(orders.map(({ sequence }) => sequence)).toEqual(plan.orders.map(({ sequence }) => sequence));
    });
  });

  test('either trades a row or says why not: the two together are all rows, each once', () => {
    forEveryPlan((plan, input) => {
      const { skipped } = explainPlan(plan, input, reasonless);
      const traded = new Set(plan.orders.map(({ isin }) => isin));
      const explained = [...traded, ...skipped.map(({ isin }) => isin)].sort();
      expect(explained).toEqual(plan.driftBefore.positions.map(({ isin }) => isin));
      for (const { text } of skipped) expectSentence(text);
    });
  });

  test('names every other listing of a buy once, cheapest first, and none for a sell', () => {
    forEveryPlan((plan, input) => {
      for (const { sequence, alternatives } of explainPlan(plan, input, reasonless).orders) {
        const order = orderOf(plan, sequence);
        const listings = instrumentOf(input.view, order.isin).listings;
        const others = order.side === 'sell' ? [] : listings.filter(({ mic }) => mic !== order.mic);
        expect(alternatives.map(({ mic }) => mic).sort()).toEqual(others.map(({ mic }) => mic).sort());
        const costs = alternatives.map(({ totalCostMinor }) => totalCostMinor ?? Number.POSITIVE_INFINITY);
        expect(costs).toEqual([...costs].sort((a, b) => a - b));
        for (const { mic, totalCostMinor } of alternatives) {
          expect(totalCostMinor !== null).toBe(others.find((listing) => listing.mic === mic)?.connected);
        }
      }
    });
  });

  test('never refuses a cheaper exchange at the size of the order, apart from the rounding of charges', () => {
    forEveryPlan(
      (plan, input) => {
        for (const { sequence, venueText, alternatives } of explainPlan(plan, input, reasonless).orders) {
          const order = orderOf(plan, sequence);
          const chosen = listingOf(instrumentOf(input.view, order.isin), order.mic);
          const costMinor = costOf(order.estimatedValueMinor, chosen, order, input);
          const cheaper = alternatives.filter(
            (each) => each.totalCostMinor !== null && each.totalCostMinor < costMinor,
          );
          for (const { totalCostMinor } of cheaper) {
            expect(totalCostMinor).toBeGreaterThanOrEqual(costMinor - ROUNDING_MINOR);
          }
          expect(venueText.includes('only after rounding of every charge')).toBe(cheaper.length > 0);
        }
      },
      { budgetsBps: [null, 3, 40] },
    );
  });

  test('with a budget states cost and drift without it, and never that a budget binds that would be met anyway', () => {
    forEveryPlan(
      (plan, input) => {
        const { budget, summary } = explainPlan(plan, input, reasonless);
        expect(budget).not.toBeNull();
        expect(budget?.binds).toBe((budget?.unboundBps ?? 0) > (budget?.budgetBps ?? 0));
        // If a row cannot be traded, a budget is spent on the best remaining orders and not on the full plan's other
        // half.
        const isCutOff = plan.warnings.some(({ code }) => code === 'exchange_disconnected');
        if (!budget?.binds && !isCutOff) expect(plan.costs.totalBps).toBe(budget?.unboundBps);
        expect(/limits the plan|is too small for any useful trade/.test(summary)).toBe(budget?.binds);
      },
      { budgetsBps: [0, 3, 40] },
    );
  });
});

/** Five parts round to the cent, a Swiss stamp to 0.05 CHF; the choice itself is made before rounding. */
const ROUNDING_MINOR = 11;

function orderOf(plan: Plan, sequence: number): PlannedOrder {
  const order = plan.orders[sequence - 1];
  if (order === undefined) throw new Error(`no order ${sequence}`);
  return order;
}

function costOf(valueMinor: number, listing: ListingView, { isin }: PlannedOrder, { view, currency }: PlanInput) {
  const basePerLocal = (view.perEurMicro[currency] ?? 0) / (view.perEurMicro[listing.currency] ?? 1);
  const quantityMicro = Math.round((valueMinor / ((listing.midMicro / 1e4) * basePerLocal)) * 1e6);
  const order = { side: 'buy', quantityMicro, listing, instrument: instrumentOf(view, isin), currency } as const;
  return estimateOrderCosts(order, view).costs.totalMinor;
}

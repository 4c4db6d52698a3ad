/** How rows become orders and legs of the budget problem: at which exchange, up to what size, and at which rate. */
import { describe, expect, test } from 'vitest';
import type { ListingView } from '../../../src-server/domain/market-view.ts';
import { buildBudgetProblem } from '../../../src-server/domain/plan/build-budget-problem.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { rebalanceRows } from '../../../src-server/domain/plan/rebalance-row.ts';
import { splitTrade } from '../../../src-server/domain/plan/row-orders.ts';
import { measureDrift } from '../../../src-server/domain/valuation/drift.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const CASH_MINOR = 1_000_000;

/** Half of 10 000.00 in cash is to go into one instrument. */
function rowsOf(listings: readonly ListingView[], fxConversionBps = 0) {
  const view = makeView([makeInstrument('AA', listings)], { fxConversionBps });
  const targets = [{ isin: 'AA', weight: 0.5 }];
  const input = { currency: 'EUR', cashMinor: CASH_MINOR, positions: [], targets, view };
  const valuation = valuePortfolio(input, view);
  return rebalanceRows(input as unknown as PlanInput, valuation, measureDrift(valuation, targets).positions);
}

function problemOf(listings: readonly ListingView[], conversionBps = 0) {
  const [cashMinor, navMinor, fullNetNavMinor] = [CASH_MINOR, CASH_MINOR, CASH_MINOR];
  const fx = { currency: 'EUR', conversionBps };
  const terms = { cashMinor, navMinor, fullNetNavMinor, budgetMinor: 1000, fx };
  return buildBudgetProblem(rowsOf(listings, conversionBps), terms).problem;
}

describe('a buy in the budget problem', () => {
  test('has one leg per exchange, each up to the size at which the next one is cheaper: 10 bps against 2.00', () => {
    const rate = makeListing('XETR', 50, { commission: { bps: 10, minimumMinor: 0, capMinor: null } });
    const flat = makeListing('XPAR', 50, { commission: { bps: 0, minimumMinor: 200, capMinor: null } });
    const legs = problemOf([rate, flat]).trades[0]?.legs ?? [];
    // 10 bps of 2 000.00 are 2.00; half of 10 000.00 is 5 000.00.
    expect(legs.map(({ sizeMinor }) => Math.round(sizeMinor))).toEqual([200_000, 500_000]);
    expect(legs.map(({ curve }) => curve.minimumMinor)).toEqual([0, 200]);
  });

  test('in another currency pays for its conversion on the net of that currency, not by itself', () => {
    const { trades, nettedFxRates } = problemOf([makeListing('XLON', 50, { currency: 'GBP' })], 25);
    expect(nettedFxRates).toEqual([0.0025]);
    expect(trades[0]?.legs).toMatchObject([{ fxIndex: 0, curve: { proportionalRate: 0 } }]);
  });

  test('has no currency to net if conversion is free', () => {
    const { trades, nettedFxRates } = problemOf([makeListing('XLON', 50, { currency: 'GBP' })]);
    expect(nettedFxRates).toEqual([]);
    expect(trades[0]?.legs[0]).not.toHaveProperty('fxIndex');
  });
});

test('a row that trades nothing has no order, and nothing that is too little for one', () => {
  const [row] = rowsOf([makeListing('XETR', 50)]);
  expect(row && splitTrade(row, 0)).toEqual({ orders: [], left: [] });
});

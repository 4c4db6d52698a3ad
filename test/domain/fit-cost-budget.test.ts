import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BudgetRow, fitCostBudget } from '../../src-server/domain/fit-cost-budget.ts';

/** Four rows of 10 000.00 altogether: A and B are 1 000.00 over, C and D 1 000.00 under; costs are a rate and a minimum. */
function makeRow(heldMinor: number, rate: number, minimumMinor = 0): BudgetRow {
  const costMinor = (tradeMinor: number) =>
    tradeMinor === 0 ? 0 : Math.max(minimumMinor, Math.abs(tradeMinor) * rate);
  return { tradeMinor: 250_000 - heldMinor, heldMinor, aimWeight: 0.25, costMinor };
}

describe('fitting a plan into a cost budget (decision G10)', () => {
  test('carries out the cheapest rows in full: 1 000.00 at 10 bps each way is 2.00', () => {
    const rows = [makeRow(350_000, 0.001), makeRow(350_000, 0.01), makeRow(150_000, 0.01), makeRow(150_000, 0.001)];
    const trades = fitCostBudget({ rows, navMinor: 1_000_000, cashMinor: 0, budgetMinor: 200 });
    expect(trades.map((trade) => Math.round(trade / 1000) + 0)).toEqual([-100, 0, 0, 100]);
  });

  test('trades fewer rows where minimum commissions would eat the budget: 2 × 5.00 instead of 4 × 5.00', () => {
    const rows = [350_000, 350_000, 150_000, 150_000].map((heldMinor) => makeRow(heldMinor, 0, 500));
    const trades = fitCostBudget({ rows, navMinor: 1_000_000, cashMinor: 0, budgetMinor: 1000 });
    expect(trades.filter((trade) => trade !== 0)).toHaveLength(2);
  });

  test('trades nothing where nothing is affordable', () => {
    const rows = [350_000, 150_000].map((heldMinor) => makeRow(heldMinor, 0, 500));
    expect(fitCostBudget({ rows, navMinor: 500_000, cashMinor: 0, budgetMinor: 499 })).toEqual([0, 0]);
  });

  test('never costs more than the budget and never goes beyond a full trade', () => {
    const row = fc.record({ heldMinor: fc.nat(500_000), rate: fc.double({ min: 0, max: 0.02, noNaN: true }) });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.nat(5000),
        fc.nat(800),
        (parts, budgetMinor, min) => {
          const rows = parts.map(({ heldMinor, rate }) => makeRow(heldMinor, rate, min));
          const navMinor = parts.reduce((sum, { heldMinor }) => sum + heldMinor, 100_000);
          const trades = fitCostBudget({ rows, navMinor, cashMinor: 100_000, budgetMinor });
          const costs = trades.map((trade, index) => (trade === 0 ? 0 : (rows[index]?.costMinor(trade) ?? 0)));
          expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(budgetMinor);
          trades.forEach((trade, index) => {
            expect(Math.abs(trade)).toBeLessThanOrEqual(Math.abs(rows[index]?.tradeMinor ?? 0));
          });
        },
      ),
    );
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { BudgetProblem } from '../../../src-server/domain/budget/budget-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';
import { solveBudget } from '../../../src-server/domain/budget/solve-budget.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { exactOptimum } from './exact-optimum.ts';
import { fullSize, isSendable, plainCost, plainFigures, plainRemoved, randomProblem } from './random-problems.ts';

/** The search may stop at a gap below this. */
const CENTS = 2.1;

let solver: LinearSolver;
beforeAll(async () => {
  solver = await loadLinearSolver();
});

describe('the best plan within a budget, against brute force on small problems', { tags: ['drawn'] }, () => {
  test('removes drift within 0.1 % of the best of all sets of orders, and proves no more than that', () => {
    fc.assert(
      fc.property(randomProblem({ minRows: 1, maxRows: 6 }), (problem) => {
        const { removedMinor, boundMinor, gap } = solveBudget(problem, solver);
        const optimum = exactOptimum(problem);
        expect(removedMinor).toBeGreaterThanOrEqual(optimum * 0.999 - CENTS);
        expect(boundMinor).toBeGreaterThanOrEqual(optimum * (1 - 1e-6) - CENTS);
        expect(removedMinor).toBeLessThanOrEqual(optimum * (1 + 1e-5) + CENTS);
        expect(gap).toBeLessThanOrEqual(0.001);
      }),
      { numRuns: draws(1000) },
    );
  });

  test('is the best of all sets of orders that cost no more than a tenth of their value each', proves('G47'), () => {
    fc.assert(
      fc.property(randomProblem({ minRows: 1, maxRows: 5 }), (drawn) => {
        const trades = drawn.trades.filter(({ legs }) => legs.length === 1);
        const problem = { ...drawn, trades, maxCostShare: 0.1 };
        const { removedMinor, valuesMinor } = solveBudget(problem, solver);
        const optimum = exactOptimum(problem);
        expect(removedMinor).toBeGreaterThanOrEqual(optimum * 0.999 - CENTS);
        expect(removedMinor).toBeLessThanOrEqual(optimum * (1 + 1e-5) + CENTS);
        trades.forEach((trade, index) => {
          const value = valuesMinor[index] ?? 0;
          if (value > 0) expect(plainCost(trade, value)).toBeLessThanOrEqual(0.1 * value * (1 + 1e-9));
        });
      }),
      { numRuns: draws(300) },
    );
  });

  test('is not beaten by any plan on a grid of values', () => {
    fc.assert(
      fc.property(randomProblem({ minRows: 1, maxRows: 4 }), (problem) => {
        const { removedMinor } = solveBudget(problem, solver);
        expect(removedMinor).toBeGreaterThanOrEqual(gridOptimum(problem) * 0.999 - CENTS);
      }),
      { numRuns: draws(1000) },
    );
  });
});

const GRID = [0, 0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

/** The most drift removed by a plan of which every row trades a tenth, a quarter … of its full trade. */
function gridOptimum(problem: BudgetProblem): number {
  const choices = problem.trades.map((trade) =>
    GRID.map((share) => share * fullSize(trade)).filter((value) => isSendable(trade, value, problem)),
  );
  let best = 0;
  const values = problem.trades.map(() => 0);
  const visit = (row: number): void => {
    if (row === values.length) {
      const { costMinor, cashMinor } = plainFigures(problem, values);
      if (costMinor <= problem.budgetMinor && cashMinor >= 0) best = Math.max(best, plainRemoved(problem, values));
      return;
    }
    for (const value of choices[row] as number[]) {
      values[row] = value;
      visit(row + 1);
    }
  };
  visit(0);
  return best;
}

import { beforeAll, describe, expect, test } from 'vitest';
import type { BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';
import { solveBudget } from '../../../src-server/domain/budget/solve-budget.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { independentOptimum } from './independent-model.ts';
import { fullSize, plainCost, plainFigures } from './random-problems.ts';

let solver: LinearSolver;
beforeAll(async () => {
  solver = await loadLinearSolver();
});

/** Numbers from 0 to 1, always the same for a seed (a linear congruence). */
function numbers(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = (Math.imul(state | 0, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Prices as on the simulated exchanges, about `sizeMinor` per trade, with equal sells and buys. */
function makeProblem(seed: number, rows: number, sizeMinor: number, minimumMinor: number): BudgetProblem {
  const next = numbers(seed);
  const gaps = Array.from({ length: rows }, () => next() - 0.5);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / rows;
  const trades = gaps.map((gap): BudgetTrade => {
    const curve = {
      commissionRate: next() < 0.5 ? 0.00012 : 0.00018,
      minimumMinor: minimumMinor * (0.7 + 0.4 * Math.floor(next() * 3)),
      capMinor: Number.POSITIVE_INFINITY,
      proportionalRate: 0.0001 + 0.0005 * next() + (gap > mean && next() < 0.2 ? 0.005 : 0),
      impactRatePerRootMinor: 1e-7 + 4e-7 * next(),
    };
    return { side: gap > mean ? 'buy' : 'sell', legs: [{ curve, sizeMinor: 4 * sizeMinor * Math.abs(gap - mean) }] };
  });
  const costs = trades.reduce((sum, trade) => sum + plainCost(trade, fullSize(trade)), 0);
  const budgetMinor = costs * (0.15 + 0.7 * next());
  return { trades, cashMinor: 0, targetCashMinor: 0, navMinor: rows * sizeMinor * 4, budgetMinor, minOrderMinor: 100 };
}

describe('the best plan within a budget, against another formulation of large problems', () => {
  const cases = [25, 35, 50].flatMap((rows) =>
    [
      { sizeMinor: 150_000, minimumMinor: 0 },
      { sizeMinor: 600_000, minimumMinor: 0 },
      { sizeMinor: 2_000_000, minimumMinor: 200 },
      { sizeMinor: 900_000, minimumMinor: 200 },
      { sizeMinor: 300_000, minimumMinor: 200 },
    ].map((shape, index) => ({ rows, ...shape, seed: 10 * rows + index })),
  );
  for (const { seed, rows, sizeMinor, minimumMinor } of cases) {
    const title = `${rows} rows of about ${sizeMinor} with minimum commissions around ${minimumMinor} are within 0.1 % of it`;
    test(title, { tags: minimumMinor > 0 ? ['deep'] : [] }, () => {
      const problem = makeProblem(seed, rows, sizeMinor, minimumMinor);
      const other = independentOptimum(problem, solver);
      const { removedMinor, boundMinor, valuesMinor, gap } = solveBudget(problem, solver);
      expect(plainFigures(problem, valuesMinor).costMinor).toBeLessThanOrEqual(problem.budgetMinor * (1 + 1e-9));
      expect(removedMinor).toBeGreaterThanOrEqual(other.attained * 0.999);
      expect(removedMinor).toBeLessThanOrEqual(other.bound * 1.0002);
      expect(boundMinor).toBeGreaterThanOrEqual(other.attained * 0.9998);
      expect(gap).toBeLessThanOrEqual(0.001);
    });
  }

  test.each([
    { rows: 400, minimumMinor: 0 },
    { rows: 400, minimumMinor: 200 },
    { rows: 2000, minimumMinor: 0 },
    { rows: 2000, minimumMinor: 200 },
  ])('$rows rows are solved with a proof, with minimum commissions around $minimumMinor', ({ rows, minimumMinor }) => {
    const problem = makeProblem(rows, rows, 500_000, minimumMinor);
    const { valuesMinor, gap } = solveBudget(problem, solver);
    const { costMinor, cashMinor } = plainFigures(problem, valuesMinor);
    expect(costMinor).toBeLessThanOrEqual(problem.budgetMinor * (1 + 1e-9));
    expect(cashMinor).toBeGreaterThanOrEqual(-1e-9 * problem.navMinor);
    expect(gap).toBeLessThanOrEqual(0.001);
  });
});

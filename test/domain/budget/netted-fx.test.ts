import { beforeAll, describe, expect, test } from 'vitest';
import type { BudgetLeg, BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';
import { solveBudget } from '../../../src-server/domain/budget/solve-budget.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { draws, fc } from '../../support/draws.ts';
import { fullSize, isSendable, plainFigures, plainRemoved, randomProblem } from './random-problems.ts';

let solver: LinearSolver;
beforeAll(async () => {
  solver = await loadLinearSolver();
});

const RATES = [0.0003, 0.002];

/** Random problems with some legs in one of two foreign currencies. */
function nettedProblem(minRows: number, maxRows: number): fc.Arbitrary<BudgetProblem> {
  const currencies = fc.array(fc.constantFrom(null, 0, 1), { minLength: 2 * maxRows, maxLength: 2 * maxRows });
  return fc.tuple(randomProblem({ minRows, maxRows }), currencies).map(([problem, indexes]) => ({
    ...problem,
    nettedFxRates: RATES,
    trades: problem.trades.map((trade, row) => ({
      ...trade,
      legs: trade.legs.map((leg, at): BudgetLeg => {
        const fxIndex = indexes[2 * row + at] ?? null;
        return fxIndex === null ? leg : { ...leg, fxIndex };
      }),
    })),
  }));
}

describe('a budget where currencies are converted net', { tags: ['drawn'] }, () => {
  test('a sale and a buy in one currency pay no conversion: the whole 2.00 are the two commissions', () => {
    const curve = {
      commissionRate: 0,
      minimumMinor: 100,
      capMinor: Number.POSITIVE_INFINITY,
      proportionalRate: 0,
      impactRatePerRootMinor: 0,
    };
    const leg = { curve, sizeMinor: 1_000_000, fxIndex: 0 };
    const buys: BudgetTrade = { side: 'buy', legs: [leg] };
    const elsewhere: BudgetTrade = { side: 'buy', legs: [{ curve, sizeMinor: 1_000_000 }] };
    const common = {
      cashMinor: 0,
      targetCashMinor: 0,
      navMinor: 10_000_000,
      minOrderMinor: 100,
      nettedFxRates: [0.0003],
    };
    // 10 000.00 sold, less 2.00, buy 9 998.00; 3 bps on the remaining 2.00 come to 0.0006.
    const trades: BudgetTrade[] = [elsewhere, { side: 'sell', legs: [leg] }, buys];
    const { valuesMinor, costMinor } = solveBudget({ ...common, trades, budgetMinor: 201 }, solver);
    expect(valuesMinor.map(Math.round)).toEqual([0, 1_000_000, 999_800]);
    expect(costMinor).toBeCloseTo(200.06, 2);
  });

  test('never exceeds the budget and never overdraws cash with its netted charges', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: nettedProblem(1, 6) }, { weight: 1, arbitrary: nettedProblem(20, 40) }),
        (problem) => {
          const { valuesMinor, costMinor, removedMinor, gap } = solveBudget(problem, solver);
          const figures = plainFigures(problem, valuesMinor);
          expect(figures.costMinor).toBeLessThanOrEqual(problem.budgetMinor * (1 + 1e-9) + 1e-6);
          expect(figures.cashMinor).toBeGreaterThanOrEqual(-1e-9 * problem.navMinor);
          expect(figures.costMinor).toBeCloseTo(costMinor, 4);
          expect(plainRemoved(problem, valuesMinor)).toBeCloseTo(removedMinor, 3);
          expect(gap).toBeLessThanOrEqual(0.001);
        },
      ),
      { numRuns: draws(600) },
    );
  });

  test('is not beaten by any plan on a grid of values, nor is its bound', () => {
    fc.assert(
      fc.property(nettedProblem(2, 4), (problem) => {
        const { removedMinor, boundMinor } = solveBudget(problem, solver);
        const best = gridOptimum(problem);
        expect(removedMinor).toBeGreaterThanOrEqual(best * 0.999 - 2.1);
        expect(boundMinor).toBeGreaterThanOrEqual(best * (1 - 1e-6) - 2.1);
      }),
      { numRuns: draws(1000) },
    );
  });
});

const GRID = [0, 0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

function gridOptimum(problem: BudgetProblem): number {
  let plans: number[][] = [[]];
  for (const trade of problem.trades) {
    const sizes = GRID.map((share) => share * fullSize(trade)).filter((value) => isSendable(trade, value, problem));
    plans = plans.flatMap((plan) => sizes.map((value) => [...plan, value]));
  }
  return plans.reduce((best, plan) => {
    const { costMinor, cashMinor } = plainFigures(problem, plan);
    const isAffordable = costMinor <= problem.budgetMinor && cashMinor >= 0;
    return isAffordable ? Math.max(best, plainRemoved(problem, plan)) : best;
  }, 0);
}

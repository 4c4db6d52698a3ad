/** The linear solver alone, which the search calls only if it leaves a gap, and the parts that both share. */
import { beforeAll, expect, test } from 'vitest';
import { branchAndBound } from '../../../src-server/domain/budget/branch-and-bound.ts';
import { compileProblem } from '../../../src-server/domain/budget/compile-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';
import { noTradeObjective } from '../../../src-server/domain/budget/plan-values.ts';
import { reducedCostsOf } from '../../../src-server/domain/budget/reduced-costs.ts';
import { mixInto, type RowSolutions } from '../../../src-server/domain/budget/row-solutions.ts';
import { FREE, NO_TRADE } from '../../../src-server/domain/budget/row-subproblem.ts';
import { solveLinear } from '../../../src-server/domain/budget/solve-linear.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { fc } from '../../support/draws.ts';
import { exactOptimum } from './exact-optimum.ts';
import { randomProblem } from './random-problems.ts';

/** The search may stop at a gap below this. */
const CENTS = 2.1;
const GAP = 0.001;
const LIMITS = { targetGap: GAP, targetGapNodes: 0, acceptedGap: GAP, maxNodes: 8 };

let solver: LinearSolver;
beforeAll(async () => {
  solver = await loadLinearSolver();
});

test('its plan and its bound enclose the best of all sets of orders', () => {
  fc.assert(
    fc.property(randomProblem({ minRows: 2, maxRows: 5 }), (problem) => {
      const compiled = compileProblem(problem);
      const noTrade = noTradeObjective(problem);
      const { prices, bound } = branchAndBound(compiled, LIMITS);
      fc.pre(bound - noTrade > problem.minOrderMinor);
      const found = solveLinear(compiled, solver, { prices, scaleMinor: bound - noTrade }, GAP);
      const optimum = exactOptimum(problem);
      expect((found?.bound ?? 0) - noTrade).toBeGreaterThanOrEqual(optimum * (1 - 1e-5) - CENTS);
      expect((found?.plan?.figures.objective ?? noTrade) - noTrade).toBeGreaterThanOrEqual(optimum * 0.99 - CENTS);
    }),
    { numRuns: 40 },
  );
});

const CURVE = {
  commissionRate: 0,
  minimumMinor: 200,
  capMinor: 9900,
  proportionalRate: 0.001,
  impactRatePerRootMinor: 0,
};

test('reduced costs belong to rows that can still change', () => {
  const buy = (sizeMinor: number) => ({ side: 'buy', legs: [{ curve: CURVE, sizeMinor }] }) as const;
  const compiled = compileProblem({
    trades: [buy(300_000), buy(200_000)],
    cashMinor: 500_000,
    targetCashMinor: 0,
    navMinor: 1_000_000,
    budgetMinor: 300,
    minOrderMinor: 100,
  });
  const rows = compiled.buys.rows.map((segments, index) => ({
    side: 'buys' as const,
    index,
    segments,
    orderMultiplier: 0,
    choice: index === 0 ? FREE : NO_TRADE,
  }));
  const { trading, segmentLeads } = reducedCostsOf(compiled, rows, {
    roundTrip: 2,
    selling: Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1),
  });
  expect(trading.buys[0]).toBeGreaterThan(0);
  expect([trading.buys[1], segmentLeads.buys[1]]).toEqual([0, 0]);
});

test('some rows of a solution move towards those of another, and the others do not change', () => {
  const of = (...buys: number[]): RowSolutions => {
    const side = () => ({ buys: Float64Array.from(buys), sells: Float64Array.of(7) });
    return { values: side(), segmentNumbers: side() };
  };
  const [solutions, other] = [of(100, 100), of(20, 20)];
  mixInto(solutions, other, 0.25, [{ side: 'buys', index: 1, segments: [], choice: FREE, orderMultiplier: 0 }]);
  // A quarter of the way from 100 to 20.
  for (const part of ['values', 'segmentNumbers'] as const) {
    expect([...solutions[part].buys, ...solutions[part].sells]).toEqual([100, 80, 7]);
  }
});

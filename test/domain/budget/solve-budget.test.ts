import { beforeAll, describe, expect, test } from 'vitest';
import type { BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';
import { solveBudget } from '../../../src-server/domain/budget/solve-budget.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { draws, fc } from '../../support/draws.ts';
import { fullSize, isSendable, plainFigures, plainRemoved, randomProblem } from './random-problems.ts';

let solver: LinearSolver;
beforeAll(async () => {
  solver = await loadLinearSolver();
});

const FREE = {
  commissionRate: 0,
  minimumMinor: 0,
  capMinor: Number.POSITIVE_INFINITY,
  proportionalRate: 0,
  impactRatePerRootMinor: 0,
};

/** One order per row over 1 000.00 at a rate and a minimum commission. */
function makeTrade(side: BudgetTrade['side'], rate: number, minimumMinor = 0): BudgetTrade {
  return { side, legs: [{ curve: { ...FREE, proportionalRate: rate, minimumMinor }, sizeMinor: 100_000 }] };
}

function makeProblem(trades: readonly BudgetTrade[], budgetMinor: number): BudgetProblem {
  return { trades, cashMinor: 0, targetCashMinor: 0, navMinor: 1_000_000, budgetMinor, minOrderMinor: 100 };
}

const small = randomProblem({ minRows: 1, maxRows: 8 });
const middling = randomProblem({ minRows: 20, maxRows: 50 });

describe('the best part of a plan within a cost budget (decision G10)', { tags: ['drawn'] }, () => {
  test('carries out the cheapest rows in full: 1 000.00 at 10 bps is 1.00 to sell, and 998.00 of it buy 997.00', () => {
    const trades = [makeTrade('sell', 0.001), makeTrade('sell', 0.01), makeTrade('buy', 0.01), makeTrade('buy', 0.001)];
    const { valuesMinor, costMinor } = solveBudget(makeProblem(trades, 199.8), solver);
    // 999.00 come in: b + b/1000 = 999.00, so b = 998.00.
    expect(valuesMinor.map(Math.round)).toEqual([100_000, 0, 0, 99_800]);
    expect(costMinor).toBeCloseTo(199.8, 3);
  });

  test('trades fewer rows if minimum commissions would consume the budget: 2 × 5.00 instead of 4 × 5.00', () => {
    const trades = [
      makeTrade('sell', 0, 500),
      makeTrade('sell', 0, 500),
      makeTrade('buy', 0, 500),
      makeTrade('buy', 0, 500),
    ];
    const { valuesMinor, costMinor } = solveBudget(makeProblem(trades, 1499), solver);
    // 14.99 cannot pay for a third order. One sale brings 995.00, and with its 5.00 the buy comes to 990.00.
    expect(costMinor).toBe(1000);
    expect(valuesMinor.filter((value) => value > 0)).toHaveLength(2);
    expect(Math.max(...valuesMinor.slice(2))).toBeCloseTo(99_000, 3);
  });

  test('trades nothing for a budget of 0, and nothing if no order is affordable', () => {
    fc.assert(
      fc.property(small, (problem) => {
        const priced = problem.trades.map((trade) => ({
          ...trade,
          legs: trade.legs.map((leg) => ({ ...leg, curve: { ...leg.curve, minimumMinor: 200, capMinor: 1e9 } })),
        }));
        for (const budgetMinor of [0, 199]) {
          const solution = solveBudget({ ...problem, trades: priced, budgetMinor }, solver);
          expect(solution).toMatchObject({ costMinor: 0, removedMinor: 0 });
          expect(solution.valuesMinor.every((value) => value === 0)).toBe(true);
        }
      }),
      { numRuns: draws(300) },
    );
  });

  test('carries out the full plan for a sufficient budget, says that it does not bind and costs nothing more', () => {
    const trades = [makeTrade('sell', 0.001, 200), makeTrade('sell', 0.002), makeTrade('buy', 0.004, 134)];
    // 2 000.00 sold cost 3.00 + 2.00, as a commission is added to 10 bps; the buy 1.34 + 4.00: all of 10.34 fits.
    const solution = solveBudget(makeProblem(trades, 1034), solver);
    expect(solution).toMatchObject({
      valuesMinor: [100_000, 100_000, 100_000],
      binds: false,
      shadowPricePerBps: 0,
      gap: 0,
    });
    expect(solution.costMinor).toBeCloseTo(1034, 6);
  });

  test('never exceeds the budget, never overdraws, never trades beyond the full trade or too little', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: middling }), (problem) => {
        const { valuesMinor, costMinor, removedMinor, boundMinor } = solveBudget(problem, solver);
        const figures = plainFigures(problem, valuesMinor);
        expect(figures.costMinor).toBeLessThanOrEqual(problem.budgetMinor * (1 + 1e-9) + 1e-6);
        expect(figures.cashMinor).toBeGreaterThanOrEqual(-1e-9 * problem.navMinor);
        expect(figures.costMinor).toBeCloseTo(costMinor, 5);
        expect(plainRemoved(problem, valuesMinor)).toBeCloseTo(removedMinor, 3);
        expect(boundMinor).toBeGreaterThanOrEqual(removedMinor);
        problem.trades.forEach((trade, row) => {
          const value = valuesMinor[row] as number;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(fullSize(trade) * (1 + 1e-12));
          if (trade.legs.length === 1) expect(isSendable(trade, value, problem)).toBe(true);
        });
      }),
      { numRuns: draws(2000) },
    );
  });

  test('proves that each of its plans removes within 0.1 % of the most drift possible', () => {
    fc.assert(
      fc.property(middling, (problem) => {
        expect(solveBudget(problem, solver).gap).toBeLessThanOrEqual(0.001);
      }),
      { numRuns: draws(300) },
    );
  });
});

describe('the effect of a budget', { tags: ['drawn'] }, () => {
  test('never leaves more drift for a larger budget', () => {
    fc.assert(
      fc.property(small, fc.double({ min: 0, max: 1, noNaN: true }), (problem, share) => {
        const less = solveBudget({ ...problem, budgetMinor: share * problem.budgetMinor }, solver);
        const more = solveBudget(problem, solver);
        // Each is found to within a hundred-thousandth, or two cents.
        const noise = Math.max(2.1, 1.1e-5 * more.boundMinor) + (more.method === 'dual' ? 0 : 0.001 * more.boundMinor);
        expect(more.removedMinor).toBeGreaterThanOrEqual(less.removedMinor - noise);
      }),
      { numRuns: draws(2500) },
    );
  });

  test('never leaves more drift for a larger budget in problems of up to 50 rows', () => {
    fc.assert(
      fc.property(
        middling,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (problem, shares) => {
          const solutions = [...shares, 1]
            .sort((a, b) => a - b)
            .map((share) => solveBudget({ ...problem, budgetMinor: share * problem.budgetMinor }, solver));
          solutions.reduce((less, more) => {
            const noise = Math.max(2.1, (more.gap + 1e-9) * more.boundMinor);
            expect(more.removedMinor).toBeGreaterThanOrEqual(less.removedMinor - noise);
            return more;
          });
        },
      ),
      { numRuns: draws(100) },
    );
  });

  test('states what one more basis point removes: without minimum commissions exactly what a larger budget then does', () => {
    fc.assert(
      fc.property(middling, (problem) => {
        const smooth = problem.trades.map((trade) => ({
          ...trade,
          legs: trade.legs.slice(0, 1).map((leg) => ({
            ...leg,
            curve: { ...leg.curve, minimumMinor: 0, capMinor: 1e12, impactRatePerRootMinor: 3e-6 },
          })),
        }));
        const smoothed = { ...problem, trades: smooth, minOrderMinor: 1e-6, budgetMinor: problem.budgetMinor + 50 };
        const at = (budgetMinor: number) => solveBudget({ ...smoothed, budgetMinor }, null);
        const here = at(smoothed.budgetMinor);
        const stepMinor = smoothed.budgetMinor * 1e-3;
        const promised = here.shadowPricePerBps * 10_000 * stepMinor;
        const ahead = at(smoothed.budgetMinor + stepMinor).removedMinor - here.removedMinor;
        const behind = here.removedMinor - at(smoothed.budgetMinor - stepMinor).removedMinor;
        const noise = 2e-5 * here.boundMinor + 1;
        expect(promised).toBeGreaterThanOrEqual(ahead - noise);
        expect(promised).toBeLessThanOrEqual(behind + noise);
        expect(here.binds).toBe(promised > 0);
      }),
      { numRuns: draws(200) },
    );
  });
});

describe('properties that a plan does not depend on', { tags: ['drawn'] }, () => {
  test('rows in another order get the same trades, to the last bit', () => {
    fc.assert(
      fc.property(small, fc.infiniteStream(fc.nat()), (problem, numbers) => {
        const distinct = problem.trades.map((trade, index) => ({
          ...trade,
          legs: trade.legs.map((leg) => ({ ...leg, sizeMinor: leg.sizeMinor + index })),
        }));
        const order = distinct
          .map((_, index) => ({ index, key: numbers.next().value as number }))
          .sort((a, b) => a.key - b.key || a.index - b.index)
          .map(({ index }) => index);
        const straight = solveBudget({ ...problem, trades: distinct }, solver);
        const shuffled = solveBudget(
          { ...problem, trades: order.map((index) => distinct[index] as BudgetTrade) },
          solver,
        );
        expect(shuffled.valuesMinor).toEqual(order.map((index) => straight.valuesMinor[index]));
      }),
      { numRuns: draws(500) },
    );
  });

  test('the same problem has the same solution, whatever was solved before it', () => {
    fc.assert(
      fc.property(small, middling, (problem, other) => {
        const first = JSON.stringify(solveBudget(problem, solver));
        solveBudget(other, solver);
        expect(JSON.stringify(solveBudget(problem, solver))).toBe(first);
      }),
      { numRuns: draws(50) },
    );
  });

  test('all money times k trades k times as much', () => {
    fc.assert(
      fc.property(small, fc.constantFrom(2, 0.25, 1024), (problem, factor) => {
        const times = (trade: BudgetTrade): BudgetTrade => ({
          ...trade,
          legs: trade.legs.map(({ curve, sizeMinor }) => ({
            sizeMinor: sizeMinor * factor,
            curve: {
              ...curve,
              minimumMinor: curve.minimumMinor * factor,
              capMinor: curve.capMinor * factor,
              impactRatePerRootMinor: curve.impactRatePerRootMinor / Math.sqrt(factor),
            },
          })),
        });
        const scaled = {
          trades: problem.trades.map(times),
          cashMinor: problem.cashMinor * factor,
          targetCashMinor: problem.targetCashMinor * factor,
          navMinor: problem.navMinor * factor,
          budgetMinor: problem.budgetMinor * factor,
          minOrderMinor: problem.minOrderMinor * factor,
        };
        const one = solveBudget(problem, null);
        const many = solveBudget(scaled, null);
        expect(many.removedMinor / factor).toBeCloseTo(one.removedMinor, 3);
        // Without any budget, nothing determines the value of more of it.
        const difference = problem.budgetMinor > 1 ? Math.abs(many.shadowPricePerBps - one.shadowPricePerBps) : 0;
        expect(difference).toBeLessThanOrEqual(1e-4 * one.shadowPricePerBps + 1e-9);
        expect(many.method).toBe(one.method);
      }),
      { numRuns: draws(500) },
    );
  });
});

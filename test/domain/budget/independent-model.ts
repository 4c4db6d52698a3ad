/**
 * A direct mixed-integer model of a problem, written for the tests alone. Many chords approximate impact, so its
 * solution is affordable; a commission is a column above its minimum and above its rate; each order has one binary
 * column.
 */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import type { LinearSolver } from '../../../src-server/domain/budget/linear-solver.ts';

const PIECES = 40;
const INFINITE = Number.POSITIVE_INFINITY;

/** The drift removed by an affordable plan, and an upper bound for every plan up to the error of the chords. */
export function independentOptimum(problem: BudgetProblem, solver: LinearSolver): { attained: number; bound: number } {
  const { columns, rows } = modelOf(problem);
  const starts = [0];
  for (const { entries } of columns) starts.push((starts.at(-1) as number) + entries.length);
  const solution = solver.solve(
    {
      objective: Float64Array.from(columns, ({ objective }) => objective),
      lower: new Float64Array(columns.length),
      upper: Float64Array.from(columns, ({ upper }) => upper),
      isInteger: Int32Array.from(columns, ({ isInteger }) => (isInteger ? 1 : 0)),
      rowLower: Float64Array.from(rows, ({ lower }) => lower),
      rowUpper: Float64Array.from(rows, ({ upper }) => upper),
      starts: Int32Array.from(starts),
      indices: Int32Array.from(columns.flatMap(({ entries }) => entries.map(([row]) => row))),
      values: Float64Array.from(columns.flatMap(({ entries }) => entries.map(([, value]) => value))),
    },
    { gap: 5e-4, nodes: 1000 },
  );
  if (solution === null) throw new Error('the model has a solution: trading nothing');
  return { attained: (solution.values[0] as number) * UNIT, bound: solution.bound * UNIT };
}

interface Column {
  readonly objective: number;
  readonly upper: number;
  readonly isInteger: boolean;
  /** Row and value. */
  readonly entries: [number, number][];
}

interface Model {
  readonly columns: Column[];
  readonly rows: { lower: number; upper: number }[];
}

function modelOf({ trades, budgetMinor, cashMinor, targetCashMinor }: BudgetProblem): Model {
  const rows: Model['rows'] = [
    { lower: -INFINITE, upper: 1 },
    { lower: -INFINITE, upper: 0 },
    { lower: -INFINITE, upper: (cashMinor - targetCashMinor) / UNIT },
  ];
  const cash: Column = {
    objective: 1,
    upper: INFINITE,
    isInteger: false,
    entries: [
      [1, 1],
      [2, 1],
    ],
  };
  const columns = [cash];
  for (const { side, legs } of trades) {
    const [leg] = legs;
    if (leg === undefined || legs.length > 1) throw new Error('one leg per trade is all this model knows');
    const { curve, sizeMinor } = leg;
    const base = rows.length;
    rows.push({ lower: -INFINITE, upper: 0 }, { lower: -INFINITE, upper: 0 }, { lower: -INFINITE, upper: 0 });
    const [isUsed, aboveMinimum, aboveRate] = [base, base + 1, base + 2];
    const needsOrder = curve.minimumMinor > 0;
    columns.push({
      objective: 0,
      upper: 1,
      isInteger: needsOrder,
      entries: [
        [isUsed, -sizeMinor / UNIT],
        [aboveMinimum, curve.minimumMinor / UNIT],
      ],
    });
    columns.push({
      objective: 0,
      upper: INFINITE,
      isInteger: false,
      entries: [
        [aboveMinimum, -1],
        [aboveRate, -1],
        [0, UNIT / budgetMinor],
        [2, 1],
      ],
    });
    columns.push(...pieceColumns(side, leg, budgetMinor, base));
  }
  return { columns, rows };
}

/** The chords of the impact of one trade, whose rows begin at `base`. */
function pieceColumns(side: BudgetTrade['side'], { curve, sizeMinor }: BudgetLeg, budgetMinor: number, base: number) {
  return Array.from({ length: PIECES }, (_, piece): Column => {
    const from = sizeMinor * (piece / PIECES) ** 1.5;
    const to = sizeMinor * ((piece + 1) / PIECES) ** 1.5;
    const impact = curve.impactRatePerRootMinor * (to ** 1.5 - from ** 1.5);
    const slope = curve.proportionalRate + impact / (to - from);
    const sideEntries: [number, number][] =
      side === 'buy'
        ? [
            [1, -1],
            [2, slope],
          ]
        : [[2, slope - 1]];
    const entries: [number, number][] = [
      [base, 1],
      [base + 2, curve.commissionRate],
      [0, (slope * UNIT) / budgetMinor],
      ...sideEntries,
    ];
    return { objective: 0, upper: (to - from) / UNIT, isInteger: false, entries };
  });
}

/** Columns are thousands of minor units, which makes the solver's tolerances negligible. */
const UNIT = 100_000;

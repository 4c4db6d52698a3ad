/**
 * The linear form of a budget problem. Impact becomes pieces that never overstate it, so the optimum of the model is a
 * bound; orders with a minimum size or a fixed charge become binary columns.
 */

import type { BudgetProblem } from './budget-problem.ts';
import type { CompiledProblem } from './compile-problem.ts';
import { costPieces } from './cost-pieces.ts';
import { type CostSegment, optimalValue, segmentCost, valueIn } from './cost-segment.ts';
import type { LinearModel, LinearSolution } from './linear-solver.ts';
import { type Entry, type LinearWriter, linearWriter } from './linear-writer.ts';
import type { SideValues } from './plan-values.ts';
import { type Choices, NO_TRADE, SIDES, type SideName } from './row-subproblem.ts';

/** The columns of one segment: first whether it is used, then how much of each piece. */
interface SegmentColumns {
  readonly side: SideName;
  readonly row: number;
  readonly index: number;
  readonly column: number;
  /** The value of the trade if only the first column is set, and the smallest value of an admissible order. */
  readonly low: number;
  readonly minOrder: number;
  readonly widths: readonly number[];
}

interface BudgetLinearModel {
  readonly model: LinearModel;
  readonly columns: readonly SegmentColumns[];
  /** One unit of the model's money in minor units. */
  readonly unitMinor: number;
}

/** Where the pieces are finest: at the values that the prices suggest and, if there is one, at those of a solution. */
export interface Linearisation {
  /** About the size of the objective. It is the unit of the model's money, because solver tolerances are absolute. */
  readonly scaleMinor: number;
  readonly prices: { readonly buys: number; readonly sells: number };
  readonly values?: SideValues;
}

/**
 * Returns a model whose first column is the objective. `isMixed` makes the use of a segment binary; otherwise it is
 * continuous from zero.
 */
export function linearModelOf(compiled: CompiledProblem, around: Linearisation, isMixed: boolean): BudgetLinearModel {
  const frame = addFrame(linearWriter(), compiled.problem, around.scaleMinor);
  const columns: SegmentColumns[] = [];
  for (const side of SIDES) {
    compiled[side].rows.forEach((row, rowIndex) => {
      const choiceRow = row.length > 1 ? frame.writer.row(1) : null;
      row.forEach((segment, index) => {
        const likely = [optimalValue(segment, around.prices[side])];
        if (around.values !== undefined) likely.push(around.values[side][rowIndex] as number);
        const added = addSegment(frame, side, segment, { choiceRow, likely, isMixed });
        columns.push({ side, row: rowIndex, index, ...added });
      });
    });
  }
  return { model: frame.writer.finish(), columns, unitMinor: frame.unitMinor };
}

/** The first rows of every model, in the order in which they are written. */
const BUDGET = 0;
const OBJECTIVE_BOUGHT = 1;
const OBJECTIVE_FUNDED = 2;
const CASH = 3;

interface Frame {
  readonly writer: LinearWriter;
  readonly unitMinor: number;
  /** The unit of the budget row. */
  readonly costUnitMinor: number;
  /** Per netted currency the row that bounds its net from below; the next row bounds it from the other side. */
  readonly netRows: readonly number[];
}

function addFrame(writer: LinearWriter, problem: BudgetProblem, unitMinor: number): Frame {
  const { budgetMinor, cashMinor, targetCashMinor, nettedFxRates } = problem;
  const costUnitMinor = Math.max(budgetMinor, MIN_COST_UNIT * unitMinor);
  writer.row(budgetMinor / costUnitMinor);
  writer.row(0);
  writer.row((cashMinor - targetCashMinor) / unitMinor);
  writer.row(cashMinor / unitMinor);
  const objectiveEntries: Entry[] = [
    [OBJECTIVE_BOUGHT, 1],
    [OBJECTIVE_FUNDED, 1],
  ];
  writer.column({
    objective: 1,
    lower: Number.NEGATIVE_INFINITY,
    upper: Number.POSITIVE_INFINITY,
    entries: objectiveEntries,
  });
  const netRows = (nettedFxRates ?? []).map((rate) => {
    const netRow = writer.row(0);
    const oppositeRow = writer.row(0);
    const entries: Entry[] = [
      [netRow, -1],
      [oppositeRow, -1],
      [BUDGET, (rate * unitMinor) / costUnitMinor],
      [OBJECTIVE_FUNDED, rate],
      [CASH, rate],
    ];
    writer.column({ upper: Number.POSITIVE_INFINITY, entries });
    return netRow;
  });
  return { writer, unitMinor, costUnitMinor, netRows };
}

/** Keeps the coefficients of the budget row finite for a budget close to zero. */
const MIN_COST_UNIT = 1e-7;

interface SegmentTerms {
  /** The row that allows one segment of a trade, for a trade of several. */
  readonly choiceRow: number | null;
  readonly likely: readonly number[];
  readonly isMixed: boolean;
}

/** One column for the segment at its low end and one per piece above it, which the first column enables. */
function addSegment(
  frame: Frame,
  side: SideName,
  segment: CostSegment,
  { choiceRow, likely, isMixed }: SegmentTerms,
): Pick<SegmentColumns, 'column' | 'low' | 'minOrder' | 'widths'> {
  const { writer } = frame;
  const start = isMixed ? segment : { ...segment, low: segment.offset };
  const pieces = costPieces(start, likely);
  const links = pieces.map(() => writer.row(0));
  const column = writer.column({
    lower: 0,
    upper: 1,
    isInteger: isMixed,
    entries: [
      ...moneyEntries(frame, side, start.low, segmentCost(start, start.low)),
      ...netEntries(frame, side, (pool) => valueIn(pool, start, start.low)),
      ...links.map((link): Entry => [link, -1]),
      ...(choiceRow === null ? [] : [[choiceRow, 1] as const]),
    ],
  });
  pieces.forEach(({ width, cost }, at) => {
    const net = netEntries(frame, side, (pool) => (pool === start.pool ? width : 0));
    writer.column({
      upper: 1,
      entries: [...moneyEntries(frame, side, width, cost), ...net, [links[at] as number, 1] as const],
    });
  });
  return { column, low: start.low, minOrder: segment.low, widths: pieces.map(({ width }) => width) };
}

function moneyEntries(frame: Frame, side: SideName, value: number, cost: number): Entry[] {
  const budget: Entry = [BUDGET, cost / frame.costUnitMinor];
  const paid = cost / frame.unitMinor;
  const amount = value / frame.unitMinor;
  if (side === 'sells') return [budget, [OBJECTIVE_FUNDED, paid - amount], [CASH, paid - amount]];
  return [budget, [OBJECTIVE_BOUGHT, -amount], [OBJECTIVE_FUNDED, paid], [CASH, paid + amount]];
}

/** Returns what a part of a trade adds to the nets of its currencies. */
function netEntries({ netRows, unitMinor }: Frame, side: SideName, partIn: (pool: number) => number): Entry[] {
  return netRows.flatMap((row, index): Entry[] => {
    const added = ((side === 'buys' ? 1 : -1) * partIn(index + 1)) / unitMinor;
    return [
      [row, added],
      [row + 1, -added],
    ];
  });
}

interface SolvedSide {
  readonly values: Float64Array;
  readonly choices: Choices;
}

/** Returns the values of a solution and the segments that it uses. */
export function readSolution(
  compiled: CompiledProblem,
  { columns }: Pick<BudgetLinearModel, 'columns'>,
  solution: LinearSolution,
): Readonly<Record<SideName, SolvedSide>> {
  const sideOf = (side: SideName): SolvedSide => {
    const values = new Float64Array(compiled[side].rows.length);
    const choices = new Int8Array(compiled[side].rows.length).fill(NO_TRADE);
    for (const entry of columns) {
      if (entry.side !== side) continue;
      let value = (solution.values[entry.column] as number) * entry.low;
      entry.widths.forEach((width, at) => {
        value += width * (solution.values[entry.column + 1 + at] as number);
      });
      values[entry.row] = (values[entry.row] as number) + value;
      if (value > 0 && value >= entry.minOrder * (1 - 1e-6)) choices[entry.row] = entry.index;
    }
    return { values, choices };
  };
  return { buys: sideOf('buys'), sells: sideOf('sells') };
}

/**
 * Owns the linear form of a budget problem: impact in pieces that never overstate it, so that the model's optimum is a
 * bound, and orders with a least size or a fixed charge as whole columns. Refuses to solve it.
 */

import type { BudgetProblem } from './budget-problem.ts';
import { type Book, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';
import { impactPieces } from './impact-pieces.ts';
import type { LinearModel, LinearSolution } from './linear-solver.ts';
import { type Entry, type LinearWriter, linearWriter } from './linear-writer.ts';
import type { SideValues } from './plan-values.ts';
import { type SideName, valueIn } from './row-response.ts';

/** Where a stretch's columns are: whether it is used, then how much of each piece. */
interface StretchColumns {
  readonly side: 'buys' | 'sells';
  readonly row: number;
  readonly index: number;
  readonly column: number;
  /** What its use alone stands for, and the smallest value it may have. */
  readonly low: number;
  readonly least: number;
  readonly widths: readonly number[];
}

export interface BookModel {
  readonly model: LinearModel;
  readonly columns: readonly StretchColumns[];
  /** One unit of the model's money in minor units. */
  readonly unitMinor: number;
}

/** Where the pieces are finest: what a unit costs near the optimum and, once there is one, around a solution's values. */
export interface Surroundings {
  /** About what can be reached: the unit of the model's money, as a solver's tolerances are absolute. */
  readonly scaleMinor: number;
  readonly prices: { readonly buys: number; readonly sells: number };
  readonly values?: SideValues;
}

/** `choose` which stretches are used, in whole columns; `relax` that; or `use` every stretch there is. */
export type ModelMode = 'choose' | 'relax' | 'use';

/** The first column is the reach. */
export function bookModel(book: Book, around: Surroundings, mode: ModelMode): BookModel {
  const { problem } = book;
  const frame = addFrame(linearWriter(), problem, around.scaleMinor);
  const columns: StretchColumns[] = [];
  for (const side of ['buys', 'sells'] as const) {
    book[side].rows.forEach((row, rowIndex) => {
      const ownRow = row.length > 1 ? frame.writer.row(1) : null;
      row.forEach((stretch, index) => {
        const likely = [stretchResponse(stretch, around.prices[side])];
        if (around.values !== undefined) likely.push(around.values[side][rowIndex] as number);
        const added = addStretch(frame, side, stretch, ownRow, likely, mode);
        columns.push({ side, row: rowIndex, index, ...added });
      });
    });
  }
  return { model: frame.writer.finish(), columns, unitMinor: frame.unitMinor };
}

/** Rows of the model that are the same in every book, in the order they are written. */
const BUDGET = 0;
const REACH_BOUGHT = 1;
const REACH_FUNDED = 2;
const CASH = 3;

interface Frame {
  readonly writer: LinearWriter;
  readonly unitMinor: number;
  /** The unit of the row for the budget. */
  readonly costUnitMinor: number;
  /** Per netted currency the row above its net; the one after it is above the opposite. */
  readonly netRows: readonly number[];
}

function addFrame(writer: LinearWriter, problem: BudgetProblem, unitMinor: number): Frame {
  const { budgetMinor, cashMinor, aimCashMinor, nettedFxRates } = problem;
  const costUnitMinor = Math.max(budgetMinor, LEAST_COST_UNIT * unitMinor);
  writer.row(budgetMinor / costUnitMinor);
  writer.row(0);
  writer.row((cashMinor - aimCashMinor) / unitMinor);
  writer.row(cashMinor / unitMinor);
  const reachEntries: Entry[] = [
    [REACH_BOUGHT, 1],
    [REACH_FUNDED, 1],
  ];
  writer.column({ gain: 1, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY, entries: reachEntries });
  const netRows = (nettedFxRates ?? []).map((rate) => {
    const netRow = writer.row(0);
    const oppositeRow = writer.row(0);
    const entries: Entry[] = [
      [netRow, -1],
      [oppositeRow, -1],
      [BUDGET, (rate * unitMinor) / costUnitMinor],
      [REACH_FUNDED, rate],
      [CASH, rate],
    ];
    writer.column({ upper: Number.POSITIVE_INFINITY, entries });
    return netRow;
  });
  return { writer, unitMinor, costUnitMinor, netRows };
}

/** A budget of next to nothing must not make the numbers of its row endless. */
const LEAST_COST_UNIT = 1e-7;

/** One column for the stretch at its least value and one per piece above it, none of them without the first. */
function addStretch(
  frame: Frame,
  side: SideName,
  stretch: Stretch,
  ownRow: number | null,
  likely: readonly number[],
  mode: ModelMode,
): Pick<StretchColumns, 'column' | 'low' | 'least' | 'widths'> {
  const { writer } = frame;
  const start = mode === 'relax' ? { ...stretch, low: stretch.offset } : stretch;
  const pieces = impactPieces(start, likely);
  const links = pieces.map(() => writer.row(0));
  const column = writer.column({
    lower: mode === 'use' ? 1 : 0,
    upper: 1,
    isWhole: mode === 'choose',
    entries: [
      ...moneyEntries(frame, side, start.low, stretchCost(start, start.low)),
      ...netEntries(frame, side, (pot) => valueIn(pot, start, start.low)),
      ...links.map((link): Entry => [link, -1]),
      ...(ownRow === null ? [] : [[ownRow, 1] as const]),
    ],
  });
  pieces.forEach(({ width, cost }, at) => {
    const net = netEntries(frame, side, (pot) => (pot === start.pot ? width : 0));
    writer.column({
      upper: 1,
      entries: [...moneyEntries(frame, side, width, cost), ...net, [links[at] as number, 1] as const],
    });
  });
  return { column, low: start.low, least: stretch.low, widths: pieces.map(({ width }) => width) };
}

function moneyEntries(frame: Frame, side: SideName, value: number, cost: number): Entry[] {
  const budget: Entry = [BUDGET, cost / frame.costUnitMinor];
  const paid = cost / frame.unitMinor;
  const amount = value / frame.unitMinor;
  if (side === 'sells') return [budget, [REACH_FUNDED, paid - amount], [CASH, paid - amount]];
  return [budget, [REACH_BOUGHT, -amount], [REACH_FUNDED, paid], [CASH, paid + amount]];
}

/** What a part of a trade adds to the nets of the currencies it is in. */
function netEntries({ netRows, unitMinor }: Frame, side: SideName, partIn: (pot: number) => number): Entry[] {
  return netRows.flatMap((row, index): Entry[] => {
    const added = ((side === 'buys' ? 1 : -1) * partIn(index + 1)) / unitMinor;
    return [
      [row, added],
      [row + 1, -added],
    ];
  });
}

/** The trades that a solution stands for, per side and row: value, and stretch used (−1 for none). */
export function readSolution(book: Book, { columns }: Pick<BookModel, 'columns'>, solution: LinearSolution) {
  const sideOf = (side: 'buys' | 'sells') => {
    const values = new Float64Array(book[side].rows.length);
    const picks = new Int8Array(book[side].rows.length).fill(-1);
    for (const entry of columns) {
      if (entry.side !== side) continue;
      const used = solution.values[entry.column] as number;
      let value = used * entry.low;
      entry.widths.forEach((width, at) => {
        value += width * (solution.values[entry.column + 1 + at] as number);
      });
      values[entry.row] = (values[entry.row] as number) + value;
      if (value > 0 && value >= entry.least * (1 - 1e-6)) picks[entry.row] = entry.index;
    }
    return { values, picks };
  };
  return { buys: sideOf('buys'), sells: sideOf('sells') };
}

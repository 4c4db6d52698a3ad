/**
 * Owns the linear form of a budget problem: impact in pieces along tangents, so that no cost is overstated and the
 * model's optimum is a bound; orders with a least size or a fixed charge as whole columns. Refuses to solve it.
 */

import { type Book, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';
import type { LinearModel, LinearSolution } from './linear-solver.ts';

/** Where a stretch's columns are: whether it is used, then how much of each piece. */
interface StretchColumns {
  readonly side: 'buys' | 'sells';
  readonly row: number;
  readonly index: number;
  readonly column: number;
  readonly low: number;
  readonly widths: readonly number[];
}

export interface BookModel {
  readonly model: LinearModel;
  readonly columns: readonly StretchColumns[];
  /** One unit of the model's reach in minor units. */
  readonly unitMinor: number;
}

/** Rows of the model that are the same in every book. */
const BUDGET = 0;
const REACH_BOUGHT = 1;
const REACH_FUNDED = 2;
const CASH = 3;
const SHARED_ROWS = 4;

/** `prices` are what a unit of buys and sells costs near the optimum: there the pieces are finest. */
export function bookModel(book: Book, prices: { readonly buys: number; readonly sells: number }, isMixed: boolean) {
  const { problem } = book;
  const sizes = problem.trades.map(({ legs }) => legs.reduce((sum, leg) => sum + leg.sizeMinor, 0));
  const unitMinor = Math.max(1e-6, ...sizes);
  const writer = newWriter();
  const columns: StretchColumns[] = [];
  const spare = problem.cashMinor - problem.aimCashMinor;
  writer.row(Number.NEGATIVE_INFINITY, 1);
  writer.row(Number.NEGATIVE_INFINITY, 0);
  writer.row(Number.NEGATIVE_INFINITY, spare / unitMinor);
  writer.row(Number.NEGATIVE_INFINITY, problem.cashMinor / unitMinor);
  writer.column(1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false, [
    [REACH_BOUGHT, 1],
    [REACH_FUNDED, 1],
  ]);
  const netRows = addNetting(writer, problem.nettedFxRates ?? [], problem.budgetMinor, unitMinor);
  for (const side of ['buys', 'sells'] as const) {
    book[side].rows.forEach((row, rowIndex) => {
      const fxIndex = problem.trades[book[side].trades[rowIndex] as number]?.fxIndex;
      const ownRow = row.length > 1 ? writer.row(Number.NEGATIVE_INFINITY, 1) : null;
      row.forEach((stretch, index) => {
        const entriesOf = (value: number, cost: number): Entry[] => {
          const entries = sharedEntries(side, value, cost, problem.budgetMinor, unitMinor);
          const netRow = fxIndex === undefined ? undefined : netRows[fxIndex];
          if (netRow !== undefined) {
            const signed = (side === 'buys' ? value : -value) / unitMinor;
            entries.push([netRow, signed], [netRow + 1, -signed]);
          }
          return entries;
        };
        const isWhole = isMixed && (stretch.fixed > 0 || row.length > 1);
        const start = isWhole || stretch.fixed > 0 || row.length > 1 ? stretch : { ...stretch, low: stretch.offset };
        const pieces = piecesOf(start, prices[side]);
        const links = pieces.map(() => writer.row(Number.NEGATIVE_INFINITY, 0));
        const useEntries = [
          ...entriesOf(start.low, stretchCost(start, start.low)),
          ...links.map((link): Entry => [link, -1]),
          ...(ownRow === null ? [] : [[ownRow, 1] as Entry]),
        ];
        const column = writer.column(0, 0, 1, isWhole, useEntries);
        pieces.forEach((piece, at) => {
          const link = links[at] as number;
          writer.column(0, 0, 1, false, [...entriesOf(piece.width, piece.cost), [link, 1]]);
        });
        const widths = pieces.map(({ width }) => width);
        columns.push({ side, row: rowIndex, index, column, low: start.low, widths });
      });
    });
  }
  return { model: writer.finish(), columns, unitMinor };
}

type Entry = [row: number, value: number];

function sharedEntries(
  side: 'buys' | 'sells',
  value: number,
  cost: number,
  budgetMinor: number,
  unitMinor: number,
): Entry[] {
  const budget: Entry = [BUDGET, cost / budgetMinor];
  const paid = cost / unitMinor;
  const amount = value / unitMinor;
  if (side === 'sells') return [budget, [REACH_FUNDED, paid - amount], [CASH, paid - amount]];
  return [budget, [REACH_BOUGHT, -amount], [REACH_FUNDED, paid], [CASH, paid + amount]];
}

/** Per currency a column for |net|, above the net and its opposite; it costs its rate. */
function addNetting(writer: Writer, rates: readonly number[], budgetMinor: number, unitMinor: number): number[] {
  return rates.map((rate) => {
    const netRow = writer.row(Number.NEGATIVE_INFINITY, 0);
    const oppositeRow = writer.row(Number.NEGATIVE_INFINITY, 0);
    writer.column(0, 0, Number.POSITIVE_INFINITY, false, [
      [netRow, -1],
      [oppositeRow, -1],
      [BUDGET, (rate * unitMinor) / budgetMinor],
      [REACH_FUNDED, rate],
      [CASH, rate],
    ]);
    return netRow;
  });
}

/** Between the points where neighbouring tangents meet the cost is taken as linear, which is never too much. */
function piecesOf(stretch: Stretch, price: number): { width: number; cost: number }[] {
  const { low, high, kink, impact } = stretch;
  const cuts = [low, ...(kink > low && kink < high ? [kink] : []), high];
  const pieces: { width: number; cost: number }[] = [];
  for (let index = 1; index < cuts.length; index += 1) {
    const from = cuts[index - 1] as number;
    const to = cuts[index] as number;
    if (impact === 0) pieces.push({ width: to - from, cost: stretchCost(stretch, to) - stretchCost(stretch, from) });
    else pieces.push(...tangentPieces(stretch, from, to, stretchResponse(stretch, price)));
  }
  return pieces.filter(({ width }) => width > 0);
}

const AROUND = [0.5, 0.8, 0.93, 0.98, 1, 1.02, 1.07, 1.25, 2];
const ALONG = [0, 0.15, 0.4, 0.7, 1];

function tangentPieces(stretch: Stretch, from: number, to: number, likely: number) {
  const points = [
    ...ALONG.map((part) => from + part * (to - from)),
    ...AROUND.map((factor) => stretch.offset + factor * (likely - stretch.offset)),
  ];
  const sorted = [...new Set(points)].filter((point) => point >= from && point <= to).sort((a, b) => a - b);
  const spaced = sorted.filter((point, index) => index === 0 || point - (sorted[index - 1] as number) > 1e-4 * to);
  const pieces: { width: number; cost: number }[] = [];
  let at = from;
  spaced.forEach((point, index) => {
    const slope = slopeAt(stretch, point, from);
    const next = spaced[index + 1];
    const end = next === undefined ? to : meeting(stretch, point, next, from);
    pieces.push({ width: end - at, cost: slope * (end - at) });
    at = end;
  });
  return pieces;
}

/** The slope of the cost at a point of a piece that begins at `from`: a kink belongs to what follows it. */
function slopeAt({ slope, extra, kink, impact, offset }: Stretch, point: number, from: number): number {
  return slope + (from >= kink ? extra : 0) + 1.5 * impact * Math.sqrt(point - offset);
}

function meeting(stretch: Stretch, left: number, right: number, from: number): number {
  const leftSlope = slopeAt(stretch, left, from);
  const rightSlope = slopeAt(stretch, right, from);
  const rise = stretchCost(stretch, right) - stretchCost(stretch, left);
  if (rightSlope - leftSlope <= 1e-12 * rightSlope) return (left + right) / 2;
  return (rightSlope * right - leftSlope * left - rise) / (rightSlope - leftSlope);
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
      if (used > 0.5) picks[entry.row] = entry.index;
    }
    return { values, picks };
  };
  return { buys: sideOf('buys'), sells: sideOf('sells') };
}

type Writer = ReturnType<typeof newWriter>;

function newWriter() {
  const rowLower: number[] = [];
  const rowUpper: number[] = [];
  const gain: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  const isWhole: number[] = [];
  const starts: number[] = [0];
  const indices: number[] = [];
  const values: number[] = [];
  return {
    row(least: number, most: number): number {
      rowLower.push(least);
      rowUpper.push(most);
      return rowLower.length - 1;
    },
    column(gained: number, least: number, most: number, whole: boolean, entries: readonly Entry[]): number {
      gain.push(gained);
      lower.push(least);
      upper.push(most);
      isWhole.push(whole ? 1 : 0);
      for (const [row, value] of entries) {
        if (value === 0) continue;
        indices.push(row);
        values.push(value);
      }
      starts.push(indices.length);
      return gain.length - 1;
    },
    finish(): LinearModel {
      return {
        gain: Float64Array.from(gain),
        lower: Float64Array.from(lower),
        upper: Float64Array.from(upper),
        isWhole: Int32Array.from(isWhole),
        rowLower: Float64Array.from(rowLower),
        rowUpper: Float64Array.from(rowUpper),
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      };
    },
  };
}

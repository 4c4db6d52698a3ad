/**
 * Owns what a plan given by its values comes to: costs, netting included, reach and cash. Whatever found a plan, this
 * is what is said about it.
 */

import type { BudgetProblem, BudgetTrade } from './budget-problem.ts';
import { type Book, type BookRow, type BookSide, stretchCost } from './compile-book.ts';

export interface PlanFigures {
  readonly costMinor: number;
  readonly reach: number;
  readonly cashMinor: number;
}

/** Values per side in the order of the book's rows, each 0 or on one of the row's stretches. */
export interface SideValues {
  readonly buys: Float64Array;
  readonly sells: Float64Array;
}

export function planFigures(book: Book, values: SideValues): PlanFigures {
  const { problem } = book;
  const buys = sideFigures(book.buys, values.buys);
  const sells = sideFigures(book.sells, values.sells);
  const costMinor = buys.cost + sells.cost + nettedCost(book, values);
  const cashMinor = problem.cashMinor + sells.amount - buys.amount - costMinor;
  const reach = Math.min(buys.amount, buys.amount + cashMinor - problem.aimCashMinor);
  return { costMinor, reach, cashMinor };
}

/** Cost of one row's trade by the stretch its value lies on; values between two stretches are a caller's mistake. */
export function rowCost(row: BookRow, value: number): number {
  if (value === 0) return 0;
  const stretch = row.find(({ high }) => value <= high) ?? row.at(-1);
  return stretch === undefined ? 0 : stretchCost(stretch, value);
}

/** Bought less sold per netted currency. */
export function netPositions({ problem, ...sides }: Book, values: SideValues): number[] {
  const net = (problem.nettedFxRates ?? []).map(() => 0);
  for (const side of ['buys', 'sells'] as const) {
    values[side].forEach((value, row) => {
      let restMinor = value;
      for (const { fxIndex, sizeMinor } of tradeOf(problem, sides[side], row).legs) {
        const partMinor = Math.max(0, Math.min(restMinor, sizeMinor));
        restMinor -= partMinor;
        if (fxIndex !== undefined) net[fxIndex] = (net[fxIndex] ?? 0) + (side === 'buys' ? partMinor : -partMinor);
      }
    });
  }
  return net;
}

/** The trade of the problem that a row of a side stands for. */
export function tradeOf(problem: BudgetProblem, side: BookSide, row: number): BudgetTrade {
  return problem.trades[side.trades[row] as number] as BudgetTrade;
}

function nettedCost(book: Book, values: SideValues): number {
  const rates = book.problem.nettedFxRates ?? [];
  return netPositions(book, values).reduce((sum, net, index) => sum + Math.abs(net) * (rates[index] ?? 0), 0);
}

function sideFigures(side: BookSide, values: Float64Array): { amount: number; cost: number } {
  let amount = 0;
  let cost = 0;
  values.forEach((value, row) => {
    amount += value;
    cost += rowCost(side.rows[row] as BookRow, value);
  });
  return { amount, cost };
}

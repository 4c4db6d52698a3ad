/**
 * Owns what a plan given by its values comes to: costs, netting included, reach and cash. Whatever found a plan, this
 * is what is said about it.
 */

import type { BudgetProblem } from './budget-problem.ts';
import { type Book, type BookRow, type BookSide, type Stretch, stretchCost } from './compile-book.ts';
import { SIDES, valueIn } from './row-response.ts';

export interface PlanFigures {
  readonly costMinor: number;
  readonly reach: number;
  readonly cashMinor: number;
}

/** A number per row of each side, in the order of the book's rows: of a plan its values, each 0 or on a stretch. */
export interface SideValues {
  readonly buys: Float64Array;
  readonly sells: Float64Array;
}

export interface FoundPlan {
  readonly values: SideValues;
  readonly figures: PlanFigures;
}

/** The reach of trading nothing. */
export function idleReach({ cashMinor, aimCashMinor }: BudgetProblem): number {
  return Math.min(0, cashMinor - aimCashMinor);
}

/** 0 for every row. */
export function noValues({ buys, sells }: Book): SideValues {
  return { buys: new Float64Array(buys.rows.length), sells: new Float64Array(sells.rows.length) };
}

/** Row by row that far on the way from the one to the other. */
export function mixedValues(from: SideValues, to: SideValues, share: number): SideValues {
  const mixed = (first: Float64Array, second: Float64Array) =>
    first.map((value, index) => value + share * ((second[index] as number) - value));
  return { buys: mixed(from.buys, to.buys), sells: mixed(from.sells, to.sells) };
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

/**
 * The furthest plan on the way from one to the other that keeps budget and cash, if the first does. Costs are convex
 * along it, so a chord never leads too far.
 */
export function furthestAffordable(book: Book, from: SideValues, to: SideValues): FoundPlan | null {
  const isKept = (figures: PlanFigures) => keepsLimits(book, figures);
  const end = { values: to, figures: planFigures(book, to) };
  let best = { values: from, figures: planFigures(book, from) };
  if (isKept(end.figures) && end.figures.reach >= best.figures.reach) return end;
  if (!isKept(best.figures)) return isKept(end.figures) ? end : null;
  for (let round = 0; round < MAX_CHORDS; round += 1) {
    const values = mixedValues(best.values, to, affordableShare(book, best.figures, end.figures));
    const figures = planFigures(book, values);
    if (!isKept(figures) || figures.reach <= best.figures.reach) break;
    best = { values, figures };
  }
  return best;
}

/** Whether costs are within the budget and cash is not below zero, but for rounding. */
export function keepsLimits({ problem }: Book, { costMinor, cashMinor }: PlanFigures): boolean {
  return costMinor <= problem.budgetMinor * (1 + FLOAT_NOISE) && cashMinor >= -FLOAT_NOISE * problem.navMinor;
}

const FLOAT_NOISE = 1e-10;
const MAX_CHORDS = 4;

/** How far to go until the budget is spent, cash is gone, or less cash is left than is aimed at, all by the chord. */
function affordableShare({ problem }: Book, from: PlanFigures, to: PlanFigures): number {
  const { budgetMinor, aimCashMinor } = problem;
  const byCost = to.costMinor > budgetMinor ? (budgetMinor - from.costMinor) / (to.costMinor - from.costMinor) : 1;
  const least = from.cashMinor > aimCashMinor ? aimCashMinor : 0;
  const byCash = to.cashMinor < least ? (from.cashMinor - least) / (from.cashMinor - to.cashMinor) : 1;
  return Math.max(0, Math.min(1, byCost, byCash));
}

/** Cost of one row's trade by the stretch its value lies on; values between two stretches are a caller's mistake. */
export function rowCost(row: BookRow, value: number): number {
  const stretch = value === 0 ? undefined : stretchAt(row, value);
  return stretch === undefined ? 0 : stretchCost(stretch, value);
}

function stretchAt(row: BookRow, value: number): Stretch | undefined {
  return row.find(({ high }) => value <= high) ?? row.at(-1);
}

/** Bought less sold per netted currency, each charged at its rate. */
function nettedCost({ problem, ...sides }: Book, values: SideValues): number {
  const rates = problem.nettedFxRates ?? [];
  if (rates.length === 0) return 0;
  const net = rates.map(() => 0);
  for (const side of SIDES) {
    values[side].forEach((value, row) => {
      if (value === 0) return;
      const stretch = stretchAt(sides[side].rows[row] as BookRow, value);
      rates.forEach((_, index) => {
        net[index] = (net[index] ?? 0) + (side === 'buys' ? 1 : -1) * valueIn(index + 1, stretch, value);
      });
    });
  }
  return rates.reduce((sum, rate, index) => sum + Math.abs(net[index] ?? 0) * rate, 0);
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

/**
 * Owns books whose currency conversion is charged on what is bought less what is sold per currency. A charge per unit
 * of the net, between minus and plus the rate, takes its place: any such charge gives a bound, the right one gives the
 * plan, unless the best is to net to nothing, where neither side of nothing is right.
 */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from './budget-problem.ts';
import { type Book, compileBook } from './compile-book.ts';
import { type BookFill, fillBook, newBookFill } from './fill-book.ts';
import { netPositions, type PlanFigures, planFigures, type SideValues } from './plan-values.ts';
import { openChoices, type SearchLimits, type SearchResult, searchBook } from './search-book.ts';
import { mixedValues } from './search-side.ts';

export interface NettedResult extends Omit<SearchResult, 'plan'> {
  readonly plan: { readonly values: SideValues; readonly figures: PlanFigures } | null;
}

/** Bound and plan under the charges that bound best; `book` is the problem's own. */
export function searchNetted(book: Book, limits: SearchLimits): NettedResult {
  const { problem } = book;
  const charges = bestCharges(problem);
  const search = searchBook(compileBook(chargedProblem(problem, charges)), limits);
  let plan: NettedResult['plan'] = null;
  let heldBackMinor = 0;
  let attempt = search;
  for (let round = 0; round < MAX_ROUNDS && attempt.plan !== null; round += 1) {
    const values = { buys: attempt.plan.buyValues, sells: attempt.plan.sellValues };
    const figures = planFigures(book, values);
    const overMinor = Math.max(figures.costMinor - problem.budgetMinor, -figures.cashMinor);
    if (overMinor <= 0) {
      plan = { values, figures };
      break;
    }
    // The net lies on the wrong side of its charge: hold back what that costs and look again.
    heldBackMinor += overMinor * 1.01;
    const held = { ...problem, budgetMinor: problem.budgetMinor - heldBackMinor };
    if (held.budgetMinor <= 0) break;
    const cashMinor = problem.cashMinor - heldBackMinor;
    attempt = searchBook(compileBook(chargedProblem({ ...held, cashMinor }, charges)), limits);
  }
  // Without any charge costs are never negative: the better bound where next to nothing may be spent.
  const free = relax(problem, []);
  const bound = Math.min(search.bound, free?.fill.reachBound ?? search.bound);
  return { ...search, bound, plan };
}

const MAX_ROUNDS = 5;

/** The problem with `charges` (per netted currency) on each order's own cost, and no netting. */
export function chargedProblem(problem: BudgetProblem, charges: readonly number[]): BudgetProblem {
  const { nettedFxRates: _, ...rest } = problem;
  return { ...rest, trades: problem.trades.map((trade) => chargedTrade(trade, charges)) };
}

function chargedTrade(trade: BudgetTrade, charges: readonly number[]): BudgetTrade {
  const legs = trade.legs.map(({ fxIndex, ...leg }): BudgetLeg => {
    const charge = fxIndex === undefined ? 0 : (charges[fxIndex] ?? 0);
    const proportionalRate = leg.curve.proportionalRate + (trade.side === 'buy' ? charge : -charge);
    return { ...leg, curve: { ...leg.curve, proportionalRate } };
  });
  return { ...trade, legs };
}

/** Currency by currency: the full rate if the net then has its sign, else the charge at which the net changes sign. */
function bestCharges(problem: BudgetProblem): number[] {
  const rates = problem.nettedFxRates ?? [];
  const charges = rates.map(() => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    rates.forEach((rate, index) => {
      const netAt = (charge: number) => {
        charges[index] = charge;
        return relaxedNet(problem, charges, index);
      };
      let below = -rate;
      let above = rate;
      if (netAt(above) >= 0 || netAt(below) <= 0) return;
      for (let round = 0; round < HALVINGS; round += 1) {
        const middle = (below + above) / 2;
        if (netAt(middle) > 0) below = middle;
        else above = middle;
      }
    });
  }
  return charges;
}

const SWEEPS = 2;
const HALVINGS = 12;

function relaxedNet(problem: BudgetProblem, charges: readonly number[], index: number): number {
  const relaxed = relax(problem, charges);
  if (relaxed === null) return 0;
  const { book, fill } = relaxed;
  const values = { buys: mixedValues(fill.buys), sells: mixedValues(fill.sells) };
  return netPositions({ ...book, problem }, values)[index] ?? 0;
}

function relax(problem: BudgetProblem, charges: readonly number[]): { book: Book; fill: BookFill } | null {
  const book = compileBook(chargedProblem(problem, charges));
  const fill = newBookFill(book);
  const choices = { buys: openChoices(book.buys.rows.length), sells: openChoices(book.sells.rows.length) };
  return fillBook(book, choices, fill) ? { book, fill } : null;
}

/** The problem with full charges on every order, as if nothing netted: what it can afford, the problem can afford too. */
export function grossProblem(problem: BudgetProblem): BudgetProblem {
  const { nettedFxRates: rates = [], ...rest } = problem;
  const grossLeg = (leg: BudgetTrade['legs'][number]) => {
    const rate = leg.fxIndex === undefined ? 0 : (rates[leg.fxIndex] ?? 0);
    const { curve, sizeMinor } = leg;
    return { curve: { ...curve, proportionalRate: curve.proportionalRate + rate }, sizeMinor };
  };
  return { ...rest, trades: problem.trades.map(({ side, legs }) => ({ side, legs: legs.map(grossLeg) })) };
}

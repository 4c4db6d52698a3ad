/**
 * Owns the way through the linear solver: the model's bound, the stretches its solution uses, and the best trades on
 * those. Used where the own search ends with too wide a gap, and where currencies net to nothing.
 */

import type { Book, BookRow } from './compile-book.ts';
import { fillBook, newBookFill } from './fill-book.ts';
import { bookModel, readSolution, type UnitPrices } from './linear-model.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type PlanFigures, planFigures, type SideValues } from './plan-values.ts';
import { mixedValues } from './search-side.ts';

export interface LinearResult {
  readonly method: 'linear' | 'mixed_integer';
  readonly bound: number;
  readonly plan: { readonly values: SideValues; readonly figures: PlanFigures } | null;
}

/** `null` if the solver finds no solution within its limits. `prices` are what a unit costs near the optimum. */
export function solveLinear(book: Book, solver: LinearSolver, prices: UnitPrices): LinearResult | null {
  const isMixed = [...book.buys.rows, ...book.sells.rows].some(needsChoice);
  const whole = bookModel(book, prices, isMixed ? 'choose' : 'relax');
  const solution = solver.solve(whole.model, LIMITS);
  if (solution === null) return null;
  const { buys, sells } = readSolution(book, whole, solution);
  const choices = { buys: buys.picks, sells: sells.picks };
  const method = isMixed ? 'mixed_integer' : 'linear';
  // The solver takes rows as met a little before they are; what it proves is widened by as much.
  const bound = (solution.bound + SOLVER_TOLERANCE) * whole.unitMinor;
  if ((book.problem.nettedFxRates ?? []).length > 0) {
    return { method, bound, plan: nettedPlan(chosenBook(book, choices), solver, prices) };
  }
  const fill = newBookFill(book);
  if (!fillBook(book, choices, fill)) return { method, bound, plan: null };
  const values = { buys: mixedValues(fill.buys), sells: mixedValues(fill.sells) };
  return { method, bound, plan: { values, figures: planFigures(book, values) } };
}

const LIMITS = { gap: 2e-4, nodes: 2000 };
const SOLVER_TOLERANCE = 1e-6;
const MAX_ROUNDS = 6;

function needsChoice(row: BookRow): boolean {
  return row.length > 1 || row.some(({ fixed }) => fixed > 0);
}

/** Every row with the stretch it uses, or none; the others are gone. */
function chosenBook(book: Book, choices: { buys: Int8Array; sells: Int8Array }): Book {
  const chosen = (side: 'buys' | 'sells') => ({
    ...book[side],
    rows: book[side].rows.map((row, index) => row.filter((_, at) => at === choices[side][index])),
  });
  return { ...book, buys: chosen('buys'), sells: chosen('sells') };
}

/** The model understates impact a little: what its trades cost too much is taken off the budget until they fit. */
function nettedPlan(book: Book, solver: LinearSolver, prices: UnitPrices): LinearResult['plan'] {
  const { problem } = book;
  let heldBackMinor = 0;
  for (let round = 0; round < MAX_ROUNDS && heldBackMinor < problem.budgetMinor; round += 1) {
    const budgetMinor = problem.budgetMinor - heldBackMinor;
    const held = { ...book, problem: { ...problem, budgetMinor, cashMinor: problem.cashMinor - heldBackMinor } };
    const fixed = bookModel(held, prices, 'use');
    const solution = solver.solve(fixed.model, LIMITS);
    if (solution === null) return null;
    const { buys, sells } = readSolution(held, fixed, solution);
    const values = { buys: buys.values, sells: sells.values };
    const figures = planFigures(book, values);
    const overMinor = Math.max(figures.costMinor - problem.budgetMinor, -figures.cashMinor);
    if (overMinor <= 0) return { values, figures };
    heldBackMinor += overMinor * 1.05 + 1e-9 * problem.budgetMinor;
  }
  return null;
}

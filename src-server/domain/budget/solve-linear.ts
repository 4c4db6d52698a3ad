/**
 * Owns the way through the linear solver: the model's bound, the stretches its solution uses, and the best trades on
 * those. Used where the own search ends with too wide a gap, and where currencies net to nothing.
 */

import type { Book, BookRow } from './compile-book.ts';
import { type BookChoices, fillBook, idleReach, newBookFill } from './fill-book.ts';
import { bookModel, readSolution, type Surroundings } from './linear-model.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type PlanFigures, planFigures, type SideValues } from './plan-values.ts';
import { mixedValues } from './search-side.ts';

export interface LinearResult {
  readonly method: 'linear' | 'mixed_integer';
  readonly bound: number;
  readonly plan: { readonly values: SideValues; readonly figures: PlanFigures } | null;
}

/**
 * `null` if the solver finds no solution within its limits. `first` is where the optimum seems to be. As long as bound and
 * plan are further apart than `gap`, the model is made finer around the solution and solved again.
 */
export function solveLinear(book: Book, solver: LinearSolver, first: Surroundings, gap: number): LinearResult | null {
  const isMixed = [...book.buys.rows, ...book.sells.rows].some(needsChoice);
  let best: LinearResult | null = null;
  let around = first;
  for (let round = 0; round < MAX_MODELS; round += 1) {
    const model = bookModel(book, around, isMixed ? 'choose' : 'relax');
    const solution = solver.solve(model.model, LIMITS);
    if (solution === null) return best;
    const { buys, sells } = readSolution(book, model, solution);
    // The solver takes rows as met a little before they are; what it proves is widened by as much.
    const bound = (solution.bound + SOLVER_TOLERANCE) * model.unitMinor;
    const plan = chosenPlan(book, { buys: buys.picks, sells: sells.picks }, solver, first);
    best = betterOf(best, { method: isMixed ? 'mixed_integer' : 'linear', bound, plan });
    const idle = idleReach(book.problem);
    if (best.bound - (best.plan?.figures.reach ?? idle) <= gap * (best.bound - idle)) return best;
    around = { ...first, values: { buys: buys.values, sells: sells.values } };
  }
  return best;
}

function betterOf(known: LinearResult | null, found: LinearResult): LinearResult {
  if (known === null) return found;
  const knownReach = known.plan?.figures.reach ?? Number.NEGATIVE_INFINITY;
  const foundReach = found.plan?.figures.reach ?? Number.NEGATIVE_INFINITY;
  const plan = foundReach > knownReach ? found.plan : known.plan;
  return { method: known.method, bound: Math.min(known.bound, found.bound), plan };
}

/** The best trades on the stretches that are used. */
function chosenPlan(book: Book, choices: BookChoices, solver: LinearSolver, first: Surroundings): LinearResult['plan'] {
  if ((book.problem.nettedFxRates ?? []).length > 0) return nettedPlan(chosenBook(book, choices), solver, first);
  const fill = newBookFill(book);
  if (!fillBook(book, choices, fill)) return null;
  const values = { buys: mixedValues(fill.buys), sells: mixedValues(fill.sells) };
  return { values, figures: planFigures(book, values) };
}

const MAX_MODELS = 4;
const LIMITS = { gap: 2e-4, nodes: 2000 };
const SOLVER_TOLERANCE = 1e-6;
const MAX_ROUNDS = 9;

function needsChoice(row: BookRow): boolean {
  return row.length > 1 || row.some(({ fixed }) => fixed > 0);
}

/** Every row with the stretch it uses, or none; the others are gone. */
function chosenBook(book: Book, choices: BookChoices): Book {
  const chosen = (side: 'buys' | 'sells') => ({
    ...book[side],
    rows: book[side].rows.map((row, index) => row.filter((_, at) => at === choices[side][index])),
  });
  return { ...book, buys: chosen('buys'), sells: chosen('sells') };
}

/**
 * The model understates impact a little. Round by round its pieces get finer around what it found last; what that still
 * costs too much is held back from budget and cash.
 */
function nettedPlan(book: Book, solver: LinearSolver, first: Surroundings): LinearResult['plan'] {
  const { problem } = book;
  let heldBackMinor = 0;
  let around = first;
  for (let round = 0; round < MAX_ROUNDS && heldBackMinor < problem.budgetMinor; round += 1) {
    const budgetMinor = problem.budgetMinor - heldBackMinor;
    const held = { ...book, problem: { ...problem, budgetMinor, cashMinor: problem.cashMinor - heldBackMinor } };
    const fixed = bookModel(held, around, 'use');
    const solution = solver.solve(fixed.model, LIMITS);
    if (solution === null) return null;
    const { buys, sells } = readSolution(held, fixed, solution);
    const values = { buys: buys.values, sells: sells.values };
    const figures = planFigures(book, values);
    const overMinor = Math.max(figures.costMinor - problem.budgetMinor, -figures.cashMinor);
    if (round >= REFINEMENTS && overMinor <= 0) return { values, figures };
    if (round >= REFINEMENTS - 1) heldBackMinor += Math.max(0, overMinor) * 1.05 + 1e-9 * problem.budgetMinor;
    around = { ...first, values };
  }
  return null;
}

const REFINEMENTS = 3;

/**
 * Owns the way through the linear solver: the model's bound, the stretches its solution uses, and the best trades on
 * those. Used where the own search ends with too wide a gap.
 */

import { BookFill } from './book-fill.ts';
import type { Book, BookRow } from './compile-book.ts';
import { bookModel, readSolution, type Surroundings } from './linear-model.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type FoundPlan, idleReach } from './plan-values.ts';

export interface LinearResult {
  readonly method: 'linear' | 'mixed_integer';
  readonly bound: number;
  readonly plan: FoundPlan | null;
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
    const choices = { buys: buys.picks, sells: sells.picks };
    const plan = new BookFill(book, { choices, toleranceMinor: PLAN_TOLERANCE * first.scaleMinor }).plan();
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

const MAX_MODELS = 3;
const LIMITS = { gap: 2e-4, nodes: 2000 };
const SOLVER_TOLERANCE = 1e-6;
const PLAN_TOLERANCE = 1e-7;

function needsChoice(row: BookRow): boolean {
  return row.length > 1 || row.some(({ fixed }) => fixed > 0);
}

/**
 * Owns the best part of a plan within a cost budget (decision G10), its proof and its price: the full plan if it fits,
 * else the own search, else the linear solver. Refuses nothing: what cannot be afforded is a plan without trades.
 */

import { BookFill } from './book-fill.ts';
import type { BudgetMethod, BudgetProblem, BudgetSolution } from './budget-problem.ts';
import { type Book, type BookSide, compileBook } from './compile-book.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type FoundPlan, idleReach, noValues, planFigures } from './plan-values.ts';
import { type BookChoices, OFF } from './row-response.ts';
import { type SearchLimits, searchBook } from './search-book.ts';
import { solveLinear } from './solve-linear.ts';

/**
 * The trades that leave the least drift. Costs are within the budget and cash is not below zero by the float model; who
 * makes orders of them has to look again with exact cents. `solver` is asked where the own search leaves a gap of more
 * than 0.1 %; without one, and for large books, that gap is reported as it is.
 */
export function solveBudget(asked: BudgetProblem, solver: LinearSolver | null): BudgetSolution {
  const problem = asked.budgetMinor < LEAST_BUDGET_MINOR ? { ...asked, budgetMinor: 0 } : asked;
  const book = compileBook(problem);
  const full = fullPlan(book);
  if (full !== null) {
    return solutionOf(book, { plan: full, bound: full.figures.reach, shadowPrice: 0, method: 'dual' });
  }
  const found = { ...searchBook(book, limitsFor(problem.trades.length)), method: 'dual' as const };
  const idle = idleReach(problem);
  const range = found.bound - idle;
  const isOpen = found.bound - (found.plan?.figures.reach ?? idle) > ACCEPTED_GAP * range;
  if (!isOpen || range <= LEAST * problem.dustMinor || solver === null || problem.trades.length > LARGE) {
    return solutionOf(book, found);
  }
  const linear = solveLinear(book, solver, { prices: found.prices, scaleMinor: range }, ACCEPTED_GAP);
  if (linear === null) return solutionOf(book, found);
  const { method } = linear;
  const bound = Math.min(found.bound, linear.bound);
  return solutionOf(book, { ...found, plan: better(found.plan, linear.plan), bound, method });
}

/**
 * The same orders for a budget that is smaller by next to nothing, their values fitted to it; `null` if that leaves more
 * than the accepted gap to what was proved before, which a smaller budget cannot reach beyond.
 */
export function shrinkToBudget(problem: BudgetProblem, known: BudgetSolution): BudgetSolution | null {
  const book = compileBook(problem);
  const toleranceMinor = SHRINK_PART * known.boundMinor;
  const plan = new BookFill(book, { choices: choicesOf(book, known), toleranceMinor }).plan();
  if (plan === null) return null;
  const bound = idleReach(problem) + known.boundMinor;
  const { shadowPricePerBps, method } = known;
  const solution = solutionOf(book, { plan, bound, shadowPrice: shadowPricePerBps * BPS, method });
  return solution.gap > ACCEPTED_GAP ? null : solution;
}

const SHRINK_PART = 1e-7;
const BPS = 10_000;

/** The stretches that a solution's values lie on. */
function choicesOf(book: Book, { valuesMinor }: BudgetSolution): BookChoices {
  const chosen = ({ rows, trades }: BookSide) =>
    Int8Array.from(rows, (row, index) => {
      const valueMinor = valuesMinor[trades[index] as number] ?? 0;
      if (valueMinor === 0) return OFF;
      const at = row.findIndex(({ high }) => valueMinor <= high);
      return at === -1 ? row.length - 1 : at;
    });
  return { buys: chosen(book.buys), sells: chosen(book.sells) };
}

const ACCEPTED_GAP = 0.001;
const LEAST_BUDGET_MINOR = 1e-6;
/** Of the smallest order: drift that is not worth a search. */
const LEAST = 0.02;
const LARGE = 400;

/** Books that are not large are searched nearly to the end, so that a larger budget does not leave visibly more drift. */
function limitsFor(count: number): SearchLimits {
  const acceptedGap = 0.9 * ACCEPTED_GAP;
  if (count > LARGE) return { aimedGap: acceptedGap, aimedParts: 0, acceptedGap, parts: 8 };
  return { aimedGap: 1e-5, aimedParts: 8, acceptedGap, parts: 300 };
}

function better(one: FoundPlan | null, other: FoundPlan | null): FoundPlan | null {
  if (one === null || other === null) return one ?? other;
  return other.figures.reach > one.figures.reach ? other : one;
}

interface Found {
  readonly plan: FoundPlan | null;
  readonly bound: number;
  readonly shadowPrice: number;
  readonly method: BudgetMethod;
}

/** Every row at its end, if budget and cash allow it and no plan can reach further. */
function fullPlan(book: Book): FoundPlan | null {
  const ends = ({ rows }: BookSide) => Float64Array.from(rows, (row) => row.at(-1)?.high ?? 0);
  const values = { buys: ends(book.buys), sells: ends(book.sells) };
  const figures = planFigures(book, values);
  const boughtMinor = values.buys.reduce((sum, value) => sum + value, 0);
  const noise = NOISE * (boughtMinor + Math.abs(book.problem.cashMinor));
  const isFurthest = figures.reach >= boughtMinor - noise;
  return isFurthest && figures.costMinor <= book.problem.budgetMinor && figures.cashMinor >= -noise
    ? { values, figures }
    : null;
}

const NOISE = 1e-9;

function solutionOf(book: Book, found: Found): BudgetSolution {
  const { problem, buys, sells } = book;
  const idle = idleReach(problem);
  const values = found.plan?.values ?? noValues(book);
  const figures = found.plan?.figures ?? planFigures(book, values);
  const removedMinor = figures.reach - idle;
  const boundMinor = Math.max(removedMinor, found.bound - idle);
  const missing = boundMinor - removedMinor;
  const valuesMinor = problem.trades.map(() => 0);
  buys.trades.forEach((trade, row) => {
    valuesMinor[trade] = values.buys[row] ?? 0;
  });
  sells.trades.forEach((trade, row) => {
    valuesMinor[trade] = values.sells[row] ?? 0;
  });
  return {
    valuesMinor,
    costMinor: figures.costMinor,
    removedMinor,
    boundMinor,
    gap: missing <= LEAST * problem.dustMinor ? 0 : missing / boundMinor,
    method: found.method,
    binds: found.shadowPrice > 0,
    // A basis point of the value more, times the reach per money, over the value: the value cancels.
    shadowPricePerBps: found.shadowPrice / BPS,
  };
}

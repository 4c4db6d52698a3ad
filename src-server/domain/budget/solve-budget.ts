/**
 * Owns the best part of a plan within a cost budget (decision G10), its proof and its price: the full plan if it fits,
 * else the own search, else the linear solver. Refuses nothing: what cannot be afforded is a plan without trades.
 */

import type { BudgetMethod, BudgetProblem, BudgetSolution } from './budget-problem.ts';
import { type Book, type BookSide, compileBook, stretchCost } from './compile-book.ts';
import { idleReach } from './fill-book.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type PlanFigures, planFigures, type SideValues } from './plan-values.ts';
import { type SearchLimits, searchBook } from './search-book.ts';
import { solveLinear } from './solve-linear.ts';
import { grossProblem, searchNetted } from './solve-netted.ts';

/**
 * The trades that leave the least drift. Costs are within the budget and cash is not below zero by the float model; who
 * makes orders of them has to look again with exact cents. `solver` is asked where the own search leaves a gap of more
 * than 0.1 %; without one, and for large books, that gap is reported as it is.
 */
export function solveBudget(problem: BudgetProblem, solver: LinearSolver | null): BudgetSolution {
  const book = compileBook(problem);
  const full = fullPlan(book);
  if (full !== null) return solutionOf(book, { ...full, bound: full.figures.reach, shadowPrice: 0, method: 'dual' });
  const none = nothing(book);
  if (problem.budgetMinor < cheapestOrder(book)) {
    const figures = planFigures(book, none);
    return solutionOf(book, { values: none, figures, bound: figures.reach, shadowPrice: 0, method: 'dual' });
  }
  const limits = limitsFor(problem.trades.length);
  const isNetted = (problem.nettedFxRates ?? []).length > 0;
  const search = isNetted ? searchNetted(book, limits) : searchPlain(book, limits);
  let { plan, bound } = search;
  let method: BudgetMethod = 'dual';
  const idle = idleReach(problem);
  if (isNetted && bound - (plan?.figures.reach ?? idle) > ACCEPTED_GAP * (bound - idle)) {
    plan = better(plan, grossPlan(book, limits));
  }
  const isOpen = bound - (plan?.figures.reach ?? idle) > ACCEPTED_GAP * (bound - idle);
  const isWorthIt = bound - idle > LEAST * problem.dustMinor;
  if (isOpen && isWorthIt && solver !== null && problem.trades.length <= LARGE) {
    const linear = solveLinear(book, solver, { prices: search.prices, scaleMinor: bound - idle }, ACCEPTED_GAP);
    if (linear !== null) {
      method = linear.method;
      bound = Math.min(bound, linear.bound);
      const isBetter = linear.plan !== null && linear.plan.figures.reach > (plan?.figures.reach ?? idle);
      if (isBetter) plan = linear.plan;
    }
  }
  const values = plan?.values ?? none;
  const figures = plan?.figures ?? planFigures(book, values);
  return solutionOf(book, { values, figures, bound, shadowPrice: search.shadowPrice, method });
}

const ACCEPTED_GAP = 0.001;
/** Of the smallest order: drift that is not worth a search. */
const LEAST = 0.02;
const LARGE = 400;

/** Small books are searched nearly to the end, so that a larger budget never leaves visibly more drift. */
function limitsFor(count: number): SearchLimits {
  if (count <= 100) return { gap: 1e-5, parts: 4000 };
  return { gap: 0.9 * ACCEPTED_GAP, parts: count <= LARGE ? 4000 : Math.max(20, Math.round(200_000 / count)) };
}

/** A plan that can pay its conversions in full can pay less, too. */
function grossPlan(book: Book, limits: SearchLimits): Pick<Found, 'values' | 'figures'> | null {
  const { plan } = searchPlain(compileBook(grossProblem(book.problem)), limits);
  return plan === null ? null : { values: plan.values, figures: planFigures(book, plan.values) };
}

function better<P extends Pick<Found, 'values' | 'figures'>>(one: P | null, other: P | null): P | null {
  if (one === null || other === null) return one ?? other;
  return other.figures.reach > one.figures.reach ? other : one;
}

interface Found {
  readonly values: SideValues;
  readonly figures: PlanFigures;
  readonly bound: number;
  readonly shadowPrice: number;
  readonly method: BudgetMethod;
}

function searchPlain(book: Book, limits: SearchLimits) {
  const search = searchBook(book, limits);
  if (search.plan === null) return { ...search, plan: null };
  const values = { buys: search.plan.buyValues, sells: search.plan.sellValues };
  return { ...search, plan: { values, figures: planFigures(book, values) } };
}

/** Every row at its end, if budget and cash allow it and no plan can reach further. */
function fullPlan(book: Book): Pick<Found, 'values' | 'figures'> | null {
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

/** What has to be paid for any order at all; netted charges come on top of it. */
function cheapestOrder({ buys, sells }: Book): number {
  const firsts = [...buys.rows, ...sells.rows].map(([first]) => (first === undefined ? [] : [first]));
  return firsts
    .flat()
    .reduce((least, first) => Math.min(least, stretchCost(first, first.low)), Number.POSITIVE_INFINITY);
}

function nothing(book: Book): SideValues {
  return { buys: new Float64Array(book.buys.rows.length), sells: new Float64Array(book.sells.rows.length) };
}

function solutionOf({ problem, buys, sells }: Book, found: Found): BudgetSolution {
  const idle = idleReach(problem);
  const removedMinor = found.figures.reach - idle;
  const boundMinor = Math.max(removedMinor, found.bound - idle);
  const missing = boundMinor - removedMinor;
  const valuesMinor = problem.trades.map(() => 0);
  buys.trades.forEach((trade, row) => {
    valuesMinor[trade] = found.values.buys[row] ?? 0;
  });
  sells.trades.forEach((trade, row) => {
    valuesMinor[trade] = found.values.sells[row] ?? 0;
  });
  return {
    valuesMinor,
    costMinor: found.figures.costMinor,
    removedMinor,
    boundMinor,
    gap: missing <= LEAST * problem.dustMinor ? 0 : missing / boundMinor,
    method: found.method,
    binds: found.shadowPrice > 0,
    // A basis point of the value more, times the reach per money, over the value: the value cancels.
    shadowPricePerBps: found.shadowPrice / 10_000,
  };
}

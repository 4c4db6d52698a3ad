/**
 * Converts rows to the exact orders of a plan: the full plan if the budget allows it, else the best part of it within
 * the budget. The exact costs must be within the budget, not just those of the optimisation's float model
 * (decision G10).
 */

import type { BudgetSolution } from '../budget/budget-problem.ts';
import type { LinearSolver } from '../budget/linear-solver.ts';
import { shrinkToBudget, solveBudget } from '../budget/solve-budget.ts';
import { isWithinBudget } from '../costs/cost-parts.ts';
import { FEW_ROWS, SMALL_BUDGET_MINOR, spendBudget } from '../small-plans/spend-budget.ts';
import { affordable } from './balance-cash.ts';
import { type BuiltProblem, buildBudgetProblem, tradesOfSolution } from './build-budget-problem.ts';
import type { PlanInput } from './plan.ts';
import type { RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, type SizingTerms, sizeOrders, sizingTerms, totalCosts } from './size-orders.ts';
import { type FxTerms, isBlocked, type SolvedTrades, wantedTrade } from './solve-trade-values.ts';

/** Returns orders that never overdraw and never cost more than the budget; none if nothing is affordable. */
export function chooseOrders(
  rows: readonly RebalanceRow[],
  { trades, netNavMinor }: SolvedTrades,
  input: PlanInput,
  navMinor: number,
): readonly DraftOrder[] {
  const { currency, view, settings } = input;
  const terms = sizingTerms(input);
  const budgetBps = settings.costBudgetBps;
  const full = affordable(sizeOrders(rows, trades, terms), terms);
  if (budgetBps === null) return full;
  // If a row cannot be traded, the full plan sells for buys that are impossible; the optimisation avoids that.
  const isComplete = rows.every((row) => !isBlocked(row, netNavMinor));
  if (isComplete && isWithinBudget(totalCosts(full).totalMinor, navMinor, budgetBps)) return full;
  const fx = { currency, conversionBps: view.fxConversionBps };
  const budgetTerms = { navMinor, fullNetNavMinor: netNavMinor, fx };
  const traded = rows.filter((row) => wantedTrade(row, netNavMinor) !== 0);
  const budgetMinor = Math.floor((budgetBps * navMinor) / 10_000);
  // A cent more or less does not matter for a large budget.
  if (traded.length > FEW_ROWS || budgetMinor > SMALL_BUDGET_MINOR) {
    return withinBudget(rows, { ...budgetTerms, solver: input.solver ?? null }, terms, budgetBps);
  }
  // If conversions may net, the search by cents is not exact, and the optimisation may find a better plan.
  const mayNet = traded.some((row) =>
    [...row.buyVenues, ...row.sellable].some(({ listing }) => listing.currency !== currency),
  );
  const found = withinBudget(
    rows,
    { ...budgetTerms, solver: mayNet ? (input.solver ?? null) : null },
    terms,
    budgetBps,
  );
  return spendBudget(rows, mayNet ? found : [], { ...budgetTerms, budgetMinor, sizing: terms });
}

/** Returns the limits of plans in whole lots, in addition to constraints. */
export function lotTerms(input: PlanInput, navMinor: number) {
  const { costBudgetBps: budgetBps, to } = input.settings;
  const budgetMinor = budgetBps === null ? null : Math.floor((budgetBps * navMinor) / 10_000);
  return { navMinor, budgetMinor, sizing: sizingTerms(input), isToEdge: to === 'band_edge' };
}

interface BudgetTerms {
  readonly navMinor: number;
  readonly fullNetNavMinor: number;
  readonly fx: FxTerms;
  readonly solver: LinearSolver | null;
}

/**
 * Returns the best part of the plan as exact orders within the budget. Exact rounding may exceed the budget by some
 * cents; then the model gets a smaller budget. If that is visibly smaller, bisection finds the largest one that still
 * fits.
 */
function withinBudget(
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  sizing: SizingTerms,
  budgetBps: number,
): readonly DraftOrder[] {
  const { navMinor } = terms;
  const limitMinor = (budgetBps * navMinor) / 10_000;
  const isWithin = (found: Candidate) => isWithinBudget(found.totalMinor, navMinor, budgetBps);
  // The model's cost may exceed the rounded exact costs by a fraction of a cent.
  let found = candidateFor(limitMinor + 0.5, rows, terms, sizing);
  let tooMuchMinor = found.budgetMinor;
  for (let attempt = 1; !isWithin(found); attempt += 1) {
    tooMuchMinor = found.budgetMinor;
    if (attempt === MAX_ATTEMPTS) return [];
    const budgetMinor = Math.max(tooMuchMinor / 2, tooMuchMinor - 2 * (found.totalMinor - limitMinor) - 1);
    const isSlight = limitMinor - budgetMinor <= SLIGHT * limitMinor;
    found = candidateFor(budgetMinor, rows, terms, sizing, isSlight ? found : null);
  }
  for (let round = 0; tooMuchMinor - found.budgetMinor > VISIBLE * limitMinor && round < MAX_BISECTIONS; round += 1) {
    const between = candidateFor((found.budgetMinor + tooMuchMinor) / 2, rows, terms, sizing);
    if (isWithin(between)) found = between;
    else tooMuchMinor = between.budgetMinor;
  }
  return found.drafts;
}

const MAX_ATTEMPTS = 8;
const MAX_BISECTIONS = 6;
/** As fractions of the budget: a reduction that is worth a bisection, and one that needs no new optimisation. */
const VISIBLE = 0.01;
const SLIGHT = 1e-3;

/** The orders found for one budget of the model, with their exact costs. */
interface Candidate {
  readonly budgetMinor: number;
  readonly drafts: readonly DraftOrder[];
  readonly totalMinor: number;
  readonly spentMinor: number;
  readonly solution: BudgetSolution;
}

/** `known` is the candidate of a slightly larger budget, whose orders are reused. */
function candidateFor(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  sizing: SizingTerms,
  known: Candidate | null = null,
): Candidate {
  const solved =
    (known && shrunk(budgetMinor, rows, terms, sizing, known)) ?? solvedWithin(budgetMinor, rows, terms, sizing);
  const { built, solution, spentMinor } = solved;
  const drafts = affordable(sizeOrders(rows, tradesOfSolution(built, solution, rows.length), sizing), sizing);
  const { totalMinor } = totalCosts(drafts);
  return { budgetMinor, drafts, totalMinor, spentMinor, solution };
}

interface Solved {
  readonly built: BuiltProblem;
  readonly solution: BudgetSolution;
  readonly spentMinor: number;
}

function shrunk(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  { cashMinor }: SizingTerms,
  known: Candidate,
): Solved | null {
  const { spentMinor } = known;
  const built = buildBudgetProblem(rows, { ...terms, cashMinor, budgetMinor, spentMinor });
  const solution = shrinkToBudget(built.problem, known.solution);
  return solution && { built, solution, spentMinor };
}

/**
 * Repeats the optimisation until the targets refer to the value after the costs that it actually finds. If it finds two
 * plans in turn that are equally good, the cheaper one counts.
 */
function solvedWithin(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  { cashMinor }: SizingTerms,
): Solved {
  let spentMinor = budgetMinor;
  let before: Solved | null = null;
  for (let round = 1; ; round += 1) {
    const built = buildBudgetProblem(rows, { ...terms, cashMinor, budgetMinor, spentMinor });
    const solved: Solved = { built, solution: solveBudget(built.problem, terms.solver), spentMinor };
    const { costMinor } = solved.solution;
    if (Math.abs(spentMinor - costMinor) <= SETTLED_MINOR) return solved;
    if (round === MAX_ROUNDS) {
      if (before === null || before.solution.costMinor >= costMinor) return solved;
      const isAlternating = Math.abs(before.spentMinor - costMinor) <= VISIBLE * costMinor;
      return isAlternating ? before : solved;
    }
    before = solved;
    spentMinor = costMinor;
  }
}

const MAX_ROUNDS = 4;
/** A difference in cost that changes no target by a cent. */
const SETTLED_MINOR = 1;

/**
 * Turns rows into the exact orders of a plan: the full plan if the budget allows it, else the best part of it within
 * the budget. The exact costs must keep the budget, not just the float model of the optimisation (decision G10).
 */

import type { BudgetSolution } from '../budget/budget-problem.ts';
import type { LinearSolver } from '../budget/linear-solver.ts';
import { shrinkToBudget, solveBudget } from '../budget/solve-budget.ts';
import { balanceCash, cashAfterMinor } from './balance-cash.ts';
import { type BuiltProblem, buildBudgetProblem, tradesOfSolution } from './build-budget-problem.ts';
import { netFx } from './net-fx.ts';
import type { PlanInput } from './plan.ts';
import type { RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, type SizingTerms, sizeOrders, totalCosts } from './size-orders.ts';
import { type FxTerms, isBlocked, type SolvedTrades } from './solve-trade-values.ts';

export interface ChosenOrders {
  readonly drafts: readonly DraftOrder[];
  /** If the budget binds: the drift that one more basis point would remove, a fraction of the value. */
  readonly driftPerBps?: number;
}

/** Orders that never overdraw and never cost more than the budget; none if nothing is affordable. */
export function chooseOrders(
  rows: readonly RebalanceRow[],
  { trades, netNavMinor }: SolvedTrades,
  input: PlanInput,
  navMinor: number,
): ChosenOrders {
  const { currency, view, settings } = input;
  const terms = sizingTerms(input);
  const budgetBps = settings.costBudgetBps;
  const full = affordable(sizeOrders(rows, trades, terms), terms);
  if (budgetBps === null) return { drafts: full };
  // Where a row cannot be traded, the full plan sells for buys that are impossible; the optimisation does better.
  const isComplete = rows.every((row) => !isBlocked(row, netNavMinor));
  if (isComplete && isWithinBudget(totalCosts(full).totalMinor, navMinor, budgetBps)) return { drafts: full };
  const fx = { currency, conversionBps: view.fxConversionBps };
  const solver = input.solver ?? null;
  return withinBudget(rows, { navMinor, fullNetNavMinor: netNavMinor, fx, solver }, terms, budgetBps);
}

/** The steps in which quantities of this plan are counted. */
export function sizingTerms({ currency, cashMinor, view, settings, constraints }: PlanInput): SizingTerms {
  const stepMicro = 10 ** (6 - settings.fractionalPrecision);
  if (constraints?.wholeShares !== true) return { currency, cashMinor, view, stepMicro };
  return { currency, cashMinor, view, stepMicro: WHOLE_SHARE_MICRO, exitStepMicro: WHOLE_SHARE_MICRO };
}

const WHOLE_SHARE_MICRO = 1_000_000;

interface BudgetTerms {
  readonly navMinor: number;
  readonly fullNetNavMinor: number;
  readonly fx: FxTerms;
  readonly solver: LinearSolver | null;
}

/**
 * The orders that cash pays for after netting. Reducing a buy changes what nets, so both steps repeat until they agree.
 * If they never do, buys are reduced as if nothing netted, which is always enough.
 */
export function affordable(sized: readonly DraftOrder[], terms: SizingTerms): DraftOrder[] {
  let drafts = netFx(sized, terms.currency, terms.view);
  for (let round = 0; round < MAX_NETTINGS; round += 1) {
    drafts = netFx(balanceCash(drafts, terms), terms.currency, terms.view);
    if (cashAfterMinor(drafts, terms.cashMinor) >= 0) return drafts;
  }
  return netFx(balanceCash(sized, terms), terms.currency, terms.view);
}

const MAX_NETTINGS = 4;

/** Costs in basis points of the portfolio's value, six decimals. */
export function costsBps(totalMinor: number, navMinor: number): number {
  return Math.round((totalMinor / navMinor) * 1e10) / 1e6;
}

/** Both the amount and the rounded figure that clients see must be within the budget. */
export function isWithinBudget(totalMinor: number, navMinor: number, budgetBps: number): boolean {
  return totalMinor * 10_000 <= budgetBps * navMinor && costsBps(totalMinor, navMinor) <= budgetBps;
}

/**
 * The best part of the plan as exact orders within the budget. Exact rounding may exceed the budget by some cents; then
 * the model gets a smaller budget. If that is visibly smaller, bisection looks for the largest one that still fits.
 */
function withinBudget(
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  sizing: SizingTerms,
  budgetBps: number,
): ChosenOrders {
  const { navMinor } = terms;
  const limitMinor = (budgetBps * navMinor) / 10_000;
  const isWithin = (found: Candidate) => isWithinBudget(found.totalMinor, navMinor, budgetBps);
  // The model's cost may exceed by a fraction of a cent what the exact costs round to.
  let found = candidateFor(limitMinor + 0.5, rows, terms, sizing);
  let tooMuchMinor = found.budgetMinor;
  for (let attempt = 1; !isWithin(found); attempt += 1) {
    tooMuchMinor = found.budgetMinor;
    if (attempt === MAX_ATTEMPTS) return { drafts: [] };
    const budgetMinor = Math.max(tooMuchMinor / 2, tooMuchMinor - 2 * (found.totalMinor - limitMinor) - 1);
    const isSlight = limitMinor - budgetMinor <= SLIGHT * limitMinor;
    found = candidateFor(budgetMinor, rows, terms, sizing, isSlight ? found : null);
  }
  for (let round = 0; tooMuchMinor - found.budgetMinor > VISIBLE * limitMinor && round < MAX_BISECTIONS; round += 1) {
    const between = candidateFor((found.budgetMinor + tooMuchMinor) / 2, rows, terms, sizing);
    if (isWithin(between)) found = between;
    else tooMuchMinor = between.budgetMinor;
  }
  const { drafts, driftPerBps } = found;
  return driftPerBps > 0 ? { drafts, driftPerBps } : { drafts };
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
  readonly driftPerBps: number;
  readonly spentMinor: number;
  readonly solution: BudgetSolution;
}

/** `known` is the candidate of a slightly larger budget, whose orders are used again. */
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
  return { budgetMinor, drafts, totalMinor, driftPerBps: solution.shadowPricePerBps, spentMinor, solution };
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

/** Repeats the optimisation until the targets refer to the value after the costs that it really finds. */
function solvedWithin(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  { cashMinor }: SizingTerms,
): Solved {
  let spentMinor = budgetMinor;
  for (let round = 1; ; round += 1) {
    const built = buildBudgetProblem(rows, { ...terms, cashMinor, budgetMinor, spentMinor });
    const solution = solveBudget(built.problem, terms.solver);
    const isSettled = Math.abs(spentMinor - solution.costMinor) <= SETTLED_MINOR;
    if (isSettled || round === MAX_ROUNDS) return { built, solution, spentMinor };
    spentMinor = solution.costMinor;
  }
}

const MAX_ROUNDS = 4;
/** A difference in cost that changes no target by a cent. */
const SETTLED_MINOR = 1;

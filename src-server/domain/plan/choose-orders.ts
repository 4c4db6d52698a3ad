/**
 * Owns the way from rows to the exact orders of a plan: the full plan if the budget allows it, else the part of it that
 * fits. The budget is kept by the exact costs, not by the model that searches (decision G10).
 */

import type { BudgetSolution } from '../budget/budget-problem.ts';
import type { LinearSolver } from '../budget/linear-solver.ts';
import { shrinkToBudget, solveBudget } from '../budget/solve-budget.ts';
import { balanceCash, cashAfterMinor } from './balance-cash.ts';
import { type RowsProblem, rowsProblem, rowTrades } from './budget-problem-of-rows.ts';
import { netFx } from './net-fx.ts';
import type { PlanInput } from './plan.ts';
import type { RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, type SizingTerms, sizeOrders, totalCosts } from './size-orders.ts';
import { type FxTerms, isCutOff, type SolvedTrades } from './solve-trade-values.ts';

export interface Chosen {
  readonly drafts: readonly DraftOrder[];
  /** Where a budget holds the plan back: the drift that one more basis point would take off, a fraction of the value. */
  readonly driftPerBps?: number;
}

/** Orders that never overdraw and never cost more than the budget; none if nothing is affordable. */
export function chooseOrders(
  rows: readonly RebalanceRow[],
  { trades, netNavMinor }: SolvedTrades,
  input: PlanInput,
  navMinor: number,
): Chosen {
  const { currency, cashMinor, view, settings } = input;
  const terms = { currency, cashMinor, view, stepMicro: 10 ** (6 - settings.fractionalPrecision) };
  const budgetBps = settings.costBudgetBps;
  const full = affordable(sizeOrders(rows, trades, terms), terms);
  if (budgetBps === null) return { drafts: full };
  // Where a row cannot be traded, the full plan sells for buys that cannot be: within a budget the best is looked for.
  const isWhole = rows.every((row) => !isCutOff(row, netNavMinor));
  if (isWhole && isWithinBudget(totalCosts(full).totalMinor, navMinor, budgetBps)) return { drafts: full };
  const fx = { currency, conversionBps: view.fxConversionBps };
  const solver = input.solver ?? null;
  return withinBudget(rows, { navMinor, fullNetNavMinor: netNavMinor, fx, solver }, terms, budgetBps);
}

interface BudgetTerms {
  readonly navMinor: number;
  readonly fullNetNavMinor: number;
  readonly fx: FxTerms;
  readonly solver: LinearSolver | null;
}

/**
 * The orders that cash pays for after netting. A buy that gives way changes what nets, so both are done until they agree;
 * should they never, buys give way as if nothing netted, which is always enough.
 */
function affordable(sized: readonly DraftOrder[], terms: SizingTerms): DraftOrder[] {
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

/** Both the amount and the figure that is shown have to be within. */
function isWithinBudget(totalMinor: number, navMinor: number, budgetBps: number): boolean {
  return totalMinor * 10_000 <= budgetBps * navMinor && costsBps(totalMinor, navMinor) <= budgetBps;
}

/**
 * The best part of the plan within the budget, as exact orders that keep it. Exact rounding may go over by some cents:
 * then less is asked for, and where that is visibly less, the most that still fits is looked for.
 */
function withinBudget(
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  sizing: SizingTerms,
  budgetBps: number,
): Chosen {
  const { navMinor } = terms;
  const limitMinor = (budgetBps * navMinor) / 10_000;
  const isKept = (found: Asked) => isWithinBudget(found.totalMinor, navMinor, budgetBps);
  // The model may lie a fraction of a cent above what the exact costs will round to.
  let found = ordersFor(limitMinor + 0.5, rows, terms, sizing);
  let tooMuchMinor = found.budgetMinor;
  for (let attempt = 1; !isKept(found); attempt += 1) {
    tooMuchMinor = found.budgetMinor;
    if (attempt === MAX_ATTEMPTS) return { drafts: [] };
    const budgetMinor = Math.max(tooMuchMinor / 2, tooMuchMinor - 2 * (found.totalMinor - limitMinor) - 1);
    const isSlight = limitMinor - budgetMinor <= SLIGHT * limitMinor;
    found = ordersFor(budgetMinor, rows, terms, sizing, isSlight ? found : null);
  }
  for (let round = 0; tooMuchMinor - found.budgetMinor > VISIBLE * limitMinor && round < MAX_HALVINGS; round += 1) {
    const between = ordersFor((found.budgetMinor + tooMuchMinor) / 2, rows, terms, sizing);
    if (isKept(between)) found = between;
    else tooMuchMinor = between.budgetMinor;
  }
  const { drafts, driftPerBps } = found;
  return driftPerBps > 0 ? { drafts, driftPerBps } : { drafts };
}

const MAX_ATTEMPTS = 8;
const MAX_HALVINGS = 6;
/** Parts of a budget: so much less is a difference to look into, and so little is not. */
const VISIBLE = 0.01;
const SLIGHT = 1e-3;

interface Asked {
  readonly budgetMinor: number;
  readonly drafts: readonly DraftOrder[];
  readonly totalMinor: number;
  readonly driftPerBps: number;
  readonly spentMinor: number;
  readonly solution: BudgetSolution;
}

/** `known` is what was found for a budget that was hardly larger: its orders will do. */
function ordersFor(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  sizing: SizingTerms,
  known: Asked | null = null,
): Asked {
  const solved =
    (known && shrunk(budgetMinor, rows, terms, sizing, known)) ?? solvedWithin(budgetMinor, rows, terms, sizing);
  const { asked, solution, spentMinor } = solved;
  const drafts = affordable(sizeOrders(rows, rowTrades(asked, solution, rows.length), sizing), sizing);
  const { totalMinor } = totalCosts(drafts);
  return { budgetMinor, drafts, totalMinor, driftPerBps: solution.shadowPricePerBps, spentMinor, solution };
}

interface Solved {
  readonly asked: RowsProblem;
  readonly solution: BudgetSolution;
  readonly spentMinor: number;
}

function shrunk(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  { cashMinor }: SizingTerms,
  known: Asked,
): Solved | null {
  const { spentMinor } = known;
  const asked = rowsProblem(rows, { ...terms, cashMinor, budgetMinor, spentMinor });
  const solution = shrinkToBudget(asked.problem, known.solution);
  return solution && { asked, solution, spentMinor };
}

/** Solved until rows are aimed at the value that is left after what is really spent, where that is less than the budget. */
function solvedWithin(
  budgetMinor: number,
  rows: readonly RebalanceRow[],
  terms: BudgetTerms,
  { cashMinor }: SizingTerms,
): Solved {
  let spentMinor = budgetMinor;
  for (let round = 1; ; round += 1) {
    const asked = rowsProblem(rows, { ...terms, cashMinor, budgetMinor, spentMinor });
    const solution = solveBudget(asked.problem, terms.solver);
    const isSettled = Math.abs(spentMinor - solution.costMinor) <= SPENT_MINOR;
    if (isSettled || round === MAX_SPENDINGS) return { asked, solution, spentMinor };
    spentMinor = solution.costMinor;
  }
}

const MAX_SPENDINGS = 4;
/** So much unspent shifts no row by a cent. */
const SPENT_MINOR = 1;

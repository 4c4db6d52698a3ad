/**
 * Finds the best part of a plan within a cost budget (decision G10), with a bound and a shadow price: the full plan if
 * it fits, else branch and bound, else the linear solver. If nothing is affordable, the plan has no trades.
 */

import { branchAndBound, type SearchLimits } from './branch-and-bound.ts';
import type { BudgetMethod, BudgetProblem, BudgetSolution } from './budget-problem.ts';
import { type CompiledProblem, type CompiledSide, compileProblem } from './compile-problem.ts';
import { LagrangianRelaxation } from './lagrangian-relaxation.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type FeasiblePlan, noTradeObjective, planFigures, zeroValues } from './plan-values.ts';
import { NO_TRADE, type SegmentChoices } from './row-subproblem.ts';
import { solveLinear } from './solve-linear.ts';

/**
 * Returns the trades that leave the least drift. Costs are within the budget and cash is not negative by the float
 * model; the caller checks again with exact cents. `solver` is used if branch and bound leaves a gap of more than 0.1
 * %; without a solver, and for large problems, that gap is reported unchanged.
 */
export function solveBudget(requested: BudgetProblem, solver: LinearSolver | null): BudgetSolution {
  const problem = requested.budgetMinor < MIN_BUDGET_MINOR ? { ...requested, budgetMinor: 0 } : requested;
  const compiled = compileProblem(problem);
  const full = fullPlan(compiled);
  if (full !== null) {
    return solutionOf(compiled, { plan: full, bound: full.figures.objective, shadowPrice: 0, method: 'dual' });
  }
  const found = { ...branchAndBound(compiled, limitsFor(problem.trades.length)), method: 'dual' as const };
  const noTrade = noTradeObjective(problem);
  const range = found.bound - noTrade;
  const isOpen = found.bound - (found.plan?.figures.objective ?? noTrade) > ACCEPTED_GAP * range;
  if (!isOpen || range <= NEGLIGIBLE * problem.minOrderMinor || solver === null || problem.trades.length > LARGE) {
    return solutionOf(compiled, found);
  }
  const linear = solveLinear(compiled, solver, { prices: found.prices, scaleMinor: range }, ACCEPTED_GAP);
  if (linear === null) return solutionOf(compiled, found);
  const { method } = linear;
  const bound = Math.min(found.bound, linear.bound);
  return solutionOf(compiled, { ...found, plan: better(found.plan, linear.plan), bound, method });
}

/**
 * Returns the same orders under a slightly smaller budget, with their values fitted to it. The bound of the larger
 * budget still holds; `null` if that leaves more than the accepted gap.
 */
export function shrinkToBudget(problem: BudgetProblem, known: BudgetSolution): BudgetSolution | null {
  const compiled = compileProblem(problem);
  const toleranceMinor = SHRINK_TOLERANCE * known.boundMinor;
  const plan = new LagrangianRelaxation(compiled, { choices: choicesOf(compiled, known), toleranceMinor }).plan();
  if (plan === null) return null;
  const bound = noTradeObjective(problem) + known.boundMinor;
  const { shadowPricePerBps, method } = known;
  const solution = solutionOf(compiled, { plan, bound, shadowPrice: shadowPricePerBps * BPS, method });
  return solution.gap > ACCEPTED_GAP ? null : solution;
}

const SHRINK_TOLERANCE = 1e-7;
const BPS = 10_000;

/** Returns the segments that contain the values of a solution. */
function choicesOf(compiled: CompiledProblem, { valuesMinor }: BudgetSolution): SegmentChoices {
  const chosen = ({ rows, trades }: CompiledSide) =>
    Int8Array.from(rows, (row, index) => {
      const valueMinor = valuesMinor[trades[index] as number] ?? 0;
      if (valueMinor === 0) return NO_TRADE;
      const at = row.findIndex(({ high }) => valueMinor <= high);
      return at === -1 ? row.length - 1 : at;
    });
  return { buys: chosen(compiled.buys), sells: chosen(compiled.sells) };
}

const ACCEPTED_GAP = 0.001;
const MIN_BUDGET_MINOR = 1e-6;
/** As a fraction of the smallest order: a difference in drift that is not worth a search. */
const NEGLIGIBLE = 0.02;
/** The number of trades above which a problem is large. */
const LARGE = 400;

/** Problems that are not large are solved almost to optimality, so a larger budget never visibly leaves more drift. */
function limitsFor(count: number): SearchLimits {
  const acceptedGap = 0.9 * ACCEPTED_GAP;
  if (count > LARGE) return { targetGap: acceptedGap, targetGapNodes: 0, acceptedGap, maxNodes: 8 };
  return { targetGap: 1e-5, targetGapNodes: 8, acceptedGap, maxNodes: 300 };
}

function better(one: FeasiblePlan | null, other: FeasiblePlan | null): FeasiblePlan | null {
  if (one === null || other === null) return one ?? other;
  return other.figures.objective > one.figures.objective ? other : one;
}

interface Found {
  readonly plan: FeasiblePlan | null;
  readonly bound: number;
  readonly shadowPrice: number;
  readonly method: BudgetMethod;
}

/** Returns every trade in full, if budget and cash allow it and the objective cannot be larger. */
function fullPlan(compiled: CompiledProblem): FeasiblePlan | null {
  const ends = ({ rows }: CompiledSide) => Float64Array.from(rows, (row) => row.at(-1)?.high ?? 0);
  const values = { buys: ends(compiled.buys), sells: ends(compiled.sells) };
  const figures = planFigures(compiled, values);
  const boughtMinor = values.buys.reduce((sum, value) => sum + value, 0);
  const noise = NOISE * (boughtMinor + Math.abs(compiled.problem.cashMinor));
  const isOptimal = figures.objective >= boughtMinor - noise;
  return isOptimal && figures.costMinor <= compiled.problem.budgetMinor && figures.cashMinor >= -noise
    ? { values, figures }
    : null;
}

const NOISE = 1e-9;

function solutionOf(compiled: CompiledProblem, found: Found): BudgetSolution {
  const { problem, buys, sells } = compiled;
  const noTrade = noTradeObjective(problem);
  const values = found.plan?.values ?? zeroValues(compiled);
  const figures = found.plan?.figures ?? planFigures(compiled, values);
  const removedMinor = figures.objective - noTrade;
  const boundMinor = Math.max(removedMinor, found.bound - noTrade);
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
    gap: missing <= NEGLIGIBLE * problem.minOrderMinor ? 0 : missing / boundMinor,
    method: found.method,
    binds: found.shadowPrice > 0,
    // One basis point of the value, times drift per money, divided by the value: the value cancels.
    shadowPricePerBps: found.shadowPrice / BPS,
  };
}

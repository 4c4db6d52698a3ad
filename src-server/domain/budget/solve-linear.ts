/**
 * Improves bound and plan with the linear solver: it solves a linear model, and the best values on the segments that
 * its solution uses make the plan. Used if branch and bound ends with too wide a gap.
 */

import type { CompiledProblem, CompiledRow } from './compile-problem.ts';
import { LagrangianRelaxation } from './lagrangian-relaxation.ts';
import { type Linearisation, linearModelOf, readSolution } from './linear-model.ts';
import type { LinearSolver } from './linear-solver.ts';
import { type FeasiblePlan, noTradeObjective } from './plan-values.ts';

interface LinearResult {
  readonly method: 'linear' | 'mixed_integer';
  readonly bound: number;
  readonly plan: FeasiblePlan | null;
}

/**
 * Returns `null` if the solver finds no solution within its limits. As long as bound and plan are further apart than
 * `gap`, the model is refined around the solution and solved again.
 */
export function solveLinear(
  compiled: CompiledProblem,
  solver: LinearSolver,
  first: Linearisation,
  gap: number,
): LinearResult | null {
  const isMixed = [...compiled.buys.rows, ...compiled.sells.rows].some(needsChoice);
  let best: LinearResult | null = null;
  let around = first;
  for (let round = 0; round < MAX_MODELS; round += 1) {
    const model = linearModelOf(compiled, around, isMixed);
    const solution = solver.solve(model.model, LIMITS);
    if (solution === null) return best;
    const { buys, sells } = readSolution(compiled, model, solution);
    // The solver accepts rows that are violated by its tolerance, so its bound is increased by the same amount.
    const bound = (solution.bound + SOLVER_TOLERANCE) * model.unitMinor;
    const choices = { buys: buys.choices, sells: sells.choices };
    const toleranceMinor = PLAN_TOLERANCE * first.scaleMinor;
    const plan = new LagrangianRelaxation(compiled, { choices, toleranceMinor }).plan();
    best = betterOf(best, { method: isMixed ? 'mixed_integer' : 'linear', bound, plan });
    const noTrade = noTradeObjective(compiled.problem);
    if (best.bound - (best.plan?.figures.objective ?? noTrade) <= gap * (best.bound - noTrade)) return best;
    around = { ...first, values: { buys: buys.values, sells: sells.values } };
  }
  return best;
}

function betterOf(known: LinearResult | null, found: LinearResult): LinearResult {
  if (known === null) return found;
  const knownObjective = known.plan?.figures.objective ?? Number.NEGATIVE_INFINITY;
  const foundObjective = found.plan?.figures.objective ?? Number.NEGATIVE_INFINITY;
  const plan = foundObjective > knownObjective ? found.plan : known.plan;
  return { method: known.method, bound: Math.min(known.bound, found.bound), plan };
}

const MAX_MODELS = 3;
const LIMITS = { gap: 2e-4, nodes: 2000 };
const SOLVER_TOLERANCE = 1e-6;
const PLAN_TOLERANCE = 1e-7;

/** Whether a row has several segments or a fixed charge, so that a linear model needs a binary column for it. */
function needsChoice(row: CompiledRow): boolean {
  return row.length > 1 || row.some(({ fixed }) => fixed > 0);
}

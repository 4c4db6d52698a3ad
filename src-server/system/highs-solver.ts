/**
 * Adapts HiGHS (WebAssembly), the solver behind the domain's `LinearSolver`. One thread, no clock, a fixed seed: the
 * same model always has the same solution. Does not know what a model means.
 */

import type { Highs } from 'highs';
import type { LinearLimits, LinearModel, LinearSolution, LinearSolver } from '../domain/budget/linear-solver.ts';

/**
 * Loads the WebAssembly module in the background, once per process; after that every solve is synchronous and has no
 * state, so callers can share it.
 */
export function loadLinearSolver(): Promise<LinearSolver> {
  loading ??= load();
  return loading;
}

let loading: Promise<LinearSolver> | null = null;

async function load(): Promise<LinearSolver> {
  const { default: loadHighs } = await import('highs');
  const highs = await loadHighs();
  return { solve: (model, limits) => solve(highs, model, limits) };
}

function solve(highs: Highs, model: LinearModel, limits: LinearLimits): LinearSolution | null {
  const isMixed = model.isInteger.includes(1);
  const instance = highs.createModel();
  try {
    instance.options.set({ ...OPTIONS, mip_rel_gap: limits.gap, mip_max_nodes: limits.nodes });
    instance.passModel(modelData(highs, model, isMixed));
    const { modelStatus } = instance.run();
    const { optimal, solutionLimit, iterationLimit } = highs.constants.modelStatus;
    const isUsable = modelStatus === optimal || modelStatus === solutionLimit || modelStatus === iterationLimit;
    if (!isUsable || instance.info.get('primal_solution_status') !== highs.constants.solutionStatus.feasible)
      return null;
    const { colValue, rowDual } = instance.getSolution();
    const bound = isMixed ? Number(instance.info.get('mip_dual_bound')) : instance.getObjectiveValue();
    return { values: colValue, bound, rowDuals: rowDual };
  } finally {
    instance.dispose();
  }
}

const OPTIONS = { output_flag: false, random_seed: 0, mip_abs_gap: 0 };

function modelData(highs: Highs, model: LinearModel, isMixed: boolean) {
  const numCols = model.objective.length;
  const numRows = model.rowLower.length;
  const { starts, indices, values } = model;
  return {
    numCols,
    numRows,
    sense: highs.constants.objectiveSense.maximize,
    colCost: model.objective,
    colLower: model.lower,
    colUpper: model.upper,
    rowLower: model.rowLower,
    rowUpper: model.rowUpper,
    matrix: { format: 'csc' as const, numRows, numCols, starts, indices, values },
    ...(isMixed ? { integrality: model.isInteger } : {}),
  };
}

/**
 * The port to a solver of linear and mixed-integer programs; its adapter is in `system`. There is no time limit,
 * because the same model must always give the same result.
 */

/** Maximise `objective`·x within bounds and rows. The matrix is in compressed sparse column form. */
export interface LinearModel {
  readonly objective: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** 1 if a column must be an integer. */
  readonly isInteger: Int32Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export interface LinearLimits {
  /** The relative gap at which a mixed-integer search may end. */
  readonly gap: number;
  readonly nodes: number;
}

export interface LinearSolution {
  readonly values: Float64Array;
  /** Upper bound: no feasible point has a larger objective. */
  readonly bound: number;
  readonly rowDuals: Float64Array;
}

export interface LinearSolver {
  /** Returns `null` if there is no feasible point, or none was found within the limits. */
  solve(model: LinearModel, limits: LinearLimits): LinearSolution | null;
}

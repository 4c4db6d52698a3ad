/**
 * Owns the port through which a solver of linear and mixed-integer programs is used (its adapter is in `system`).
 * Refuses time limits: the same model must always have the same answer.
 */

/** Maximise `gain`·x within bounds and rows; the matrix by columns, in the usual compressed form. */
export interface LinearModel {
  readonly gain: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** 1 where a column must be whole. */
  readonly isWhole: Int32Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export interface LinearLimits {
  /** Relative distance of bound and solution at which a search over whole columns may end. */
  readonly gap: number;
  readonly nodes: number;
}

export interface LinearSolution {
  readonly values: Float64Array;
  /** No feasible point gains more. */
  readonly bound: number;
  readonly rowDuals: Float64Array;
}

export interface LinearSolver {
  /** `null` if there is no feasible point, or none was found within the limits. */
  solve(model: LinearModel, limits: LinearLimits): LinearSolution | null;
}

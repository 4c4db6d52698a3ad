/** The primal solution of a relaxation, row by row, and convex combinations of two such solutions. */

import type { CompiledProblem } from './compile-problem.ts';
import { mixedValues, type SideValues, zeroValues } from './plan-values.ts';
import type { PricedRow, RowOptimum } from './row-subproblem.ts';

/** The value of each row and the number of its segment, counted from 1; 0 if the row does not trade. */
export interface RowSolutions {
  readonly values: SideValues;
  readonly segmentNumbers: SideValues;
}

export function emptySolutions(compiled: CompiledProblem): RowSolutions {
  return { values: zeroValues(compiled), segmentNumbers: zeroValues(compiled) };
}

export function recordRow(
  { side, index }: PricedRow,
  { value, segmentIndex }: RowOptimum,
  { values, segmentNumbers }: RowSolutions,
): void {
  values[side][index] = value;
  segmentNumbers[side][index] = segmentIndex + 1;
}

/** Returns (1 − share)·under + share·over. */
export function mixedSolutions(under: RowSolutions, over: RowSolutions, share: number): RowSolutions {
  return {
    values: mixedValues(under.values, over.values, share),
    segmentNumbers: mixedValues(under.segmentNumbers, over.segmentNumbers, share),
  };
}

/** Computes the same combination for some rows only, and writes it into `solutions`. */
export function mixInto(solutions: RowSolutions, other: RowSolutions, share: number, rows: readonly PricedRow[]): void {
  for (const { side, index } of rows) {
    for (const part of ['values', 'segmentNumbers'] as const) {
      const own = solutions[part][side][index] as number;
      solutions[part][side][index] = own + share * ((other[part][side][index] as number) - own);
    }
  }
}

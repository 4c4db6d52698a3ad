/** Writes a linear model row by row and column by column into the arrays that the solver expects. */

import type { LinearModel } from './linear-solver.ts';

export type Entry = readonly [row: number, value: number];

interface NewColumn {
  readonly objective?: number;
  readonly lower?: number;
  readonly upper: number;
  readonly isInteger?: boolean;
  readonly entries: readonly Entry[];
}

export type LinearWriter = ReturnType<typeof linearWriter>;

export function linearWriter() {
  const rowUpper: number[] = [];
  const objective: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  const isInteger: number[] = [];
  const starts: number[] = [0];
  const indices: number[] = [];
  const values: number[] = [];
  return {
    /** Adds a row with an upper bound; returns its index. */
    row(upperBound: number): number {
      rowUpper.push(upperBound);
      return rowUpper.length - 1;
    },
    /** Adds a column with its entries; returns its index. */
    column(added: NewColumn): number {
      objective.push(added.objective ?? 0);
      lower.push(added.lower ?? 0);
      upper.push(added.upper);
      isInteger.push(added.isInteger ? 1 : 0);
      for (const [row, value] of added.entries) {
        if (value === 0) continue;
        indices.push(row);
        values.push(value);
      }
      starts.push(indices.length);
      return objective.length - 1;
    },
    finish(): LinearModel {
      return {
        objective: Float64Array.from(objective),
        lower: Float64Array.from(lower),
        upper: Float64Array.from(upper),
        isInteger: Int32Array.from(isInteger),
        rowLower: new Float64Array(rowUpper.length).fill(Number.NEGATIVE_INFINITY),
        rowUpper: Float64Array.from(rowUpper),
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      };
    },
  };
}

/** Owns the writing of a linear model: rows and columns one by one, into the arrays that the solver takes. */

import type { LinearModel } from './linear-solver.ts';

export type Entry = readonly [row: number, value: number];

export interface NewColumn {
  readonly gain?: number;
  readonly lower?: number;
  readonly upper: number;
  readonly isWhole?: boolean;
  readonly entries: readonly Entry[];
}

export type LinearWriter = ReturnType<typeof linearWriter>;

export function linearWriter() {
  const rowUpper: number[] = [];
  const gain: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  const isWhole: number[] = [];
  const starts: number[] = [0];
  const indices: number[] = [];
  const values: number[] = [];
  return {
    /** A row that is at most `most`; its index. */
    row(most: number): number {
      rowUpper.push(most);
      return rowUpper.length - 1;
    },
    /** A column and its entries; its index. */
    column(added: NewColumn): number {
      gain.push(added.gain ?? 0);
      lower.push(added.lower ?? 0);
      upper.push(added.upper);
      isWhole.push(added.isWhole ? 1 : 0);
      for (const [row, value] of added.entries) {
        if (value === 0) continue;
        indices.push(row);
        values.push(value);
      }
      starts.push(indices.length);
      return gain.length - 1;
    },
    finish(): LinearModel {
      return {
        gain: Float64Array.from(gain),
        lower: Float64Array.from(lower),
        upper: Float64Array.from(upper),
        isWhole: Int32Array.from(isWhole),
        rowLower: new Float64Array(rowUpper.length).fill(Number.NEGATIVE_INFINITY),
        rowUpper: Float64Array.from(rowUpper),
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      };
    },
  };
}

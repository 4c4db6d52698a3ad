/** What a sweep keeps, and what may be asked of it: one row a job. The port behind which its database lies. */
import type { JobResult, JobStatus } from './job-result.ts';
import type { SweepJob } from './sweep-plan.ts';
import type { Cell, CellType } from './vary-columns.ts';

/** What a sweep is of; one that goes on must be of the same. */
export interface SweepFacts {
  /** Told apart from every other sweep, wherever it runs. */
  readonly sweepId: string;
  /** What computes the results: version and market data. */
  readonly compatibilityKey: string;
  readonly scenarioHash: string;
  /** As it was named on the command line. */
  readonly file: string;
  readonly name: string;
  /** Seeds as they are written. */
  readonly seeds: string;
  /** JSON of the variations. */
  readonly variations: string;
}

/** A column of the results. Integers and reals have 64 bits. */
export interface SweepColumn {
  readonly name: string;
  readonly type: CellType;
  readonly meaning: string;
}

export interface StoredFailure {
  readonly place: number;
  readonly seed: number;
  readonly status: JobStatus;
  readonly failure: string;
}

export interface StoredValue {
  readonly place: number;
  readonly seed: number;
  readonly value: number;
}

export interface SweepResultStore {
  /** Keeps a result once; a job that is kept already stays as it is. True where it was new. */
  save(job: SweepJob, combination: number, result: JobResult): boolean;
  isStored(place: number): boolean;
  /** How many are kept of each status: of one combination, or of all (`null`). */
  counts(combination: number | null): Readonly<Record<JobStatus, number>>;
  /** Names of all figures, by name; measures first. */
  figureNames(): readonly string[];
  /** A figure of all jobs that passed, ascending. */
  values(figure: string, combination: number | null): Float64Array;
  /** The jobs that passed with the lowest or highest values of a figure; among equals the first of the plan. */
  extremes(figure: string, combination: number | null, end: 'lowest' | 'highest', most: number): StoredValue[];
  /** What did not pass, in the order of the plan. */
  failures(most: number): StoredFailure[];
  /** Columns of the results, always in this order; durations are none, because no second run repeats them. */
  columns(): readonly SweepColumn[];
  /** Every job that is kept, in the order of the plan; a cell for each column. */
  rows(): Iterable<readonly Cell[]>;
  close(): void;
}

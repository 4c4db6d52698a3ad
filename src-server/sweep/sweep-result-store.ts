/** The port of a sweep's result database: one row for each job, and the queries that a summary needs. */
import type { JobResult, JobStatus } from './job-result.ts';
import type { SweepJob } from './sweep-plan.ts';
import type { Cell, CellType } from './vary-columns.ts';

/** Identifies a sweep; a sweep is resumed only with equal facts, apart from its file name. */
export interface StoredSweepFacts {
  /** Unique among all sweeps on all machines. */
  readonly sweepId: string;
  /** Version, market data and format of results (`currentCompatibilityKey`). */
  readonly compatibilityKey: string;
  readonly scenarioHash: string;
  /** As named on the command line. */
  readonly file: string;
  readonly name: string;
  /** Seeds as written (`formatSeeds`). */
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
  readonly combination: number;
  readonly seed: number;
  readonly status: JobStatus;
  readonly failure: string;
}

export interface StoredValue {
  readonly place: number;
  readonly seed: number;
  readonly value: number;
}

/** Number of finished jobs, and their outcomes. */
interface SweepTally {
  readonly done: number;
  readonly passed: number;
  readonly failed: number;
}

export function tallyOf(counts: Readonly<Record<JobStatus, number>>): SweepTally {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, passed: counts.passed, failed: done - counts.passed };
}

export interface SweepResultStore {
  /** Stores the first result of a job and ignores later ones. Returns whether it was new. */
  save(job: SweepJob, combination: number, result: JobResult): boolean;
  isStored(index: number): boolean;
  /** The number of stored results by status: of one combination, or of all (`null`). */
  counts(combination: number | null): Readonly<Record<JobStatus, number>>;
  /** The names of all figures, sorted; measures come first. */
  figureNames(): readonly string[];
  /** A figure of all jobs that passed, ascending. */
  values(figure: string, combination: number | null): Float64Array;
  /** The same by job, in the order of the plan. */
  valuesByJob(figure: string, combination: number | null): StoredValue[];
  /** The jobs that passed with the lowest or highest values of a figure; equal values in the order of the plan. */
  extremes(figure: string, combination: number | null, end: 'lowest' | 'highest', most: number): StoredValue[];
  /** Jobs that did not pass, in the order of the plan. */
  failures(most: number): StoredFailure[];
  /** Columns of the results, always in this order; without durations, because they differ between runs. */
  columns(): readonly SweepColumn[];
  /** Every stored job in the order of the plan, with a cell for each column. */
  rows(): Iterable<readonly Cell[]>;
  close(): void;
}

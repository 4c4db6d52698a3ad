/** A sweep of the control plane, and its reported state. */
import type { SweepStatistics } from '../../contract/control/scenarios/sweeps.ts';
import type { JobRun } from '../jobs/job-run.ts';

export interface ServedSweep extends JobRun {
  readonly sweepId: string;
  /** Below the folder of scenarios. */
  readonly file: string;
  /** The path as used in commands. */
  readonly path: string;
  readonly name: string;
  /** Conditions of the whole sweep. */
  readonly asserts: readonly string[];
  /** Whether its scenario checks anything. */
  readonly hasChecks: boolean;
  /** The statistics at this number of finished jobs. */
  statistics: { readonly done: number; readonly figures: SweepStatistics[] };
}

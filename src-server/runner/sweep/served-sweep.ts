/** A sweep of the control plane, with what is shown of it. */
import type { SweepStatistics } from '../../contract/control/scenarios/sweeps.ts';
import type { JobRun } from '../jobs/job-run.ts';

export interface ServedSweep extends JobRun {
  readonly sweepId: string;
  /** Below the folder of scenarios. */
  readonly file: string;
  /** As commands name it. */
  readonly path: string;
  readonly name: string;
  /** Conditions of the whole sweep. */
  readonly asserts: readonly string[];
  /** The statistics at this number of finished jobs. */
  statistics: { readonly done: number; readonly figures: SweepStatistics[] };
}

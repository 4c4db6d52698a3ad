/**
 * Entry of a thread that plays scenarios and lives of the lab (`runner/replay/scenario-pool.ts`), with the worlds that
 * `app` starts.
 */
import { type LabJob, playLabJob } from '../runner/lab/play-lab-job.ts';
import { playJob, type ThreadJob } from '../runner/replay/play-on-thread.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';
import type { JobResult } from '../sweep/job-result.ts';
import { startScenarioWorld } from './start-scenario-world.ts';

export function playOnThread(job: ThreadJob): Promise<PlayOutcome> {
  return playJob(job, startScenarioWorld);
}

export function playLabOnThread(job: LabJob): Promise<JobResult> {
  return playLabJob(job);
}

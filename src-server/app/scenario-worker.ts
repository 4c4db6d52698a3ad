/**
 * Entry of a thread that plays scenarios, lives of the lab and trials of clients (`runner/replay/scenario-pool.ts`), with
 * the worlds that `app` starts.
 */
import { playTrialJob, type TrialJob } from '../runner/explorer/play-trial-job.ts';
import { type LabJob, playLabJob } from '../runner/lab/play-lab-job.ts';
import { playJob, type ThreadJob, untilStopped } from '../runner/replay/play-on-thread.ts';
import type { PlayJob, PlayOutcome } from '../scenario/run/play-outcome.ts';
import type { JobResult } from '../sweep/job-result.ts';
import { startScenarioWorld } from './start-scenario-world.ts';

export function playOnThread(job: ThreadJob<PlayJob>): Promise<PlayOutcome> {
  return playJob(job, startScenarioWorld);
}

export function playLabOnThread(job: LabJob): Promise<JobResult> {
  return playLabJob(job);
}

export function playTrialOnThread({ job, port }: ThreadJob<TrialJob>): Promise<JobResult> {
  return untilStopped(port, (signal) => playTrialJob(job, startScenarioWorld, signal));
}

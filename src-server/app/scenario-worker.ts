/**
 * Entry of a thread that runs scenarios, simulations of the lab and trials of clients
 * (`runner/replay/scenario-pool.ts`), with the worlds that `app` starts.
 */
import { runTrialJob, type TrialJob } from '../runner/explorer/run-trial-job.ts';
import { runSimulation, type SimulationJob } from '../runner/lab/run-simulation.ts';
import { replayOnThread, type ThreadJob, untilStopped } from '../runner/replay/play-on-thread.ts';
import type { PlayJob, PlayOutcome } from '../scenario/run/play-outcome.ts';
import type { JobResult } from '../sweep/job-result.ts';
import { startScenarioWorld } from './start-scenario-world.ts';

export function playScenario(job: ThreadJob<PlayJob>): Promise<PlayOutcome> {
  return replayOnThread(job, startScenarioWorld);
}

export function simulate(job: SimulationJob): Promise<JobResult> {
  return runSimulation(job);
}

export function runTrial({ job, port }: ThreadJob<TrialJob>): Promise<JobResult> {
  return untilStopped(port, (signal) => runTrialJob(job, startScenarioWorld, signal));
}

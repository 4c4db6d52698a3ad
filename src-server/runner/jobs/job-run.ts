/** A run of the control plane that executes the plan of a sweep: a sweep itself, or a lab run. */
import { join } from 'node:path';
import type { JobKind, SeedInput } from '../../sweep/job.ts';
import { hashOf, type JobBundle } from '../../sweep/job-bundle.ts';
import { createJobRate, createMeanJobRate } from '../../sweep/job-rate.ts';
import type { MemorySweepResultStore } from '../../sweep/memory-sweep-result-store.ts';
import { runSweep } from '../../sweep/run-sweep.ts';
import { countJobs, type SweepPlan } from '../../sweep/sweep-plan.ts';
import { tallyOf } from '../../sweep/sweep-result-store.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { openExecutor } from './open-executor.ts';
import type { ServedRun } from './served-run.ts';
import type { JobInputs } from './thread-executor.ts';

/** The kinds whose jobs have seeds and varied values as input. */
type SeededKind = { [Kind in JobKind]: JobInputs[Kind] extends SeedInput ? Kind : never }[JobKind];

export interface JobRunTask {
  readonly plan: SweepPlan;
  readonly threads: number;
  readonly bundle: JobBundle<SeededKind>;
}

export interface JobRun extends ServedRun, JobRunTask {
  readonly store: MemorySweepResultStore;
  /** Over the latest seconds. */
  perSecond: number;
  /** Since this server started or resumed it. */
  meanPerSecond: number;
}

export function jobRun({ plan, threads, bundle }: JobRunTask, served: ServedRun): JobRun {
  return {
    ...served,
    plan,
    threads,
    bundle,
    store: served.run.openResults(plan),
    perSecond: 0,
    meanPerSecond: 0,
  };
}

export function jobProgress({ plan, store }: Pick<JobRun, 'plan' | 'store'>): { done: number; total: number } {
  return { done: tallyOf(store.counts(null)).done, total: countJobs(plan) };
}

/** Copies the bundle into a folder and runs its jobs on separate threads. Rejects if an executor fails. */
export async function playJobs(
  run: JobRun,
  workerFile: URL,
  onProgress: () => void,
): Promise<'complete' | 'interrupted'> {
  const play = (folder: string) => playIn(join(folder, 'scenario'), run, workerFile, onProgress);
  const { folder } = run.run;
  return (await (folder === null ? withTemporaryFolder(play) : play(folder))) === 'complete'
    ? 'complete'
    : 'interrupted';
}

/** Threads end with their run, because most servers run few jobs or none. */
async function playIn(folder: string, run: JobRun, workerFile: URL, onProgress: () => void) {
  const { plan, bundle, store, stopping, threads } = run;
  const [rate, meanRate] = [createJobRate(), createMeanJobRate()];
  const scenarioHash = hashOf(bundle);
  const executor = await openExecutor(bundle, { queue: null, pool: { threads, workerFile }, folder });
  try {
    return await runSweep({
      plan,
      scenarioHash,
      store,
      executor,
      signal: stopping.signal,
      mostFailures: null,
      onProgress({ done }) {
        const nowMs = hostClock.monotonicMs();
        run.perSecond = rate(done, nowMs);
        run.meanPerSecond = meanRate(done, nowMs);
        onProgress();
      },
    });
  } finally {
    await executor.close();
  }
}

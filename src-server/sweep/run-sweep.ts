/**
 * Runs the plan of a sweep: passes each job without a result to an executor, as many at a time as the executor takes,
 * and stores the results in any order. Does not know how jobs run, or where results are stored.
 */
import type { SWEEP_ENDS } from '../contract/control/scenarios/sweep-summary.ts';
import type { JobExecutor, SeedInput } from './job.ts';
import type { JobResult } from './job-result.ts';
import { combinationOf, countJobs, jobAt, type SweepJob, type SweepPlan } from './sweep-plan.ts';
import { type SweepResultStore, tallyOf } from './sweep-result-store.ts';

interface SweepRun {
  readonly plan: SweepPlan;
  readonly scenarioHash: string;
  readonly store: Pick<SweepResultStore, 'save' | 'isStored' | 'counts'>;
  readonly executor: JobExecutor<SeedInput>;
  /** Ends the run early; results so far remain stored. */
  readonly signal: AbortSignal;
  /** The run ends at this number of stored failures; `null`: never. */
  readonly mostFailures: number | null;
  readonly onProgress: (progress: SweepProgress) => void;
}

export interface SweepProgress {
  /** Stored by now, including earlier runs. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

export type SweepEnd = (typeof SWEEP_ENDS)[number];

/** Rejects if the executor or the store fails; stored results remain. */
export async function runSweep(run: SweepRun): Promise<SweepEnd> {
  const { plan, scenarioHash, store, executor, signal, onProgress } = run;
  const total = countJobs(plan);
  const tally = { ...tallyOf(store.counts(null)) };
  const enough = new AbortController();
  const isOver = () => tally.failed >= (run.mostFailures ?? Number.POSITIVE_INFINITY);
  const save = (job: SweepJob, result: JobResult) => {
    if (!store.save(job, combinationOf(plan, job.place), result)) return;
    tally.done += 1;
    if (result.status !== 'passed') tally.failed += 1;
    onProgress({ ...tally, total });
    if (isOver()) enough.abort();
  };
  if (isOver()) return 'too many failures';
  const ending = AbortSignal.any([signal, enough.signal]);
  let next = 0;
  const work = async () => {
    while (!ending.aborted) {
      while (next < total && store.isStored(next)) next += 1;
      if (next >= total) return;
      const job = jobAt(plan, next, scenarioHash);
      next += 1;
      await executor.play(job, (result) => save(job, result), ending);
    }
  };
  onProgress({ ...tally, total });
  await allOrNone(Array.from({ length: Math.min(executor.atOnce, total) }, work), () => enough.abort());
  if (tally.done === total) return 'complete';
  return isOver() ? 'too many failures' : 'interrupted';
}

/** Waits for all promises, also if one rejects, because nothing may be stored after this has returned. */
async function allOrNone(workers: readonly Promise<void>[], stop: () => void): Promise<void> {
  const watched = workers.map((hand) =>
    hand.catch((error: unknown) => {
      stop();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(watched);
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

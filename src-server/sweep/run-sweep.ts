/**
 * Works through a plan: hands each job that is not kept yet to a crew, as many at a time as the crew takes, and keeps what
 * comes back, in whatever order. Refuses to know who plays, and where results are kept.
 */
import type { JobResult } from './job-result.ts';
import { countSeeds } from './seed-ranges.ts';
import { countJobs, jobAt, type SweepJob, type SweepPlan } from './sweep-plan.ts';
import type { SweepResultStore } from './sweep-result-store.ts';

/** Whoever plays jobs: threads of this process, or workers behind a queue. */
export interface JobExecutor {
  /** How many jobs are best under way at once. */
  readonly atOnce: number;
  /**
   * Resolves once `keep` was told the result, which is forgotten elsewhere only then; or untold when `signal` aborts.
   * Rejects when nobody can play any more.
   */
  play(job: SweepJob, save: (result: JobResult) => void, signal: AbortSignal): Promise<void>;
}

export interface SweepRun {
  readonly plan: SweepPlan;
  readonly scenarioHash: string;
  readonly store: Pick<SweepResultStore, 'save' | 'isStored' | 'counts'>;
  readonly executor: JobExecutor;
  /** Ends the run early; results so far are kept. */
  readonly signal: AbortSignal;
  /** Failures (of all that is kept) at which the run ends; `null`: it goes on whatever fails. */
  readonly mostFailures: number | null;
  readonly onProgress: (progress: SweepProgress) => void;
}

export interface SweepProgress {
  /** Kept by now, those of earlier runs included. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

export type SweepEnd = 'complete' | 'interrupted' | 'too many failures';

/** Rejects where the crew or the book breaks down; what was kept stays. */
export async function runSweep(run: SweepRun): Promise<SweepEnd> {
  const { plan, scenarioHash, store, executor, signal, onProgress } = run;
  const total = countJobs(plan);
  const seeds = countSeeds(plan.seeds);
  const tally = tallyOf(store);
  const enough = new AbortController();
  const isOver = () => tally.failed >= (run.mostFailures ?? Number.POSITIVE_INFINITY);
  const save = (job: SweepJob, result: JobResult) => {
    if (!store.save(job, Math.floor(job.place / seeds), result)) return;
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

function tallyOf(store: Pick<SweepResultStore, 'counts'>): { done: number; failed: number } {
  const { passed, failed, bad, broken } = store.counts(null);
  return { done: passed + failed + bad + broken, failed: failed + bad + broken };
}

/** Waits for all, also where one rejects, because nothing may be kept after this has ended. */
async function allOrNone(hands: readonly Promise<void>[], stop: () => void): Promise<void> {
  const watched = hands.map((hand) =>
    hand.catch((error: unknown) => {
      stop();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(watched);
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

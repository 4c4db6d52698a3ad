/**
 * Plays one sweep or lab run of the control plane: what it plays is copied into a temporary folder and played by threads
 * of its own. Knows no other runs, and never rejects.
 */
import { join } from 'node:path';
import type { SweepState, SweepStatistics } from '../../contract/control/scenarios/sweeps.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { createJobRate } from '../../sweep/job-rate.ts';
import type { MemorySweepResultStore } from '../../sweep/memory-sweep-result-store.ts';
import { runSweep } from '../../sweep/run-sweep.ts';
import { contentsOf, hashOf, type ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { SweepPlan } from '../../sweep/sweep-plan.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { writeFolder } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import type { RunEnd, RunFolder } from '../runs/run-folders.ts';

/** What is played job by job for the control plane, a sweep or a lab run: its state changes while clients read it. */
export interface ServedRun {
  readonly run: RunFolder;
  readonly plan: SweepPlan;
  readonly threads: number;
  readonly bundle: ScenarioBundle;
  readonly store: MemorySweepResultStore;
  readonly stopping: AbortController;
  status: SweepState;
  error: string | null;
  /** Host time; `null` while it waits. */
  startedMs: number | null;
  endedMs: number | null;
  perSecond: number;
}

export interface ServedSweep extends ServedRun {
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

/** One that waits for its turn, or, with `end`, one that ended under an earlier server. */
export function newRun(
  { plan, threads, bundle }: Pick<ServedRun, 'plan' | 'threads' | 'bundle'>,
  run: RunFolder,
  end: RunEnd | null = null,
): ServedRun {
  return {
    ...{ run, plan, threads, bundle },
    store: run.openResults(plan),
    stopping: new AbortController(),
    status: end?.status ?? 'queued',
    error: end?.error ?? null,
    startedMs: end === null ? null : 0,
    endedMs: end?.elapsedMs ?? null,
    perSecond: 0,
  };
}

/** For good: no later server goes on with it. */
export function stopRun(run: ServedRun): void {
  if (run.status === 'queued' || run.status === 'running') noteEnd(run, 'stopped');
  run.stopping.abort();
  if (run.status === 'queued') run.status = 'stopped';
}

function noteEnd(run: ServedRun, status: RunEnd['status']): void {
  const { error, startedMs, endedMs } = run;
  const elapsedMs = startedMs === null ? 0 : (endedMs ?? hostClock.monotonicMs()) - startedMs;
  run.run.end({ status, error, elapsedMs });
}

/** Drops the oldest that has ended where there are as many as are kept; false where none has. */
export function makeRoom(runs: Map<string, Pick<ServedRun, 'status' | 'run'>>, most: number): boolean {
  if (runs.size < most) return true;
  const oldest = [...runs].find(([, { status }]) => status !== 'queued' && status !== 'running');
  if (oldest === undefined) return false;
  const [id, { run }] = oldest;
  run.remove();
  return runs.delete(id);
}

export async function playSweep(sweep: ServedRun, workerFile: URL): Promise<void> {
  if (sweep.status !== 'queued' || sweep.stopping.signal.aborted) return;
  sweep.status = 'running';
  sweep.startedMs = hostClock.monotonicMs();
  try {
    const play = (folder: string) => playIn(join(folder, 'scenario'), sweep, workerFile);
    const { folder } = sweep.run;
    const end = folder === null ? await withTemporaryFolder(play) : await play(folder);
    sweep.status = end === 'complete' ? 'complete' : 'stopped';
  } catch (error) {
    sweep.status = 'broken';
    sweep.error = error instanceof Error ? error.message : String(error);
    // What the disk did not take, the next server plays.
    if (storageFailureOf(error) === null) noteEnd(sweep, 'broken');
  }
  sweep.endedMs = hostClock.monotonicMs();
  if (sweep.status === 'complete') noteEnd(sweep, 'complete');
}

/** Threads end with their sweep, because most servers play no sweeps, and the others not for long. */
async function playIn(folder: string, sweep: ServedRun, workerFile: URL) {
  const { plan, bundle, store, stopping, threads } = sweep;
  writeFolder(folder, contentsOf(bundle));
  const rate = createJobRate();
  const { createThreadExecutor } = await import('./thread-executor.ts');
  const executor = createThreadExecutor({ threads, workerFile }, folder, bundle);
  try {
    return await runSweep({
      plan,
      scenarioHash: hashOf(bundle),
      store,
      executor,
      signal: stopping.signal,
      mostFailures: null,
      onProgress({ done }) {
        sweep.perSecond = rate(done, hostClock.monotonicMs());
      },
    });
  } finally {
    await executor.close();
  }
}

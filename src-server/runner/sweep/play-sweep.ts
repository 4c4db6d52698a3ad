/**
 * Plays one sweep or lab run of the control plane: what it plays is copied into a temporary folder and played by threads
 * of its own. Knows no other runs, and never rejects.
 */
import { join } from 'node:path';
import type { SweepState, SweepStatistics } from '../../contract/control/scenarios/sweeps.ts';
import { createJobRate } from '../../sweep/job-rate.ts';
import { createMemorySweepResultStore, type MemorySweepResultStore } from '../../sweep/memory-sweep-result-store.ts';
import { runSweep } from '../../sweep/run-sweep.ts';
import { hashOf, type ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { SweepPlan } from '../../sweep/sweep-plan.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { writeFolder } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';

/** What is played job by job for the control plane, a sweep or a lab run: its state changes while clients read it. */
export interface ServedRun {
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
  /** The statistics at this number of finished jobs. */
  statistics: { readonly done: number; readonly figures: SweepStatistics[] };
}

/** One that waits for its turn. */
export function newRun({ plan, threads, bundle }: Pick<ServedRun, 'plan' | 'threads' | 'bundle'>): ServedRun {
  return {
    ...{ plan, threads, bundle },
    store: createMemorySweepResultStore(),
    stopping: new AbortController(),
    status: 'queued',
    error: null,
    startedMs: null,
    endedMs: null,
    perSecond: 0,
  };
}

export function stopRun(run: ServedRun): void {
  run.stopping.abort();
  if (run.status === 'queued') run.status = 'stopped';
}

/** Drops the oldest that has ended where there are as many as are kept; false where none has. */
export function makeRoom(runs: Map<string, Pick<ServedRun, 'status'>>, most: number): boolean {
  if (runs.size < most) return true;
  const oldest = [...runs].find(([, { status }]) => status !== 'queued' && status !== 'running');
  return oldest !== undefined && runs.delete(oldest[0]);
}

export async function playSweep(sweep: ServedRun, workerFile: URL): Promise<void> {
  if (sweep.status !== 'queued') return;
  sweep.status = 'running';
  sweep.startedMs = hostClock.monotonicMs();
  try {
    const end = await withTemporaryFolder((folder) => playIn(join(folder, 'scenario'), sweep, workerFile));
    sweep.status = end === 'complete' ? 'complete' : 'stopped';
  } catch (error) {
    sweep.status = 'broken';
    sweep.error = error instanceof Error ? error.message : String(error);
  }
  sweep.endedMs = hostClock.monotonicMs();
}

/** Threads end with their sweep, because most servers play no sweeps, and the others not for long. */
async function playIn(folder: string, sweep: ServedRun, workerFile: URL) {
  const { plan, bundle, store, stopping, threads } = sweep;
  writeFolder(folder, bundle.files);
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

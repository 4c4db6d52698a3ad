/**
 * One run of the control plane, of a sweep, the lab or the explorer, from its start to its end. Its state changes while
 * clients read it.
 */
import type { SweepState } from '../../contract/control/scenarios/sweeps.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import type { RunFolder, StoredRunEnd } from './run-folders.ts';

export interface ServedRun {
  readonly run: RunFolder;
  readonly stopping: AbortController;
  status: SweepState;
  error: string | null;
  /** Host time; `null` while it waits. */
  startedMs: number | null;
  endedMs: number | null;
  /** A client has requested its end. */
  isCancelled: boolean;
}

/** The work of a run of one kind. */
export interface RunWork<Run extends ServedRun> {
  /** Rejects if the run fails. */
  readonly work: (run: Run) => Promise<'complete' | 'interrupted'>;
  /** Stores the results for later servers. Throws errors of the disk. */
  readonly save?: (run: Run) => void;
}

/** Creates a waiting run, or, with `end`, one that ended under an earlier server. */
export function newRun(run: RunFolder, end: StoredRunEnd | null = null): ServedRun {
  return {
    run,
    stopping: new AbortController(),
    status: end?.status ?? 'queued',
    error: end?.error ?? null,
    startedMs: end === null ? null : 0,
    endedMs: end?.elapsedMs ?? null,
    isCancelled: false,
  };
}

/** Host time since its start. */
export function elapsedMsOf({ startedMs, endedMs }: Pick<ServedRun, 'startedMs' | 'endedMs'>): number {
  return startedMs === null ? 0 : (endedMs ?? hostClock.monotonicMs()) - startedMs;
}

export function hasEnded({ status }: Pick<ServedRun, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Runs the work of the next run. Never rejects. */
export async function doWork<Run extends ServedRun>(run: Run, { work, save }: RunWork<Run>): Promise<void> {
  if (run.status !== 'queued' || run.stopping.signal.aborted) return;
  run.status = 'running';
  run.startedMs = hostClock.monotonicMs();
  try {
    run.status = (await work(run)) === 'complete' ? 'complete' : 'stopped';
  } catch (error) {
    run.status = 'broken';
    run.error = describe(error);
    run.endedMs = hostClock.monotonicMs();
    // If the disk refused a result, the next server repeats the run.
    if (storageFailureOf(error) === null) noteEnd(run, 'broken', save);
    return;
  }
  run.endedMs = hostClock.monotonicMs();
  if (run.status === 'complete' || run.isCancelled) noteEnd(run, run.status, save);
}

/** Stops a run for good: no later server resumes it. */
export function stopRun<Run extends ServedRun>(run: Run, { save }: Pick<RunWork<Run>, 'save'>): void {
  if (run.status === 'complete' || run.status === 'broken') return;
  noteEnd(run, 'stopped', save);
  run.isCancelled = true;
  run.stopping.abort();
  if (run.status === 'queued') run.status = 'stopped';
}

/** If the disk refuses it, the next server resumes the run. */
function noteEnd<Run extends ServedRun>(run: Run, status: StoredRunEnd['status'], save: RunWork<Run>['save']): void {
  try {
    save?.(run);
  } catch (failure) {
    if (storageFailureOf(failure) === null) throw failure;
    return;
  }
  run.run.end({ status, error: run.error, elapsedMs: elapsedMsOf(run) });
}

function describe(error: unknown): string {
  if (error instanceof StartupError) return error.lines.join('\n');
  return error instanceof Error ? error.message : String(error);
}

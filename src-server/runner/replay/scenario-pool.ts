/**
 * Plays scenarios on threads, as many at a time as there are threads; what a thread breaks down over is the failure of
 * its scenario alone. Refuses to know what is played: a job goes in, an outcome comes out, whatever the order.
 */
import { setFlagsFromString } from 'node:v8';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import { brokenResult, type JobResult } from '../../sweep/job-result.ts';
import { hostClock } from '../../system/host-time.ts';
import { threadEnvironment } from '../../system/thread-environment.ts';
import type { LabJob } from '../lab/play-lab-job.ts';
import { brokenOutcome, stoppedOutcome } from './broken-outcome.ts';
import type { FromThread, ThreadJob, ToThread } from './play-on-thread.ts';

export interface ScenarioPool {
  /**
   * Never rejects; an aborted run is `stopped`. `beforeStep` is not asked: nobody can be kept waiting across threads.
   */
  play(job: PlayJob, observer?: PlayObserver): Promise<PlayOutcome>;
  /** Never rejects; `null` where it was aborted. */
  playLab(job: LabJob, signal?: AbortSignal): Promise<JobResult | null>;
  /** Ends what is under way, and the threads. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly threads: number;
  /** The entry of a thread, which exports `playOnThread` and `playLabOnThread` (`WorldStarter`). */
  readonly workerFile: URL;
}

/** How long an aborted run may take to close its world before its thread is ended. */
const STOP_GRACE_MS = 1_000;

/**
 * V8 lets the heap of a thread grow with what it may have at most, however little of it is in use: without bounds, two
 * threads that play small scenarios hold a gigabyte. A world lies in SQLite's memory and not in this heap.
 */
const THREAD_HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 };

/**
 * How V8 collects: what is old from this size of a thread's heap on, where left to itself it would begin at twice the
 * program's own size and mark the whole program again after every dozen runs; and what is young on the thread it
 * belongs to, because the other cores have scenarios of their own to play. The first is read as a heap is made, the
 * second always: it holds for the program that makes the pool, too, from then on.
 */
const COLLECTION = '--initial-old-space-size=160 --no-parallel-scavenge';

export function createScenarioPool({ threads, workerFile }: PoolOptions): ScenarioPool {
  for (const flag of COLLECTION.split(' ')) setFlagsFromString(flag);
  const piscina = new Piscina({
    filename: workerFile.href,
    name: 'playOnThread',
    env: threadEnvironment(),
    // Threads start as jobs come, so that few jobs start few.
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    // A thread that sleeps between jobs in `Atomics.wait` would neither close sockets nor hear that it should stop.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: THREAD_HEAP,
  });
  // A thread that cannot even start is told by the jobs that wait for it.
  piscina.on('error', () => undefined);
  return {
    play: (job, observer = {}) => playOn(piscina, job, observer),
    playLab: (job, signal) => playLabOn(piscina, job, signal),
    close: () => piscina.destroy(),
  };
}

/** A life takes no longer than a thread may take to end; one that is played in full is ended with its thread. */
async function playLabOn(piscina: Piscina, job: LabJob, signal?: AbortSignal): Promise<JobResult | null> {
  if (signal?.aborted) return null;
  try {
    const name = 'playLabOnThread';
    return (await piscina.run(job, signal === undefined ? { name } : { name, signal })) as JobResult;
  } catch (error) {
    return signal?.aborted ? null : brokenResult(error instanceof Error ? error.message : String(error));
  }
}

async function playOn(piscina: Piscina, job: PlayJob, { onStep, signal }: PlayObserver): Promise<PlayOutcome> {
  if (signal?.aborted) return stoppedOutcome(job);
  const { port1: near, port2: far } = new MessageChannel();
  const kill = new AbortController();
  const waits: (() => void)[] = [];
  const stop = () => {
    near.postMessage('stop' satisfies ToThread);
    waits.push(hostClock.after(STOP_GRACE_MS, () => kill.abort()));
  };
  near.on('message', ({ done, total, step }: FromThread) => onStep?.(done, total, step));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const task: ThreadJob = { job, port: far };
    return (await piscina.run(task, { transferList: [far], signal: kill.signal })) as PlayOutcome;
  } catch (error) {
    return signal?.aborted ? stoppedOutcome(job) : brokenOutcome(job, error);
  } finally {
    for (const cancel of waits) cancel();
    signal?.removeEventListener('abort', stop);
    near.close();
  }
}

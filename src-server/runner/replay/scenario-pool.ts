/**
 * Runs scenarios on threads, one at a time on each; an error in a thread is the failure of its scenario alone. Does not
 * know its jobs: a job goes in, an outcome comes out, in any order.
 */
import { setFlagsFromString } from 'node:v8';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import { brokenResult, type JobResult } from '../../sweep/job-result.ts';
import { hostClock } from '../../system/host-time.ts';
import { threadEnvironment } from '../../system/thread-environment.ts';
import type { TrialJob } from '../explorer/run-trial-job.ts';
import type { SimulationJob } from '../lab/run-simulation.ts';
import { brokenOutcome, stoppedOutcome } from './broken-outcome.ts';
import type { FromThread, ToThread } from './play-on-thread.ts';

export interface ScenarioPool {
  /**
   * Never rejects; an aborted run is `stopped`. `beforeStep` is not called: a user cannot be awaited across threads.
   */
  play(job: PlayJob, observer?: PlayObserver): Promise<PlayOutcome>;
  /** Never rejects; `null` if it was aborted. */
  simulate(job: SimulationJob, signal?: AbortSignal): Promise<JobResult | null>;
  /** Never rejects; `null` if it was aborted. */
  runTrial(job: TrialJob, signal?: AbortSignal): Promise<JobResult | null>;
  /** Stops the runs of this pool, and resolves once they have ended. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly threads: number;
  /** The entry of a thread, which exports a function for each kind of job (`app/scenario-worker.ts`). */
  readonly workerFile: URL;
  /** Concurrent jobs of a thread, for jobs that wait more than they compute; one if left out. */
  readonly jobsOfThread?: number;
}

/** How long an aborted run may take to close its world before its thread is ended. */
const STOP_GRACE_MS = 1_000;

/**
 * V8 lets the heap of a thread grow with its limit, however little of it is in use: without limits, two threads that
 * run small scenarios use a gigabyte. A world is in SQLite's memory and not in this heap.
 */
const THREAD_HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 };

/**
 * Settings of V8's garbage collection. Old space is first collected at this size of a thread's heap; by default V8
 * starts at twice the program's own size and marks the whole program again after every dozen runs. Young space is
 * collected on the thread itself, because the other cores run scenarios of their own. The first setting is read when a
 * heap is created, the second always: it also applies to the program that creates the pool, from then on.
 */
const COLLECTION = '--initial-old-space-size=160 --no-parallel-scavenge';

/**
 * Threads of closed pools, by their options: a thread loads the whole program before its first run, so the next pool of
 * the process reuses them. They end after some idle time, and do not prevent the process from exiting.
 */
const idleThreads = new Map<string, Piscina[]>();

export function createScenarioPool({ threads, workerFile, jobsOfThread = 1 }: PoolOptions): ScenarioPool {
  const options = { threads, workerFile, jobsOfThread };
  const name = `${threads} ${jobsOfThread} ${workerFile.href}`;
  const piscina = idleThreads.get(name)?.pop() ?? startThreads(options);
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const run = async <Result>(play: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    const playing = play(signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
    underWay.add(playing);
    try {
      return await playing;
    } finally {
      underWay.delete(playing);
    }
  };
  return {
    play: (job, { signal: stop, ...observer } = {}) =>
      run((signal) => playOn(piscina, job, { ...observer, signal }), stop),
    simulate: (job, stop) => run((signal) => resultUnless(signal, () => simulateOn(piscina, job, signal)), stop),
    runTrial: (job, stop) => run((signal) => resultUnless(signal, () => runTrialOn(piscina, job, signal)), stop),
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.all(underWay);
      idleThreads.set(name, [...(idleThreads.get(name) ?? []), piscina]);
    },
  };
}

function startThreads({ threads, workerFile, jobsOfThread }: Required<PoolOptions>): Piscina {
  for (const flag of COLLECTION.split(' ')) setFlagsFromString(flag);
  const piscina = new Piscina({
    filename: workerFile.href,
    name: 'playScenario',
    env: threadEnvironment(),
    // Threads start with jobs, so that few jobs start few.
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: jobsOfThread,
    idleTimeout: 60_000,
    // A thread that sleeps between jobs in `Atomics.wait` would neither close sockets nor receive the message to stop.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: THREAD_HEAP,
  });
  // A thread that cannot start is reported by the jobs that wait for it.
  piscina.on('error', () => undefined);
  return piscina;
}

/** `null` if `signal` aborts; an error is the result of its job. */
async function resultUnless(signal: AbortSignal, play: () => Promise<JobResult>): Promise<JobResult | null> {
  if (signal.aborted) return null;
  try {
    const result = await play();
    return signal.aborted ? null : result;
  } catch (error) {
    return signal.aborted ? null : brokenResult(error instanceof Error ? error.message : String(error));
  }
}

/** Takes no longer than ending a thread; a life in full execution is ended with its thread. */
function simulateOn(piscina: Piscina, job: SimulationJob, signal: AbortSignal): Promise<JobResult> {
  return piscina.run(job, { name: 'simulate', signal }) as Promise<JobResult>;
}

/**
 * A client that is stopped is killed, and its world closed. A job that may be ended with its thread has the thread for
 * itself.
 */
function runTrialOn(piscina: Piscina, job: TrialJob, signal: AbortSignal): Promise<JobResult> {
  return runOn<JobResult>(piscina, 'runTrial', job, { signal, sharesThread: true });
}

type StoppableObserver = Omit<PlayObserver, 'signal'> & { readonly signal: AbortSignal };

async function playOn(piscina: Piscina, job: PlayJob, { onStep, signal }: StoppableObserver): Promise<PlayOutcome> {
  if (signal.aborted) return stoppedOutcome(job);
  const onMessage = ({ done, total, step }: FromThread) => onStep?.(done, total, step);
  try {
    return await runOn<PlayOutcome>(piscina, 'playScenario', job, { signal, onMessage });
  } catch (error) {
    return signal.aborted ? stoppedOutcome(job) : brokenOutcome(job, error);
  }
}

interface RunObserver {
  readonly signal: AbortSignal;
  readonly onMessage?: (message: FromThread) => void;
  readonly sharesThread?: boolean;
}

/** A job receives the message to stop through its own port; a thread that does not stop is ended. */
async function runOn<Result>(
  piscina: Piscina,
  name: string,
  job: unknown,
  { signal, onMessage = () => {}, sharesThread = false }: RunObserver,
): Promise<Result> {
  const { port1: near, port2: far } = new MessageChannel();
  const kill = new AbortController();
  const waits: (() => void)[] = [];
  const stop = () => {
    near.postMessage('stop' satisfies ToThread);
    if (!sharesThread) waits.push(hostClock.after(STOP_GRACE_MS, () => kill.abort()));
  };
  near.on('message', onMessage);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const task = { job, port: far };
    const ending = sharesThread ? {} : { signal: kill.signal };
    return (await piscina.run(task, { name, transferList: [far], ...ending })) as Result;
  } finally {
    for (const cancel of waits) cancel();
    signal.removeEventListener('abort', stop);
    near.close();
  }
}

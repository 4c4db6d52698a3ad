/**
 * Runs the jobs of a sweep by workers behind a queue: offers jobs and collects results. A result is deleted from Redis
 * only after it was stored, and a job that Redis lost is offered again. Runs nothing itself.
 */
import type { Job, OpenedExecutor } from '../job.ts';
import { brokenResult, type JobResult } from '../job-result.ts';
import type { QueueClock } from './redis-connection.ts';
import type { SweepQueue } from './sweep-queue.ts';

/** Enough for many workers, and small enough for any Redis. */
const MAX_OFFERED = 500;
/** Workers announce finished jobs; this is the interval of the search for jobs that Redis has lost. */
const LOOK_EVERY_MS = 1_000;
/** Each round queries the state of this many awaited jobs, which may have failed or been lost. */
const CHECKED_AT_ONCE = 20;
/** How long closing waits for a Redis that does not respond before it leaves its jobs there. */
const LEAVE_WITHIN_MS = 2_000;

interface Awaited {
  readonly job: Job<unknown>;
  save(result: JobResult): void;
  resolve(): void;
  reject(error: unknown): void;
}

export function createQueueExecutor(queue: SweepQueue, clock: QueueClock): OpenedExecutor<unknown> {
  const awaited = new Map<string, Awaited>();
  const withdrawn: string[] = [];
  const signals = new WeakSet<AbortSignal>();
  const leaveAll = () => {
    for (const [identity, { resolve }] of awaited) {
      withdrawn.push(identity);
      resolve();
    }
    awaited.clear();
  };
  const rounds = repeat(clock, LOOK_EVERY_MS, createRound(queue, awaited), (error) => {
    for (const { reject } of awaited.values()) reject(error);
    awaited.clear();
  });
  queue.onEnded(rounds.wake);
  return {
    atOnce: MAX_OFFERED,
    play(job, save, signal) {
      if (signal.aborted) return Promise.resolve();
      if (!signals.has(signal)) signal.addEventListener('abort', leaveAll, { once: true });
      signals.add(signal);
      return new Promise((resolve, reject) => {
        awaited.set(job.identity, { job, save, resolve, reject });
        queue.offer(job).catch(reject);
      });
    },
    async close() {
      await within(
        clock,
        LEAVE_WITHIN_MS,
        rounds.stop().then(() => queue.withdraw(withdrawn)),
      );
      await within(clock, LEAVE_WITHIN_MS, queue.close());
    },
  };
}

/** Collects the available results, and queries the state of some other jobs. */
function createRound(queue: SweepQueue, awaited: Map<string, Awaited>): () => Promise<void> {
  const settle = (identity: string, result: JobResult) => {
    const waiting = awaited.get(identity);
    waiting?.save(result);
    awaited.delete(identity);
    waiting?.resolve();
  };
  let from = 0;
  return async () => {
    const results = await queue.results([...awaited.keys()]);
    for (const [identity, result] of results) settle(identity, result);
    await queue.forget([...results.keys()]);
    const checked = [...awaited].slice(from, from + CHECKED_AT_ONCE);
    from = checked.length < CHECKED_AT_ONCE ? 0 : from + CHECKED_AT_ONCE;
    for (const [identity, { job }] of checked) {
      const fate = await queue.fateOf(identity);
      if (!awaited.has(identity) || fate === null) continue;
      if (fate === 'lost') await queue.offer(job);
      else settle(identity, brokenResult(fate.failed));
    }
  };
}

/** Runs `round` at that interval and whenever it is woken, one at a time; `stop` waits for the current round. */
function repeat(
  clock: QueueClock,
  delayMs: number,
  round: () => Promise<void>,
  onBroken: (error: unknown) => void,
): { wake(): void; stop(): Promise<void> } {
  let isOver = false;
  let isWoken = false;
  let endPause = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(delayMs, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  const wake = () => {
    isWoken = true;
    endPause();
  };
  const work = async () => {
    while (!isOver) {
      isWoken = false;
      await round();
      if (!isOver && !isWoken) await pause();
    }
  };
  const ended = work().catch(onBroken);
  return {
    wake,
    stop() {
      isOver = true;
      wake();
      return ended;
    },
  };
}

/** Abandons work that takes longer: the process is about to end, and Redis may never respond. */
function within(clock: QueueClock, limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, resolve);
    const done = () => {
      cancel();
      resolve();
    };
    work.then(done, done);
  });
}

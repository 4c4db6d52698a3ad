/**
 * Limits the number of concurrent trials, and runs urgent ones first. The limit grows with each trial that has ended,
 * so that long-running clients are not all started at the same time: a machine that starts many would respond too late
 * to those that already run.
 */
import PQueue from 'p-queue';

export interface TrialTurns {
  enqueue<T>(isUrgent: boolean, work: () => Promise<T>): Promise<Awaited<T>>;
}

/** The limit is `first` at the start, and `most` in the end. */
export function createTrialTurns(most: number, first = most): TrialTurns {
  const queue = new PQueue({ concurrency: Math.min(first, most) });
  return {
    enqueue: (isUrgent, work) =>
      queue.add(work, { priority: isUrgent ? 1 : 0 }).finally(() => {
        queue.concurrency = Math.min(most, queue.concurrency + 1);
      }),
  };
}

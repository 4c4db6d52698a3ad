/**
 * Lets a bounded number of trials run at once; what is urgent goes first. The bound grows with each trial that has ended,
 * so that clients that stay are not all started at the same time: a machine that starts many answers the few that run too
 * late.
 */
import PQueue from 'p-queue';

export interface TrialTurns {
  inTurn<T>(isUrgent: boolean, work: () => Promise<T>): Promise<Awaited<T>>;
}

/** As many as `first` at the beginning, `most` in the end. */
export function createTrialTurns(most: number, first = most): TrialTurns {
  const queue = new PQueue({ concurrency: Math.min(first, most) });
  return {
    inTurn: (isUrgent, work) =>
      queue.add(work, { priority: isUrgent ? 1 : 0 }).finally(() => {
        queue.concurrency = Math.min(most, queue.concurrency + 1);
      }),
  };
}

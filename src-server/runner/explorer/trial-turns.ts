/**
 * Lets a bounded number of trials run at once; what is urgent goes first. The bound grows with each trial that has ended,
 * so that clients that stay are not all started at the same time: a machine that starts many answers the few that run too
 * late.
 */

export interface TrialTurns {
  inTurn<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
}

/** As many as `first` at the beginning, `most` in the end. */
export function createTrialTurns(most: number, first = most): TrialTurns {
  const urgent: (() => void)[] = [];
  const usual: (() => void)[] = [];
  let atOnce = Math.min(first, most);
  let running = 0;
  const beginNext = () => {
    while (running < atOnce) {
      const begin = urgent.shift() ?? usual.shift();
      if (begin === undefined) return;
      running += 1;
      begin();
    }
  };
  return {
    async inTurn(isUrgent, work) {
      await new Promise<void>((begin) => {
        (isUrgent ? urgent : usual).push(begin);
        beginNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        atOnce = Math.min(most, atOnce + 1);
        beginNext();
      }
    },
  };
}

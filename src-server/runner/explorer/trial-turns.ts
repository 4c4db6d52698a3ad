/** Lets a bounded number of trials run at once; what is urgent goes first. */

export interface TrialTurns {
  inTurn<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
}

export function createTrialTurns(atOnce: number): TrialTurns {
  const urgent: (() => void)[] = [];
  const usual: (() => void)[] = [];
  let running = 0;
  const next = () => {
    const begin = urgent.shift() ?? usual.shift();
    if (begin !== undefined) begin();
    else running -= 1;
  };
  return {
    async inTurn(isUrgent, work) {
      if (running < atOnce) running += 1;
      else await new Promise<void>((begin) => (isUrgent ? urgent : usual).push(begin));
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

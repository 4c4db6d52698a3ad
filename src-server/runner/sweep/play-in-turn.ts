/** Plays sweeps, lab runs and explorations of the control plane one after the other, because each takes all threads that it may have. */
import { playSweep, type ServedRun } from './play-sweep.ts';

export type PlayInTurn = (run: ServedRun) => void;

export interface Turns {
  readonly inTurn: (work: () => Promise<void>) => void;
  readonly playInTurn: PlayInTurn;
  /** Resolves once everything that was queued has ended. */
  ended(): Promise<void>;
}

export function createTurns(workerFile: URL): Turns {
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work);
  };
  return {
    inTurn,
    playInTurn: (run) => inTurn(() => playSweep(run, workerFile)),
    ended: () => turn,
  };
}

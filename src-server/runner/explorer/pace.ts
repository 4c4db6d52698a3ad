/**
 * Moves virtual time at the pace of a client (decision Q1): by a step for each request, and to the next timer once the
 * client has been idle, so that trials of one client can be compared on any machine. Time does not move before the
 * first request, because clients differ in how fast they start.
 */
import type { WorldControl } from '../../scenario/run/scenario-host.ts';
import { hostClock } from '../../system/host-time.ts';

interface PaceTerms {
  /** Virtual ms. */
  readonly stepMs: number;
  /** Host ms without a request. */
  readonly idleMs: number;
}

export interface Pace {
  /** Call it when the response to a request was sent. */
  responseSent(): void;
  /** Runs work on the world while time does not move. */
  whileStill(work: () => Promise<void>): void;
  /** Calls `listener` if time cannot be moved any more. */
  onFailure(listener: () => void): void;
  /** Resolves once time has stopped; rejects if it could not be moved. */
  stop(): Promise<void>;
}

type Clock = Pick<WorldControl, 'nowMs' | 'nextDueMs' | 'advanceTo'>;

export function startPace(clock: Clock, { stepMs, idleMs }: PaceTerms): Pace {
  let isOver = false;
  let moving: Promise<void> = Promise.resolve();
  let cancelIdle = () => {};
  let fail = () => {};
  const enqueue = (work: () => Promise<void>) => {
    moving = moving.then(work);
    // `stop` reports the error.
    moving.catch(() => fail());
  };
  const move = (targetOf: () => number | null) =>
    enqueue(async () => {
      const targetMs = isOver ? null : targetOf();
      if (targetMs !== null) await clock.advanceTo(targetMs);
    });
  const waitForIdle = () => {
    cancelIdle();
    if (isOver) return;
    cancelIdle = hostClock.after(idleMs, () => {
      move(() => clock.nextDueMs());
      void moving.then(waitForIdle, () => undefined);
    });
  };
  return {
    responseSent() {
      move(() => clock.nowMs() + stepMs);
      waitForIdle();
    },
    whileStill: enqueue,
    onFailure(listener) {
      fail = listener;
    },
    stop() {
      isOver = true;
      cancelIdle();
      return moving;
    },
  };
}

/**
 * Virtual time at the pace of a client (decision Q1): a step for each request, and on to what is due next once the client
 * has been idle, so that trials of one client can be compared whatever the machine does besides. Time stands still until
 * the first request, because no two clients start equally fast.
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
  /** To be called when a request has been answered. */
  requestAnswered(): void;
  /** Does something to the world while time stands still. */
  whileStill(work: () => Promise<void>): void;
  /** Hears where time cannot be moved any more. */
  onFailure(listener: () => void): void;
  /** Resolves once time stands still; rejects where it could not be moved. */
  stop(): Promise<void>;
}

type Clock = Pick<WorldControl, 'nowMs' | 'nextDueMs' | 'advanceTo'>;

export function startPace(clock: Clock, { stepMs, idleMs }: PaceTerms): Pace {
  let isOver = false;
  let moving: Promise<void> = Promise.resolve();
  let cancelIdle = () => {};
  let fail = () => {};
  const inTurn = (work: () => Promise<void>) => {
    moving = moving.then(work);
    // `stop` tells of it.
    moving.catch(() => fail());
  };
  const move = (targetOf: () => number | null) =>
    inTurn(async () => {
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
    requestAnswered() {
      move(() => clock.nowMs() + stepMs);
      waitForIdle();
    },
    whileStill: inTurn,
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

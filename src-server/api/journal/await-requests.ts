/**
 * Waits for requests of clients, until host time or virtual time is over, the waiting client has left or the world has
 * ended. Blocks no thread: a recorded request, the clock or a timer resumes it.
 */
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { After } from '../http/after.ts';
import type { Client } from '../http/handler.ts';
import type { JournalRecorder } from './journal-recorder.ts';

export interface WaitDependencies {
  readonly journal: Pick<JournalRecorder, 'onRecord'>;
  readonly driver: Pick<TimeDriver, 'status'>;
  readonly onClockChange: (listener: () => void) => () => void;
  readonly after: After;
}

interface WaitTerms {
  /** Host time. */
  readonly withinMs: number;
  /** Instant of virtual time; `null`: no limit. */
  readonly untilMs: number | null;
  readonly client: Pick<Client, 'onceLeft'>;
}

interface RequestWait {
  /** Resolves with true as soon as a request was recorded since the last call; with false once the wait is over. */
  next(): Promise<boolean>;
  end(): void;
}

export function awaitRequests(
  { journal, driver, onClockChange, after }: WaitDependencies,
  { withinMs, untilMs, client }: WaitTerms,
): RequestWait {
  let [hasNews, isOver] = [false, false];
  let wake = () => {};
  const finish = () => {
    isOver = true;
    wake();
  };
  const cancels = [
    journal.onRecord(() => {
      hasNews = true;
      wake();
    }),
    after(withinMs, finish),
  ];
  client.onceLeft(finish);
  if (untilMs !== null) cancels.push(watchClock({ driver, onClockChange, after }, untilMs, finish));
  return {
    async next() {
      if (!hasNews && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      hasNews = false;
      return !isOver;
    },
    end() {
      for (const cancel of cancels) cancel();
    },
  };
}

/** Calls `passed` once virtual time is `untilMs`; returns how to cancel. */
function watchClock(
  { driver, onClockChange, after }: Omit<WaitDependencies, 'journal'>,
  untilMs: number,
  passed: () => void,
): () => void {
  let cancelTimer = () => {};
  const look = () => {
    cancelTimer();
    const { nowMs, mode, rate, paused } = driver.status();
    if (nowMs >= untilMs) passed();
    // In `realtime` mode, the clock reports nothing while nothing is due.
    else if (mode === 'realtime' && !paused) cancelTimer = after(Math.max(1, (untilMs - nowMs) / rate), look);
  };
  const cancelListener = onClockChange(look);
  look();
  return () => {
    cancelListener();
    cancelTimer();
  };
}

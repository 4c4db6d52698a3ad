/** The virtual clock in the terms of `/sim/clock` and the live stream (decision J). */
import type { ClockWire } from '../../../contract/control/world/clock.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { AdvanceProgress } from '../../../kernel/clock-status.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { snapshotBefore } from '../../control/world/snapshot-before.ts';

export function viewClock(driver: TimeDriver): ClockWire {
  const { nowMs, mode, rate, paused, progress, lastAdvance, stop } = driver.status();
  return {
    now: formatInstant(nowMs),
    mode,
    rate,
    paused,
    status: progress === null ? 'ready' : 'advancing',
    progress: progress === null ? null : viewProgress(driver, progress, nowMs),
    last_advance:
      lastAdvance === null
        ? null
        : { ...viewProgress(driver, lastAdvance, lastAdvance.nowMs), ended: lastAdvance.ended },
    held: stop === null ? null : { reason: stop.reason, message: stop.message, since: formatInstant(stop.sinceMs) },
  };
}

function viewProgress(driver: TimeDriver, { fromMs, toMs, events }: AdvanceProgress, nowMs: number) {
  const [from, to, now] = [formatInstant(fromMs), formatInstant(toMs), formatInstant(nowMs)];
  return { from, to, now, events, snapshot: snapshotBefore(driver, fromMs) };
}

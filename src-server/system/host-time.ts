/** The real clock, timers and scheduling of this process: the one place where Ballast asks the machine what time it is. */
import { setImmediate } from 'node:timers/promises';
import type { HostTime } from '../kernel/time-driver.ts';

/** What the rest of the house may know of real time. */
export interface HostClock extends HostTime {
  /** Wall clock, Unix milliseconds; may jump. For stamps that leave the house, never for the world. */
  epochMs(): number;
}

export const hostClock: HostClock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  breathe: () => setImmediate(),
};

/**
 * The real clock, timers and scheduling of this process: the only place where Ballast reads the time of the machine.
 */
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import promisedTimers from 'node:timers/promises';
import type { HostTime } from '../kernel/time-ports.ts';

/** The part of real time that other modules may use. */
interface HostClock extends HostTime {
  /** Wall clock, Unix milliseconds; may jump. For timestamps that leave the process, never for the world. */
  epochMs(): number;
}

/** Taken when the process begins, because a test in this process may replace the global clock with a fake one. */
const wallNowMs = Date.now;
const { clearTimeout, setTimeout } = timers;
const { setImmediate } = promisedTimers;
const monotonicNowMs = performance.now.bind(performance);

export const hostClock: HostClock = {
  epochMs: () => wallNowMs(),
  monotonicMs: () => monotonicNowMs(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  breathe: () => setImmediate(),
};

/**
 * The real clock, timers and scheduling of this process: the one place where Ballast asks the machine what time it is.
 */
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import promisedTimers from 'node:timers/promises';
import type { HostTime } from '../kernel/time-ports.ts';

/** What the rest of the house may know of real time. */
interface HostClock extends HostTime {
  /** Wall clock, Unix milliseconds; may jump. For stamps that leave the house, never for the world. */
  epochMs(): number;
}

/**
 * Taken when the process begins: a test in it that puts a false clock in place of the global one does not mean this
 * one.
 */
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

/**
 * A host clock that moves only when a test moves it: the one fake there is, of a system port. Wake-up calls go off when
 * the host's time reaches them; how late they come is the test's choice.
 */

import type { HostTime } from '../../src-server/kernel/time-ports.ts';

export class FakeHost implements HostTime {
  #nowMs = 5_000;
  #calls: { atMs: number; run: () => void }[] = [];

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const call = { atMs: this.#nowMs + delayMs, run };
    this.#calls.push(call);
    return () => {
      this.#calls = this.#calls.filter((other) => other !== call);
    };
  }

  /** A promise alone: what a driver does without the host's time it has done when the event loop turns (`setImmediate`). */
  breathe(): Promise<void> {
    return Promise.resolve();
  }

  /** Wake-up calls that wait. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Lets host time pass, with every wake-up call in time. */
  pass(durationMs: number): void {
    const untilMs = this.#nowMs + durationMs;
    for (;;) {
      const next = this.#calls.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#calls = this.#calls.filter((call) => call !== next);
      next.run();
    }
    this.#nowMs = untilMs;
  }

  /** Host time jumps without waking anybody: a laptop that slept, a process that was stopped. */
  jump(durationMs: number): void {
    this.#nowMs += durationMs;
  }
}

/** An advance to an instant, without a bound that matters. */
export function to(toMs: number) {
  return { toMs, goal: null, maxEvents: 1_000_000 };
}

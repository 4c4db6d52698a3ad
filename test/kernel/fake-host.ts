/**
 * A host clock that moves only when a test moves it: the only fake of a system port. Wake-up calls fire when the host's
 * time reaches them; the test decides how late.
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

  /**
   * Only a promise: what a driver does without the host's time is done after a turn of the event loop (`setImmediate`).
   */
  breathe(): Promise<void> {
    return Promise.resolve();
  }

  /** Pending wake-up calls. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Lets host time pass, with every wake-up call on time. */
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

  /** Host time jumps without any wake-up call: a laptop that slept, or a process that was suspended. */
  jump(durationMs: number): void {
    this.#nowMs += durationMs;
  }
}

/** An advance to an instant, without a limit that matters. */
export function to(toMs: number) {
  return { toMs, goal: null, maxEvents: 1_000_000 };
}

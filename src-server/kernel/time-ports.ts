/** The ports of the time driver to the host and to outside effects. Types only. */
import type { Json } from './canonical-json.ts';
import type { ClockStop } from './clock-status.ts';

/** The host's time: a monotonic clock, a timer, and a yield to other work (`breathe`). */
export interface HostTime {
  monotonicMs(): number;
  after(delayMs: number, run: () => void): () => void;
  breathe(): Promise<void>;
}

export interface TimeDriverOptions {
  /** Timer kinds after which outside effects must finish before time continues (webhook attempts). */
  readonly barriers: ReadonlySet<string>;
  /**
   * Timer kinds that are always pending (monitors): they run when due, but `instant` mode does not advance time for
   * them.
   */
  readonly background: ReadonlySet<string>;
  /** Timer kinds whose timers take long: outside of an advance they run one at a time, with other work between them. */
  readonly slow: ReadonlySet<string>;
  /** Resolves once every started effect has been recorded. */
  settle(): Promise<void>;
  /** Returns whether the goal of an advance is reached; called after every timer. */
  isReached(goal: Json): boolean;
  /** Called after every change of the clock's settings or of an advance's progress. */
  onChange(): void;
  /** Wall clock, to report since when the clock is held. */
  wallNowMs(): number;
  /** Returns whether a full disk has room again; other failures are simply retried. */
  hasRoom(): boolean;
  /** Whether a failing timer holds the clock, as a failing disk does; left out: its error is thrown, as a bug. */
  readonly holdsFailedTimers?: boolean;
  /** Called when the disk begins to refuse writes, and with `null` when it accepts them again. */
  onStop(stop: ClockStop | null): void;
}

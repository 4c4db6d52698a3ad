/** What the time driver needs of the host and of outside effects. Types only. */
import type { Json } from './canonical-json.ts';
import type { ClockStop } from './clock-status.ts';

/** The host's time: a monotonic clock, a timer, and a yield to other work (`breathe`). */
export interface HostTime {
  monotonicMs(): number;
  after(delayMs: number, run: () => void): () => void;
  breathe(): Promise<void>;
}

export interface TimeDriverOptions {
  /** Timer kinds after which outside effects must settle before time continues (webhook attempts). */
  readonly barriers: ReadonlySet<string>;
  /**
   * Timer kinds that are always pending (monitors): they run when due, but `instant` mode does not advance time for
   * them.
   */
  readonly background: ReadonlySet<string>;
  /** Timer kinds of which each takes long: outside of an advance they run one at a time, with others between them. */
  readonly slow: ReadonlySet<string>;
  /** Resolves once every effect that was started has been recorded. */
  settle(): Promise<void>;
  /** Whether the goal of an advance is reached; called after every timer. */
  isReached(goal: Json): boolean;
  /** Called after every change of how time moves or how far an advance came. */
  onChange(): void;
  /** Wall clock, to report since when the clock is held. */
  wallNowMs(): number;
  /** Whether a full disk has room again; other failures are simply retried. */
  hasRoom(): boolean;
  /** Whether a timer that fails holds the clock, as a disk does; left out: its error is thrown, as a bug. */
  readonly holdsFailedTimers?: boolean;
  /** Called when the disk begins to refuse writes, and with `null` when it accepts them again. */
  onHeld(held: ClockStop | null): void;
}

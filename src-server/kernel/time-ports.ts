/** What moving virtual time needs of the machine below and of the effects it sets off. */
import type { Json } from './canonical-json.ts';
import type { Held } from './clock-status.ts';

/** The host's time as the driver needs it: a clock that never goes back, a wake-up call, and a breath for other work. */
export interface HostTime {
  monotonicMs(): number;
  after(delayMs: number, run: () => void): () => void;
  breathe(): Promise<void>;
}

export interface TimeDriverOptions {
  /** Timer kinds after which outside effects must settle before time goes on (webhook attempts). */
  readonly barriers: ReadonlySet<string>;
  /** Timer kinds that are always waiting (monitors): they run on the way, but time is never moved for their sake. */
  readonly background: ReadonlySet<string>;
  /** Resolves once every effect that was started has been recorded. */
  settle(): Promise<void>;
  /** Whether the goal of an advance is reached, asked after every timer. */
  isReached(goal: Json): boolean;
  /** Called after every change of how time moves or how far an advance came. */
  onChange(): void;
  /** Wall clock, to say since when nothing moves. */
  wallNowMs(): number;
  /** Whether a full disk has room to go on; what else a disk refuses is simply tried again. */
  hasRoom(): boolean;
  /** Called when the disk begins to refuse what the clock needs, and with `null` when it takes it again. */
  onHeld(held: Held | null): void;
}

/** The port to the kernel's store: what the kernel loads at the start and writes in each transaction. */
import type { CLOCK_MODES } from '../domain/world-choices.ts';
import type { Json } from './canonical-json.ts';
import type { LoggedEvent } from './event-chain.ts';
import type { Timer } from './timer-queue.ts';

export type ClockMode = (typeof CLOCK_MODES)[number];

/** An unfinished advance; stored, so that a crash only interrupts it. */
export interface PendingAdvance {
  readonly fromMs: number;
  readonly toMs: number;
  /** Goal that ends the advance early, as soon as it is reached; `null`: the advance ends at `toMs`. */
  readonly goal: Json;
  /** Number of timers after which the advance ends. */
  readonly maxEvents: number;
}

/** How virtual time moves. */
export interface ClockSettings {
  readonly mode: ClockMode;
  readonly rate: number;
  readonly paused: boolean;
  readonly advance: PendingAdvance | null;
}

/** The complete state of the kernel, from which it continues exactly where it stopped. */
export interface KernelState {
  readonly seed: number;
  readonly nowMs: number;
  readonly clock: ClockSettings;
  readonly timerSeq: number;
  readonly eventCount: number;
  readonly head: string;
  readonly counters: ReadonlyMap<string, number>;
}

/** Changes of one transaction. Timers that are set and consumed within it appear in neither list. */
export interface KernelChanges {
  readonly state: KernelState;
  readonly changedCounters: ReadonlySet<string>;
  readonly events: readonly LoggedEvent[];
  readonly timersSet: readonly Timer[];
  readonly timersGone: readonly number[];
}

/** The cause of a transaction: a command, or due timers and settings of the clock. */
export type CommitOrigin = 'command' | 'timers';

export interface KernelStore {
  /** Runs `work` and commits it durably; if it throws, leaves no changes behind. */
  transaction<T>(work: () => T): T;
  /** Returns the stored world; `null` if the store is empty. */
  load(): { state: KernelState; timers: readonly Timer[] } | null;
  /** Writes the changes of the open transaction. */
  save(changes: KernelChanges, origin: CommitOrigin): void;
}

/** The port through which the kernel remembers: what it needs loaded at start and written in each transaction. */
import type { Json } from './canonical-json.ts';
import type { LoggedEvent } from './event-chain.ts';
import type { Timer } from './timer-queue.ts';

export type ClockMode = 'realtime' | 'manual' | 'instant';

/** An advance that was promised and is not finished: remembered, so that a crash only interrupts it. */
export interface PendingAdvance {
  readonly fromMs: number;
  readonly toMs: number;
  /** Ends it earlier, as soon as the time driver is told that this is reached; `null`: it ends at `toMs`. */
  readonly goal: Json;
  /** Ends it after so many timers. */
  readonly maxEvents: number;
}

/** How virtual time moves. */
export interface ClockSettings {
  readonly mode: ClockMode;
  readonly rate: number;
  readonly paused: boolean;
  readonly advance: PendingAdvance | null;
}

/** Everything the kernel is: small, and complete for going on exactly where it stood. */
export interface KernelState {
  readonly seed: number;
  readonly nowMs: number;
  readonly clock: ClockSettings;
  readonly timerSeq: number;
  readonly eventCount: number;
  readonly head: string;
  readonly counters: ReadonlyMap<string, number>;
}

/** What one transaction changed. Timers set and consumed within it appear in neither list. */
export interface KernelChanges {
  readonly state: KernelState;
  readonly changedCounters: ReadonlySet<string>;
  readonly events: readonly LoggedEvent[];
  readonly timersSet: readonly Timer[];
  readonly timersGone: readonly number[];
}

/** What a transaction came from: a command, or timers that were due and settings of the clock. */
export type CommitOrigin = 'command' | 'timers';

export interface KernelStore {
  /** Runs `work` and commits it durably, or leaves nothing of it behind when it throws. */
  transaction<T>(work: () => T): T;
  /** The remembered world, or `null` in an empty store. */
  load(): { state: KernelState; timers: readonly Timer[] } | null;
  /** Writes the changes of the transaction that is open. */
  save(changes: KernelChanges, origin: CommitOrigin): void;
}

/** The status of the clock, and the requests to it. Types only. */
import type { ADVANCE_ENDS } from '../domain/world-choices.ts';
import type { Json } from './canonical-json.ts';
import type { ClockMode } from './kernel-store.ts';
import type { StorageFailure } from './storage-failure.ts';

export interface ClockStatus {
  readonly nowMs: number;
  readonly mode: ClockMode;
  readonly rate: number;
  readonly paused: boolean;
  readonly progress: AdvanceProgress | null;
  /** How the latest advance of this process ended. */
  readonly lastAdvance: EndedAdvance | null;
  /** Why the clock is held; `null`: it is not. */
  readonly held: ClockStop | null;
}

export interface AdvanceProgress {
  readonly fromMs: number;
  readonly toMs: number;
  /** Timers run so far. */
  readonly events: number;
}

export interface EndedAdvance extends AdvanceProgress {
  readonly nowMs: number;
  readonly ended: (typeof ADVANCE_ENDS)[number];
}

export interface ClockStop extends Pick<StorageFailure, 'reason' | 'message'> {
  /** Wall clock. */
  readonly sinceMs: number;
}

export interface AdvanceRequest {
  readonly toMs: number;
  /** `null` for an instant; else the argument of `isReached`. */
  readonly goal: Json;
  readonly maxEvents: number;
}

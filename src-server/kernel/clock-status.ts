/** Defines the status of the clock, and the requests to it. Types only. */
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
  /** How this process's latest advance ended. */
  readonly lastAdvance: EndedAdvance | null;
  /** Why the clock is held; `null`: it is not. */
  readonly stop: ClockStop | null;
}

export interface AdvanceProgress {
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of timers run so far. */
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
  /** Argument of `isReached`; `null` for an advance to an instant. */
  readonly goal: Json;
  readonly maxEvents: number;
}

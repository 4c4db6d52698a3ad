/**
 * Decides when reconnection is attempted: after 1, 2, 4, 8, 16, 32 s and then every 60 s, each up to a tenth earlier or
 * later. A closed form, so that an outage of months takes no more work than one of seconds; no timer runs while a
 * connection is down.
 */
import { drawUniform, type StreamKey } from '../../kernel/streams.ts';

const DOUBLINGS = 6;
const LONGEST_STEP_S = 60;
const AFTER_DOUBLINGS_S = 2 ** DOUBLINGS - 1;

/** Returns ms from the loss of the connection to attempt `attempt` (from 1); ascends with it. */
export function attemptAfterMs(key: StreamKey, attempt: number): number {
  const doubled = attempt <= DOUBLINGS;
  const stepS = doubled ? 2 ** (attempt - 1) : LONGEST_STEP_S;
  const sinceS = doubled ? 2 ** attempt - 1 : AFTER_DOUBLINGS_S + LONGEST_STEP_S * (attempt - DOUBLINGS);
  const jitterS = (drawUniform(key, attempt) - 0.5) * 0.2 * stepS;
  return Math.round((sinceS + jitterS) * 1000);
}

/** Returns the first attempt that is not before `elapsedMs` after the loss. */
export function firstAttemptFrom(key: StreamKey, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  const guess =
    seconds <= AFTER_DOUBLINGS_S
      ? Math.floor(Math.log2(seconds + 1))
      : DOUBLINGS + Math.floor((seconds - AFTER_DOUBLINGS_S) / LONGEST_STEP_S);
  // The jitter moves an attempt by less than a step, so the result is next to the guess.
  let attempt = Math.max(1, guess - 1);
  while (attemptAfterMs(key, attempt) < elapsedMs) attempt += 1;
  return attempt;
}

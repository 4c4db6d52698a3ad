/** Decides when a failed delivery is retried (decision I), in virtual time. */
import { parseHttpDate } from '../domain/numbers/http-date.ts';
import { drawUniform, streamKey } from '../kernel/streams.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after the first, second, … failure; ten attempts in total over about 75 hours. */
const RETRY_DELAYS_MS: readonly number[] = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * The `Retry-After` of a busy receiver, and when the attempt was sent by the clock that stamps webhooks, with which a
 * date is compared.
 */
export interface RetryAfter {
  readonly text: string;
  readonly stampMs: number;
}

/**
 * Returns the delay after failure number `failures` (from 1), or `null` if it was the last one: ±10 % drawn from the
 * delivery's own stream. `Retry-After` of a receiver (with 429 or 503) delays the attempt further, by at most a day
 * (decision I4).
 */
export function retryDelayMs(
  seed: number,
  deliveryId: string,
  failures: number,
  retryAfter: RetryAfter | null,
): number | null {
  const plannedMs = RETRY_DELAYS_MS[failures - 1];
  if (plannedMs === undefined) return null;
  const draw = drawUniform(streamKey(seed, 'webhook-retry', deliveryId), failures);
  const jitteredMs = Math.round(plannedMs * (1 + JITTER * (2 * draw - 1)));
  const requestedMs = retryAfter === null ? 0 : requestedDelayMs(retryAfter);
  return Math.max(jitteredMs, Math.min(requestedMs, LONGEST_RETRY_AFTER_MS));
}

/** Reads seconds or an HTTP-date; any other value requests no delay. */
function requestedDelayMs({ text, stampMs }: RetryAfter): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const untilMs = parseHttpDate(text);
  return untilMs === null ? 0 : Math.max(0, untilMs - stampMs);
}

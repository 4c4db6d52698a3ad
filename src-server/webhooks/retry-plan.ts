/** Decides when a failed delivery is retried (decision I), in virtual time. */

import { parseInstant } from '../domain/numbers/instant.ts';
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

/** The three forms of an instant in HTTP headers that a receiver must accept (RFC 9110, 5.6.7). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})';
const FORMS = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${TIME} GMT$`),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${TIME} GMT$`),
  // Sun Nov  6 08:49:37 1994
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** Returns milliseconds since 1970; `null` if the text is not a date. A year of two digits is in this century. */
function parseHttpDate(text: string): number | null {
  for (const form of FORMS) {
    const { day = '', month = '', year = '', time = '' } = form.exec(text)?.groups ?? {};
    const number = MONTHS.indexOf(month) + 1;
    if (number === 0) continue;
    const fullYear = year.length === 2 ? `20${year}` : year;
    return parseInstant(`${fullYear}-${String(number).padStart(2, '0')}-${day.replace(' ', '0')}T${time}Z`);
  }
  return null;
}

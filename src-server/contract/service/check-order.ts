/**
 * Decision B as one table: the checks of a request in their order, and the error of the first one that fails. The
 * layers of the service take their order from it; `test/conformance/order-of-checks.test.ts` checks the rest over HTTP.
 */
import type { ErrorCode } from './errors.ts';

/** `asks`: the condition under which the next check follows. */
export const CHECK_ORDER = [
  { check: 'key', code: 'unauthorized', asks: 'The key is known and not revoked.' },
  { check: 'rate', code: 'rate_limit', asks: 'The key has requests left in this minute.' },
  { check: 'path', code: 'not_found', asks: 'There is something at this method and path.' },
  {
    check: 'body',
    code: 'invalid_request',
    asks: 'The body, or the ISIN in a path, can be read and follows the schema.',
  },
  { check: 'resource', code: 'not_found', asks: 'The portfolio, rebalance, record or instrument exists.' },
  { check: 'conflict', code: 'already_executing', asks: 'No rebalance of the portfolio is in progress.' },
  { check: 'quota', code: 'quota_exceeded', asks: 'The account has events left in this month.' },
  { check: 'band', code: 'drift_below_threshold', asks: 'Drift is beyond the band.' },
  { check: 'market', code: 'internal_error', asks: 'What is needed is connected and has current prices.' },
] as const satisfies readonly { check: string; code: ErrorCode; asks: string }[];

export type RequestCheck = (typeof CHECK_ORDER)[number]['check'];

/** Returns the present entries of `layers`, in the order of the table. */
export function inCheckOrder<T>(layers: Partial<Record<RequestCheck, T>>): T[] {
  return CHECK_ORDER.flatMap(({ check }) => layers[check] ?? []);
}

/**
 * The error pairs of the specification's section 7, the body that carries them (decision C), and the order of the checks
 * that lead to them (decision B).
 */
import { z } from 'zod';
import { requestId, text } from '../fields/described.ts';

/** Every error code of the service, with its one HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  not_found: 404,
  already_executing: 409,
  drift_below_threshold: 422,
  rate_limit: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Errors of the operations that make a plan, in addition to those of every operation. */
export const PLANNING_ERRORS = [
  'quota_exceeded',
  'not_found',
  'already_executing',
  'drift_below_threshold',
] as const satisfies readonly ErrorCode[];

/** One issue of a request: `path` is a JSON pointer into the body, or a parameter's name prefixed by `/`. */
const errorDetail = z
  .strictObject({
    path: text('Where: a JSON pointer into the body, or the name of a parameter after a slash.'),
    issue: text('What is wrong there.'),
  })
  .meta({ id: 'ErrorDetail', description: 'A validation issue found in a request.' });
export type ErrorDetail = z.infer<typeof errorDetail>;

const errorCore = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: text('What went wrong, as a sentence.'),
  request_id: requestId,
  details: z.array(errorDetail).describe('One entry for each validation issue; empty if there are none.'),
});

export const errorBody = z.strictObject({ error: errorCore });
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * The checks of a request in their order, and the error of the first one that fails. The layers of the service take
 * their order from it; `test/conformance/order-of-checks.test.ts` checks the rest over HTTP. `asks`: the condition under
 * which the next check follows.
 */
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
  { check: 'quota', code: 'quota_exceeded', asks: 'The account has rebalances left in this month.' },
  { check: 'band', code: 'drift_below_threshold', asks: 'Drift is beyond the band.' },
  { check: 'market', code: 'internal_error', asks: 'What is needed is connected and has current prices.' },
] as const satisfies readonly { check: string; code: ErrorCode; asks: string }[];

export type RequestCheck = (typeof CHECK_ORDER)[number]['check'];

/** Returns the present entries of `layers`, in the order of the table. */
export function inCheckOrder<T>(layers: Partial<Record<RequestCheck, T>>): T[] {
  return CHECK_ORDER.flatMap(({ check }) => layers[check] ?? []);
}

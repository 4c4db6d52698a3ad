/**
 * The pairs of the specification's section 7 as responses: each code has its own schema, so pairs cannot be mixed up.
 */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode, errorBody } from '../service/errors.ts';

/** The condition of each code (specification 7, decisions A4, C). */
export const ERROR_CONDITIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'The request is malformed, lacks fields, has unknown fields, or requests something that cannot be done.',
  unauthorized: 'The key or token is missing or invalid.',
  quota_exceeded: 'The monthly limit of rebalances has been reached.',
  not_found: 'There is nothing with that identifier, or nothing that this account may see.',
  already_executing: 'A rebalance is in progress, or the request conflicts with something else in progress.',
  drift_below_threshold: 'No position exceeds the drift band, so no rebalance is needed.',
  rate_limit: 'This API key has sent more requests in 60 s than it may.',
  internal_error: 'Exchange connectivity failure, or pricing is unavailable.',
};

/** Returns `InvalidRequest` for `invalid_request`; `Internal` for `internal_error`, to avoid "Error" twice. */
export function errorName(code: ErrorCode): string {
  return code.replace(/_error$/, '').replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

export const ERROR_SCHEMAS = Object.fromEntries(
  (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [code, errorSchema(code)]),
) as unknown as Readonly<Record<ErrorCode, z.ZodType>>;

function errorSchema(code: ErrorCode) {
  const error = errorBody.shape.error
    .extend({ code: z.literal(code).describe('What went wrong, as a code for programs.') })
    .describe('What went wrong.');
  const description = `The response with status ${ERROR_STATUS[code]}.`;
  return z.strictObject({ error }).meta({ id: `${errorName(code)}Error`, description });
}

/** The error pairs of the specification's section 7 and the body that carries them (decision C). */
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
  .meta({ id: 'ErrorDetail', description: 'One fault found in a request.' });
export type ErrorDetail = z.infer<typeof errorDetail>;

const errorCore = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: text('What went wrong, as a sentence.'),
  request_id: requestId,
  details: z.array(errorDetail).describe('One entry for every fault found; empty where none applies.'),
});

export const errorBody = z.strictObject({ error: errorCore });
export type ErrorBody = z.infer<typeof errorBody>;

/** The error pairs of the specification's section 7 and the body that carries them (decision C). */
import { z } from 'zod';

/** Every code the service may answer with, and its one HTTP status. */
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

/** One fault found in a request: `path` is a JSON pointer into the body, or a parameter's name prefixed by `/`. */
export const errorDetail = z.strictObject({ path: z.string(), issue: z.string() });
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    request_id: z.string(),
    details: z.array(errorDetail),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

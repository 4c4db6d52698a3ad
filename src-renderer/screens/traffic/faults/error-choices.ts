/** The errors that a fault may answer. Held to the contract by its type, without bringing its schemas here. */
import type { ERROR_STATUS as ContractStatus } from '../../../../src-server/contract/service/errors.ts';

const ERROR_STATUS: typeof ContractStatus = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  not_found: 404,
  already_executing: 409,
  drift_below_threshold: 422,
  rate_limit: 429,
  internal_error: 500,
};

/** The gravest first, which is what a client has most to fear. */
export const ERROR_CHOICES = Object.entries(ERROR_STATUS)
  .map(([value, status]) => ({ value, label: `${status} ${value}` }))
  .reverse();

/** What fields of webhooks, their endpoints, deliveries and signatures may be: each list once, apart from the schemas. */

/** Types of events that endpoints are told of. */
export const WEBHOOK_TYPES = [
  'rebalance.created',
  'rebalance.executing',
  'rebalance.partially_filled',
  'rebalance.complete',
  'rebalance.failed',
  'rebalance.cancelled',
  'order.filled',
  'order.rejected',
  'portfolio.drift_exceeded',
] as const;

/** `paused`: what happens waits until it is enabled again. `disabled`: it is told of nothing. */
export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const;

/** `gone`: it answered 410. `failing`: every attempt failed for 120 hours. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

/** `dropped`: kept from the receiver on purpose. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'dropped'] as const;

/**
 * Whose certificates an attempt trusted: those that Node trusts, these and the ones of `--webhook-ca`, the endpoint's own,
 * or any.
 */
export const USED_TRUSTS = ['system', 'webhook_ca', 'endpoint_ca', 'insecure'] as const;

/** What a sink does after the last answer of its script; `accept`: 200, as without a script. */
export const AFTER_LAST_ANSWER = ['repeat_last', 'start_over', 'accept'] as const;

export const SIGNATURE_VERDICTS = [
  'valid',
  'missing_header',
  'malformed_timestamp',
  'malformed_signature',
  'unsupported_version',
  'too_old',
  'too_new',
  'body_changed',
  'header_changed',
  'wrong_secret',
  'secret_not_decoded',
  'unknown',
] as const;
export const SIGNATURE_CHECKS = ['headers', 'timestamp', 'version', 'form', 'match', 'body', 'age'] as const;
export const SECRET_KINDS = ['current', 'previous', 'given', 'other_endpoint'] as const;

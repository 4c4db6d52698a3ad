/**
 * Possible values of fields of webhooks, their endpoints, deliveries and signatures: each list once, separate from the
 * schemas.
 */

/** Types of events that endpoints receive. */
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

/** `paused`: events wait until the endpoint is enabled again. `disabled`: it receives nothing. */
export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const;

/** `gone`: it responded with 410. `failing`: every attempt failed for 120 hours. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

/** `dropped`: deliberately not sent to the receiver. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'dropped'] as const;

/**
 * The certificates that an attempt trusted: those that Node trusts, these and the ones of `--webhook-ca`, the
 * endpoint's own, or any.
 */
export const USED_TRUSTS = ['system', 'webhook_ca', 'endpoint_ca', 'insecure'] as const;

/** Behaviour of a sink after the last response of its script; `accept`: 200, as without a script. */
export const AFTER_LAST_RESPONSE = ['repeat_last', 'start_over', 'accept'] as const;

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

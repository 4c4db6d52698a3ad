/**
 * The possible values of event fields that more than one room uses: each list once, separate from the schemas, because
 * the app lists some.
 */

/** Tiers of accounts (decision E3). */
export const TIERS = ['starter', 'growth', 'enterprise'] as const;

/** Refusal codes of commands (specification section 7). */
export const REFUSAL_CODES = [
  'invalid_request',
  'not_found',
  'already_executing',
  'quota_exceeded',
  'drift_below_threshold',
  'internal_error',
] as const;

/** Why an exchange refused or ended an order. */
export const TERMINATION_CODES = [
  'unknown_listing',
  'lot_size',
  'tick_size',
  'price_collar',
  'exchange_refused',
  'partial_fill',
  'book_lost',
  'day_end',
  'requested',
  'corporate_action',
] as const;

/** Actions of an exchange on an order, on request of the control plane (decision O7). */
export const ORDER_ACTIONS = ['fill', 'partial_fill', 'reject', 'cancel', 'expire', 'hold', 'release'] as const;

/** Kinds of market faults. */
export const FAULT_KINDS = [
  'exchange_down',
  'exchange_slow',
  'reject_orders',
  'partial_fills',
  'lost_acknowledgements',
  'duplicate_fills',
  'late_fills',
  'reordered_fills',
  'halt_instrument',
  'stale_prices',
  'wide_spread',
  'crossed_quotes',
  'settlement_fail',
] as const;

/** Causes of a policy's rebalance (decision O6). */
export const POLICY_CAUSES = ['drift', 'calendar', 'cash_flow'] as const;

export const CASH_FLOW_KINDS = ['deposit', 'withdrawal', 'fee', 'interest'] as const;
export const CASH_FLOW_INTERVALS = ['week', 'month', 'quarter', 'year'] as const;
/** Calendar intervals of a policy. */
export const CALENDAR_INTERVALS = ['month', 'quarter', 'year'] as const;

export const CORPORATE_ACTION_KINDS = ['split', 'isin_change', 'delisting', 'cash_dividend'] as const;

/** Lanes of a timeline, by which events are classified. */
export const TIMELINE_KINDS = ['fill', 'status', 'fault', 'market', 'cash', 'other'] as const;

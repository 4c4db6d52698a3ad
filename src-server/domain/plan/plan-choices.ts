/** Possible values of fields of plans and of bulk rebalances: each list once, separate from the schemas. */

/**
 * Why a plan has an order. `tax_loss`: sold below its target, because its loss makes room in the budget of gains tax.
 */
export const ORDER_REASONS = ['overweight', 'underweight', 'not_in_targets', 'funding', 'tax_loss'] as const;
export type ReasonCode = (typeof ORDER_REASONS)[number];

/** Why a plan does not trade a row. */
export const SKIP_REASONS = [
  'at_target',
  'too_small',
  'uneconomic',
  'not_connected',
  'budget',
  'cash',
  'no_improvement',
  'constraint',
] as const;

/** How an order of one plan differs from the corresponding one of another. */
export const ORDER_CHANGES = ['same', 'moved', 'other_exchange', 'added', 'removed'] as const;

/** Outcomes of one of several settings; `constrained`: constraints leave nothing to trade. */
export const VARIANT_OUTCOMES = ['plan', 'below_threshold', 'constrained'] as const;

/** Outcomes that a plan is compared with; `none`: no plan can be made. */
export const OTHER_PLAN_OUTCOMES = ['plan', 'below_threshold', 'none'] as const;

export const BULK_STATUSES = ['planning', 'planned', 'executing', 'complete', 'stopped'] as const;

/** Statuses of one portfolio of a bulk rebalance: those of its rebalance, once it has one. */
export const BULK_ROW_STATUSES = [
  'waiting',
  'planned',
  'refused',
  'executing',
  'partially_filled',
  'complete',
  'failed',
  'cancelled',
] as const;

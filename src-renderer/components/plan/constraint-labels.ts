/** Labels of a portfolio's constraints, and where they limit a plan. Pure. */

import type { BulkPortfolio } from '../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';

type BoundConstraint = ConstraintEffectWire['bound'][number];

export const CONSTRAINT_LABELS: Readonly<Record<BoundConstraint['constraint'], string>> = {
  do_not_sell: 'Never sold',
  do_not_buy: 'Never bought',
  cash_flow_only: 'Cash flows only',
  min_order_value: 'Smallest order',
  min_order_bps: 'Smallest order, bps',
  whole_shares: 'Whole shares only',
  max_turnover: 'Turnover limit',
  gains_tax_budget: 'Gains tax budget',
};

/**
 * `Turnover limit, gains tax budget`: the constraints that leave drift in a plan of a bulk rebalance; null if none
 * does.
 */
export function limitedBy({ limits }: Pick<NonNullable<BulkPortfolio['planned']>, 'limits'>): string | null {
  if (limits === null || limits.length === 0) return null;
  const [first = '', ...others] = limits.map((limit) =>
    limit === 'cost_budget' ? 'Cost budget' : CONSTRAINT_LABELS[limit],
  );
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(', ');
}

/** The constraints that limit one order. */
export function boundAt(
  effect: ConstraintEffectWire | null | undefined,
  { isin, side }: { readonly isin: string; readonly side: 'buy' | 'sell' },
): readonly BoundConstraint[] {
  return (effect?.bound ?? []).filter(({ orders }) =>
    orders.some((order) => order.isin === isin && order.side === side),
  );
}

/** For a warning of a plan: the constraints that bound are shown with their costs, and not repeated here. */
export function isOfNoConstraint({ code }: { readonly code: string }): boolean {
  return !code.startsWith('constraint_');
}

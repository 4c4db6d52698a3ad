/** Labels of a portfolio's constraints, and where they limit a plan. Pure. */

import type { BulkPortfolio } from '../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';
import { formatCostBps, formatMoney } from '../format/format-number.ts';
import { roundTo } from '../format/rounded-parts.ts';

type BoundConstraint = ConstraintEffectWire['bound'][number];

export const CONSTRAINT_LABELS: Readonly<Record<BoundConstraint['constraint'], string>> = {
  do_not_sell: 'Do not sell',
  do_not_buy: 'Do not buy',
  cash_flow_only: 'Cash flows only',
  min_order_value: 'Minimum order size',
  min_order_bps: 'Minimum order size, bps',
  whole_shares: 'Whole shares only',
  max_turnover: 'Turnover limit',
  gains_tax_budget: 'Gains tax budget',
};

type Limit = NonNullable<NonNullable<BulkPortfolio['planned']>['limits']>[number];

/**
 * `Cost budget (exceeded by 0.23 bps), turnover limit`: the limits that leave drift in a plan of a bulk rebalance, and
 * the budgets that its fills exceeded; null if there are none. `costBudget`: in bps.
 */
export function limitedBy(
  { planned, traded }: Pick<BulkPortfolio, 'planned' | 'traded'>,
  costBudget: number | null,
): string | null {
  const costs = excessOver(costBudget, traded?.costs_bps);
  const tax = excessOver(planned?.gains_tax_budget, traded?.tax_estimate);
  const exceeded = new Map<Limit, string>([
    ...(costs === null ? [] : [['cost_budget', `${formatCostBps(costs)}\u00a0bps`] as const]),
    ...(tax === null ? [] : [['gains_tax_budget', formatMoney(tax)] as const]),
  ]);
  const limits = [...new Set([...(planned?.limits ?? []), ...exceeded.keys()])];
  if (limits.length === 0) return null;
  const [first = '', ...others] = limits.map((limit) => {
    const by = exceeded.get(limit);
    const label = limit === 'cost_budget' ? 'Cost budget' : CONSTRAINT_LABELS[limit];
    return by === undefined ? label : `${label} (exceeded by ${by})`;
  });
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(', ');
}

/** How far a displayed figure is above its displayed budget, in hundredths; null if it is not, or has none. */
export function excessOver(budget: number | null | undefined, actual: number | null | undefined): number | null {
  if (budget == null || actual == null) return null;
  const excess = roundTo(roundTo(actual, 2) - roundTo(budget, 2), 2);
  return excess > 0 ? excess : null;
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

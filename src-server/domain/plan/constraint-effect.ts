/** What the constraints of a portfolio changed about a plan, as data and as sentences (decision O5). */

import { formatMoney } from '../numbers/format-number.ts';
import { instrumentOf } from '../valuation/valuation.ts';
import { roundWeight } from '../valuation/weights.ts';
import { type BoundConstraint, boundConstraints, type ConstraintCut, type ConstraintEffect } from './constraints.ts';
import type { Plan, PlanInput, PlannedOrder, PlanWarning } from './plan.ts';

type Compared = Pick<Plan, 'orders' | 'driftAfter'>;

/** `without` is the plan of the same input without constraints. */
export function constraintEffect(
  constrained: Compared,
  without: Compared,
  cuts: readonly ConstraintCut[],
): ConstraintEffect {
  const driftWithout = without.driftAfter.portfolioDrift;
  return {
    bound: hasSameOrders(constrained.orders, without.orders) ? [] : boundConstraints(cuts),
    driftWithout,
    driftCost: roundWeight(constrained.driftAfter.portfolioDrift - driftWithout),
  };
}

/** One warning for each constraint that bound. */
export function constraintWarnings(bound: readonly BoundConstraint[], input: PlanInput): PlanWarning[] {
  return bound.map((each) => ({ code: `constraint_${each.constraint}`, message: boundText(each, input) }));
}

/**
 * E.g. "Trading limit: of SAP SE (DE0007164600), only 5 000.00 EUR of 15 000.00 EUR is sold; of Allianz SE (DE0008404005),
 * 2 000.00 EUR is not bought."
 */
export function boundText(
  { constraint, cuts }: BoundConstraint,
  { currency, view }: Pick<PlanInput, 'currency' | 'view'>,
): string {
  const told = cuts.slice(0, MOST_TOLD).map(({ isin, side, wantedMinor, allowedMinor }) => {
    const named = `${instrumentOf(view, isin).name} (${isin})`;
    const verb = side === 'buy' ? 'bought' : 'sold';
    const wanted = formatMoney(wantedMinor, currency);
    if (allowedMinor === 0) return `${named}: ${wanted} is not ${verb}`;
    return `${named}: only ${formatMoney(allowedMinor, currency)} of ${wanted} is ${verb}`;
  });
  const more = cuts.length - told.length;
  const rest = more === 0 ? '' : `; ${more} more ${more === 1 ? 'order is' : 'orders are'} reduced`;
  return `${LABELS[constraint]}: ${told.join('; ')}${rest}.`;
}

const LABELS: Readonly<Record<BoundConstraint['constraint'], string>> = {
  do_not_sell: 'Locked (do not sell)',
  do_not_buy: 'Locked (do not buy)',
  cash_flow_only: 'Cash flows only',
  whole_shares: 'Whole shares only',
  min_order_value: 'Below the minimum order value',
  min_order_bps: 'Below the minimum order size',
  max_turnover: 'Trading limit',
  gains_tax_budget: 'Gains tax budget',
};

const MOST_TOLD = 5;

function hasSameOrders(orders: readonly PlannedOrder[], others: readonly PlannedOrder[]): boolean {
  if (orders.length !== others.length) return false;
  return orders.every((order, index) => {
    const other = others[index];
    return (
      other !== undefined &&
      order.side === other.side &&
      order.isin === other.isin &&
      order.mic === other.mic &&
      order.quantityMicro === other.quantityMicro
    );
  });
}

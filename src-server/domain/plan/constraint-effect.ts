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
 * E.g. "The constraint max_turnover binds: of SAP SE (DE0007164600) 5 000.00 EUR are sold instead of 15 000.00 EUR;
 * Allianz SE (DE0008404005) is not bought, for 2 000.00 EUR."
 */
export function boundText(
  { constraint, cuts }: BoundConstraint,
  { currency, view }: Pick<PlanInput, 'currency' | 'view'>,
): string {
  const told = cuts.slice(0, MOST_TOLD).map(({ isin, side, wantedMinor, allowedMinor }) => {
    const named = `${instrumentOf(view, isin).name} (${isin})`;
    const verb = side === 'buy' ? 'bought' : 'sold';
    const wanted = formatMoney(wantedMinor, currency);
    if (allowedMinor === 0) return `${named} is not ${verb}, for ${wanted}`;
    return `of ${named} ${formatMoney(allowedMinor, currency)} are ${verb} instead of ${wanted}`;
  });
  const more = cuts.length - told.length;
  const rest = more === 0 ? '' : `; ${more} more ${more === 1 ? 'order is' : 'orders are'} cut`;
  return `The constraint ${constraint} binds: ${told.join('; ')}${rest}.`;
}

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

/**
 * Explains in one English sentence with its numbers why an order is in a plan (decision G5). `explain-venue.ts`
 * explains its exchange.
 */

import { formatMoney, formatPercent, formatQuantity } from '../numbers/format-number.ts';
import type { PlanInput, PlannedOrder } from '../plan/plan.ts';
import { instrumentOf } from '../valuation/valuation.ts';

/**
 * E.g. "SAP SE is 7.12 % of the portfolio against a target of 5.00 %: sell 118.2 worth 21 276.00 EUR at
 * XETR, where it is held, at a cost of 14.20 EUR, to bring it back."
 */
export function explainOrder(order: PlannedOrder, { currency, view }: Pick<PlanInput, 'currency' | 'view'>): string {
  const { side, mic, quantityMicro, estimatedValueMinor, costs } = order;
  const { name } = instrumentOf(view, order.isin);
  const standing = `${name} is ${formatPercent(order.weightBefore)} of the portfolio`;
  const target = formatPercent(order.weightTarget);
  const where = side === 'sell' ? `${mic}, where it is held` : mic;
  const amount = `${formatQuantity(quantityMicro)} worth ${formatMoney(estimatedValueMinor, currency)}`;
  const trade = `${side} ${amount} at ${where}, at a cost of ${formatMoney(costs.totalMinor, currency)}`;
  switch (order.reasonCode) {
    case 'not_in_targets':
      return `${standing} but is not among the targets: ${trade}, to leave it.`;
    case 'funding':
      return `${standing}, no more than its target of ${target}: ${trade}, to pay for costs and cash.`;
    case 'overweight':
      return `${standing} against a target of ${target}: ${trade}, to bring it back.`;
    case 'underweight':
      return `${standing} against a target of ${target}: ${trade}, to bring it up.`;
  }
}

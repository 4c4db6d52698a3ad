/**
 * Owns why an order is there: a code while planning, and one plain English sentence with its numbers (decision G5) for
 * orders that are kept. Why a buy goes to its exchange and not to another is told by `explain-venue.ts`.
 */

import { formatMoney, formatPercent, formatQuantity } from '../numbers/format-number.ts';
import type { PlanInput, PlannedOrder, ReasonCode } from '../plan/plan.ts';
import type { DraftOrder } from '../plan/size-orders.ts';
import { instrumentOf } from '../valuation/valuation.ts';

/** All that planning needs to know of the reason; the sentence would take a good part of its time. */
export function reasonCode({ side, row }: DraftOrder): ReasonCode {
  if (side === 'buy') return 'underweight';
  if (!row.inTargets) return 'not_in_targets';
  return row.drift.drift > 0 ? 'overweight' : 'funding';
}

/**
 * The sentence, e.g. "SAP SE is 7.12 % of the portfolio against a target of 5.00 %: sell 118.2 worth 21 276.00 EUR at
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

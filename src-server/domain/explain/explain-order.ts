/**
 * Explains in one English sentence with its numbers why an order is in a plan (decision G5). `explain-venue.ts`
 * explains its exchange.
 */

import { formatMoney, formatPercent, formatQuantity } from '../numbers/format-number.ts';
import type { PlanInput, PlannedOrder } from '../plan/plan.ts';
import { instrumentOf } from '../valuation/valuation.ts';

/**
 * E.g. "SAP SE is 7.12 % of the portfolio; its target is 5.00 %. Selling 118.2 shares (21 276.00 EUR) at XETR restores the
 * target; estimated cost 14.20 EUR."
 */
export function explainOrder(order: PlannedOrder, { currency, view }: Pick<PlanInput, 'currency' | 'view'>): string {
  const { side, mic, quantityMicro, estimatedValueMinor, costs } = order;
  const [target, after] = [formatPercent(order.weightTarget), formatPercent(order.weightAfter)];
  const standing = `${instrumentOf(view, order.isin).name} is ${formatPercent(order.weightBefore)} of the portfolio`;
  const shares = `${formatQuantity(quantityMicro)} ${quantityMicro === ONE_SHARE ? 'share' : 'shares'}`;
  const trade = `${side === 'sell' ? 'Selling' : 'Buying'} ${shares} (${formatMoney(estimatedValueMinor, currency)}) at ${mic}`;
  const cost = `estimated cost ${formatMoney(costs.totalMinor, currency)}`;
  switch (order.reasonCode) {
    case 'not_in_targets': {
      const effect = order.weightAfter === 0 ? 'closes the position' : `reduces it to ${after}`;
      return `${standing} and has no target. ${trade} ${effect}; ${cost}.`;
    }
    case 'funding':
      return `${standing}, not above its target of ${target}. ${trade} raises cash for costs and other orders; ${cost}.`;
    case 'overweight':
    case 'underweight': {
      const effect = after === target ? 'restores the target' : `brings it to ${after}`;
      return `${standing}; its target is ${target}. ${trade} ${effect}; ${cost}.`;
    }
  }
}

/** In millionths. */
const ONE_SHARE = 1_000_000;

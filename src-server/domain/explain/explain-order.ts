/**
 * Explains in one English sentence with its numbers why a plan contains an order (decision G5). `explain-venue.ts`
 * explains its exchange.
 */

import { formatMoney, formatPercent, formatQuantity } from '../numbers/format-number.ts';
import type { Plan, PlanInput, PlannedOrder } from '../plan/plan.ts';
import { isSoldBelowTarget } from '../plan/plan-rebalance.ts';
import { instrumentOf } from '../valuation/valuation.ts';

type PlanOfOrder = Pick<Plan, 'orders' | 'navMinor'>;

/**
 * E.g. "SAP SE is 7.12 % of the portfolio; its target is 5.00 %. Selling 118.2 shares (21 276.00 EUR) at XETR restores
 * the target; estimated cost 14.20 EUR."
 */
export function explainOrder(
  order: PlannedOrder,
  plan: PlanOfOrder,
  { currency, view, estimateGains }: Pick<PlanInput, 'currency' | 'view' | 'estimateGains'>,
): string {
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
    case 'tax_loss': {
      const sells = plan.orders.filter((each) => each.side === 'sell');
      const lossMinor = -(estimateGains?.(sells).gainMinorOf.get(order.sequence) ?? 0);
      const loss = `to realise a loss of ${formatMoney(lossMinor, currency)}, which makes room in the gains tax budget`;
      const enough = restoringShares(order, plan);
      const less = `${enough} ${enough === 1 ? 'share' : 'shares'} would restore the target`;
      return `${standing}; its target is ${target}. ${trade} brings it below its target, to ${after}, ${loss}; about ${less}; ${cost}.`;
    }
    case 'overweight':
    case 'underweight': {
      const below = `brings it below its target, to ${after}, and raises cash for other orders`;
      const near = after === target ? 'restores the target' : `brings it to ${after}`;
      const effect = isSoldBelowTarget(order, plan.navMinor) ? below : near;
      return `${standing}; its target is ${target}. ${trade} ${effect}; ${cost}.`;
    }
  }
}

/** Returns how many shares, sold at all exchanges, would reduce a position to its target. */
function restoringShares(
  { isin, weightBefore, weightTarget }: PlannedOrder,
  { orders, navMinor }: PlanOfOrder,
): number {
  const sells = orders.filter((order) => order.side === 'sell' && order.isin === isin);
  const valueMinor = sells.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
  const quantityMicro = sells.reduce((sum, order) => sum + order.quantityMicro, 0);
  return Math.round(((weightBefore - weightTarget) * navMinor * quantityMicro) / valueMinor / ONE_SHARE);
}

/** In millionths. */
const ONE_SHARE = 1_000_000;

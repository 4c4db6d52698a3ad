/**
 * Defines the smallest order worth sending (decision G47): at least one unit of the base currency, at a cost of no more
 * than a tenth of its value.
 */

import { type CostCurve, curveCostMinor } from './cost-curve.ts';

/** The smallest order: one unit of the base currency. */
export const MIN_ORDER_MINOR = 100;

/** The largest estimated cost of an order as a fraction of its value. */
export const MAX_COST_SHARE = 0.1;

/**
 * Whether an order of this value and estimated cost is worth sending; base currency, minor units. A portfolio's own
 * smallest order may be larger (decision O5).
 */
export function isWorthSending(valueMinor: number, costMinor: number, minOrderMinor = MIN_ORDER_MINOR): boolean {
  return valueMinor >= minOrderMinor && costMinor <= valueMinor * MAX_COST_SHARE;
}

/** Whether the trade is worth sending by the float model of costs. */
export function isWorthTrading(curve: CostCurve, valueMinor: number, minOrderMinor = MIN_ORDER_MINOR): boolean {
  return isWorthSending(valueMinor, curveCostMinor(curve, valueMinor), minOrderMinor);
}

/** Returns the least value that is worth an order by that model; infinite if no value is. */
export function minWorthMinor(curve: CostCurve, minOrderMinor = MIN_ORDER_MINOR): number {
  let valueMinor = minOrderMinor;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (isWorthTrading(curve, valueMinor, minOrderMinor)) return valueMinor;
    // A little more than the present cost, because rates are charged on the addition, too.
    valueMinor = MIN_GROWTH * Math.max(valueMinor, curveCostMinor(curve, valueMinor) / MAX_COST_SHARE);
  }
  return Number.POSITIVE_INFINITY;
}

const MAX_ROUNDS = 60;
const MIN_GROWTH = 1.001;

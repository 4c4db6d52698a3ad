/**
 * Defines the smallest order worth sending (decision G47): at least one unit of the base currency, at a cost of no more
 * than a tenth of its value.
 */

import { type CostCurve, curveCostMinor } from './cost-curve.ts';

/** The smallest order: one unit of the base currency. */
export const MIN_ORDER_MINOR = 100;

/** The largest estimated cost of an order as a fraction of its value. */
export const MAX_COST_SHARE = 0.1;

/** Whether an order of this value and estimated cost is worth sending; base currency, minor units. */
export function isWorthSending(valueMinor: number, costMinor: number): boolean {
  return valueMinor >= MIN_ORDER_MINOR && costMinor <= valueMinor * MAX_COST_SHARE;
}

/** The same by the float model of costs. */
export function isWorthTrading(curve: CostCurve, valueMinor: number): boolean {
  return isWorthSending(valueMinor, curveCostMinor(curve, valueMinor));
}

/**
 * Owns the smallest order that is worth sending (decision G47): of at least one unit of the base currency, and costing no
 * more than a tenth of its value. Refuses to know where an order comes from.
 */

import { type CostCurve, curveCostMinor } from './cost-curve.ts';

/** Orders worth less than one unit of the base currency are dust and dropped. */
export const MIN_ORDER_MINOR = 100;

/** An order whose estimated cost is more than this part of its value is left out. */
export const MAX_COST_SHARE = 0.1;

/** Whether an order of this value and estimated cost is worth sending; base currency, minor units. */
export function isWorthSending(valueMinor: number, costMinor: number): boolean {
  return valueMinor >= MIN_ORDER_MINOR && costMinor <= valueMinor * MAX_COST_SHARE;
}

/** The same by the quick model of costs. */
export function isWorthTrading(curve: CostCurve, valueMinor: number): boolean {
  return isWorthSending(valueMinor, curveCostMinor(curve, valueMinor));
}

/**
 * The parts of a trading cost (decision G5) and their effect on cash. Amounts are minor units of the base currency and
 * never negative. Commission, FX and tax are paid in addition to the price; spread and impact are part of it.
 */

import type { Side } from '../market-view.ts';

export const COST_KINDS = ['commission', 'spread', 'impact', 'fx', 'transactionTax'] as const;

/** Cost categories of the Directive on markets in financial instruments. */
export const COST_CATEGORIES = ['service', 'execution', 'tax'] as const;

export interface CostParts {
  readonly commissionMinor: number;
  readonly spreadMinor: number;
  readonly impactMinor: number;
  readonly fxMinor: number;
  readonly transactionTaxMinor: number;
  readonly totalMinor: number;
}

export const NO_COSTS: CostParts = costParts(0, 0, 0, 0, 0);

/** Returns the five parts with their total. */
export function costParts(
  commissionMinor: number,
  spreadMinor: number,
  impactMinor: number,
  fxMinor: number,
  transactionTaxMinor: number,
): CostParts {
  const totalMinor = commissionMinor + spreadMinor + impactMinor + fxMinor + transactionTaxMinor;
  return { commissionMinor, spreadMinor, impactMinor, fxMinor, transactionTaxMinor, totalMinor };
}

/** Adds costs part by part. */
export function addCosts(a: CostParts, b: CostParts): CostParts {
  return costParts(
    a.commissionMinor + b.commissionMinor,
    a.spreadMinor + b.spreadMinor,
    a.impactMinor + b.impactMinor,
    a.fxMinor + b.fxMinor,
    a.transactionTaxMinor + b.transactionTaxMinor,
  );
}

/** Subtracts costs part by part from a sum that contains them. */
export function subtractCosts(sum: CostParts, part: CostParts): CostParts {
  return costParts(
    sum.commissionMinor - part.commissionMinor,
    sum.spreadMinor - part.spreadMinor,
    sum.impactMinor - part.impactMinor,
    sum.fxMinor - part.fxMinor,
    sum.transactionTaxMinor - part.transactionTaxMinor,
  );
}

/** Returns charges in addition to the price: commission, FX conversion, transaction tax. */
export function explicitCostsMinor(costs: CostParts): number {
  return costs.commissionMinor + costs.fxMinor + costs.transactionTaxMinor;
}

/** Returns the change of cash by a fill. Its value is at the execution price and already includes spread and impact. */
export function cashDeltaMinor(side: Side, valueMinor: number, costs: CostParts): number {
  return (side === 'buy' ? -valueMinor : valueMinor) - explicitCostsMinor(costs);
}

/** Returns the change of cash by an order. Its value is at mid, so every part is paid in addition. */
export function cashDeltaAtMidMinor(side: Side, valueAtMidMinor: number, costs: CostParts): number {
  return (side === 'buy' ? -valueAtMidMinor : valueAtMidMinor) - costs.totalMinor;
}

/** Returns costs in basis points of the portfolio's value, six decimals. */
export function costsBps(totalMinor: number, navMinor: number): number {
  return Math.round((totalMinor / navMinor) * 1e10) / 1e6;
}

/** Whether both the amount and the rounded figure that clients see are within the budget. */
export function isWithinBudget(totalMinor: number, navMinor: number, budgetBps: number): boolean {
  return totalMinor * 10_000 <= budgetBps * navMinor && costsBps(totalMinor, navMinor) <= budgetBps;
}

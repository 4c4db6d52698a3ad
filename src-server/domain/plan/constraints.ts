/**
 * The constraints of a portfolio, which every plan of it keeps (decision O5), and what they changed about a plan. Data
 * only. Money is minor units of the base currency.
 */

import type { CostParts } from '../costs/cost-parts.ts';
import type { Side } from '../market-view.ts';

/** In the order in which they are reported. */
export const CONSTRAINT_NAMES = [
  'do_not_sell',
  'do_not_buy',
  'cash_flow_only',
  'min_order_value',
  'min_order_bps',
  'whole_shares',
  'max_turnover',
  'gains_tax_budget',
] as const;
export type ConstraintName = (typeof CONSTRAINT_NAMES)[number];

/** `null`, `false` and empty lists constrain nothing. */
export interface PlanConstraints {
  /** The smallest value of an order at mid. */
  readonly minOrderMinor: number | null;
  /** The same in basis points of the portfolio's value. */
  readonly minOrderBps: number | null;
  /** Quantities of orders are whole shares, also where a position is left. */
  readonly wholeShares: boolean;
  readonly doNotSell: readonly string[];
  readonly doNotBuy: readonly string[];
  /** Nothing is sold; what the targets leave as cash is not spent. */
  readonly cashFlowOnly: boolean;
  /** One-sided: neither sells nor buys exceed this share of the portfolio's value, at mid. 0 to 1. */
  readonly maxTurnover: number | null;
  /** The estimated tax on the gains that the sells realise. */
  readonly gainsTaxBudgetMinor: number | null;
}

/** A sell whose gain is estimated. */
export interface PlannedSale {
  readonly sequence: number;
  readonly side: Side;
  readonly isin: string;
  readonly quantityMicro: number;
  readonly estimatedValueMinor: number;
  readonly costs: CostParts;
}

export interface SaleGains {
  readonly taxMinor: number;
  /** Gains by the sequence of the sell; nothing where its lots are not known. */
  readonly gainMinorOf: ReadonlyMap<number, number>;
}

/** What these sells would realise together; nothing of it is stored. */
export type EstimateSaleGains = (sales: readonly PlannedSale[]) => SaleGains;

/** A trade that a constraint made smaller. */
export interface ConstraintCut {
  readonly constraint: ConstraintName;
  readonly isin: string;
  readonly side: Side;
  /** The value before, and after: 0 where there is no order. */
  readonly wantedMinor: number;
  readonly allowedMinor: number;
}

/** A constraint that changed the plan, with the trades that it made smaller, in the order of their ISIN. */
export interface BoundConstraint {
  readonly constraint: ConstraintName;
  readonly cuts: readonly ConstraintCut[];
}

export interface ConstraintEffect {
  /** Empty where the plan is what it would be without constraints. */
  readonly bound: readonly BoundConstraint[];
  /** Portfolio drift after the plan without them, and how much more this plan leaves. */
  readonly driftWithout: number;
  readonly driftCost: number;
}

export function isConstrained(constraints: PlanConstraints): boolean {
  const { minOrderMinor, minOrderBps, wholeShares, doNotSell, doNotBuy } = constraints;
  const { cashFlowOnly, maxTurnover, gainsTaxBudgetMinor } = constraints;
  const limits = [minOrderMinor, minOrderBps, maxTurnover, gainsTaxBudgetMinor];
  return wholeShares || cashFlowOnly || doNotSell.length + doNotBuy.length > 0 || limits.some((each) => each !== null);
}

/** Groups cuts by constraint; of several at one instrument and side the first and the last value count. */
export function boundConstraints(cuts: readonly ConstraintCut[]): BoundConstraint[] {
  return CONSTRAINT_NAMES.flatMap((constraint) => {
    const merged = new Map<string, ConstraintCut>();
    for (const cut of cuts) {
      if (cut.constraint !== constraint) continue;
      const key = `${cut.isin} ${cut.side}`;
      const { wantedMinor } = merged.get(key) ?? cut;
      merged.set(key, { ...cut, wantedMinor });
    }
    const own = [...merged.values()].sort((a, b) => (a.isin < b.isin ? -1 : 1));
    return own.length === 0 ? [] : [{ constraint, cuts: own }];
  });
}

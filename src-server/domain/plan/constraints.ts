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

/** The trades of an instrument that are smaller than without constraints, and a constraint that is a cause. */
export interface ConstraintCut {
  readonly constraint: ConstraintName;
  readonly isin: string;
  readonly side: Side;
  /**
   * The value in the plan without this constraint, or without all of them where this one alone does not matter, and in
   * this plan: 0 where there is no order.
   */
  readonly wantedMinor: number;
  readonly allowedMinor: number;
  /** Whether it limits this trade itself, and not only what pays for it or what it pays for. */
  readonly isDirect: boolean;
}

/** A constraint that changed the plan, with the trades that are smaller because of it, in the order of their ISIN. */
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

/** What each constraint is without effect. */
const LIFTED: Readonly<Record<ConstraintName, Partial<PlanConstraints>>> = {
  do_not_sell: { doNotSell: [] },
  do_not_buy: { doNotBuy: [] },
  cash_flow_only: { cashFlowOnly: false },
  min_order_value: { minOrderMinor: null },
  min_order_bps: { minOrderBps: null },
  whole_shares: { wholeShares: false },
  max_turnover: { maxTurnover: null },
  gains_tax_budget: { gainsTaxBudgetMinor: null },
};

/** The same constraints but for these. */
export function withoutConstraints(constraints: PlanConstraints, names: readonly ConstraintName[]): PlanConstraints {
  let left = constraints;
  for (const name of names) left = { ...left, ...LIFTED[name] };
  return left;
}

export function onlyConstraint(constraints: PlanConstraints, name: ConstraintName): PlanConstraints {
  return withoutConstraints(
    constraints,
    CONSTRAINT_NAMES.filter((other) => other !== name),
  );
}

/** The same constraints, or none, under a budget of gains tax besides; of two budgets the stricter one holds. */
export function underGainsTaxBudget(constraints: PlanConstraints | null, budgetMinor: number): PlanConstraints {
  const all = constraints ?? UNCONSTRAINED;
  return { ...all, gainsTaxBudgetMinor: Math.min(budgetMinor, all.gainsTaxBudgetMinor ?? budgetMinor) };
}

const UNCONSTRAINED: PlanConstraints = {
  minOrderMinor: null,
  minOrderBps: null,
  wholeShares: false,
  doNotSell: [],
  doNotBuy: [],
  cashFlowOnly: false,
  maxTurnover: null,
  gainsTaxBudgetMinor: null,
};

/** Those that are set, in the order in which they are reported. */
export function constraintsSet(constraints: PlanConstraints): ConstraintName[] {
  return CONSTRAINT_NAMES.filter((name) => isConstrained(onlyConstraint(constraints, name)));
}

/** Those that forbid every trade of the instrument on this side. */
export function forbidding(side: Side, isin: string, constraints: PlanConstraints): ConstraintName[] {
  const { doNotSell, doNotBuy, cashFlowOnly } = constraints;
  if (side === 'buy') return doNotBuy.includes(isin) ? ['do_not_buy'] : [];
  const names: ConstraintName[] = doNotSell.includes(isin) ? ['do_not_sell'] : [];
  return cashFlowOnly ? [...names, 'cash_flow_only'] : names;
}

/** The smallest order that the constraints allow; 0 where they do not say. */
export function smallestOrderMinor({ minOrderMinor, minOrderBps }: PlanConstraints, navMinor: number): number {
  return Math.max(minOrderMinor ?? 0, Math.ceil(((minOrderBps ?? 0) * navMinor) / 10_000));
}

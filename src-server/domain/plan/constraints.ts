/**
 * The constraints of a portfolio, which all its plans respect (decision O5), and their effect on a plan. Data only.
 * Money is minor units of the base currency.
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
  /** Quantities of orders are whole shares, even if a position is sold out. */
  readonly wholeShares: boolean;
  readonly doNotSell: readonly string[];
  readonly doNotBuy: readonly string[];
  /** Nothing is sold; the cash target is not spent. */
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
  /** Of all sells together, base currency; a loss is negative. */
  readonly netGainMinor: number;
  /** Share of a positive net gain that is due as tax, 0 to 1. */
  readonly taxRate: number;
  readonly taxMinor: number;
  /** Gains by the sequence of the sell; absent if its lots are not known. */
  readonly gainMinorOf: ReadonlyMap<number, number>;
}

/** Returns the gains that these sells would realise together; stores nothing. */
export type EstimateSaleGains = (sales: readonly PlannedSale[]) => SaleGains;

/** The trades of an instrument that a constraint reduced, compared with the plan without constraints. */
export interface ConstraintCut {
  readonly constraint: ConstraintName;
  readonly isin: string;
  readonly side: Side;
  /**
   * The value in the plan without this constraint, or without all constraints if removing this one alone makes no
   * difference; and the value in this plan, 0 without an order.
   */
  readonly wantedMinor: number;
  readonly allowedMinor: number;
  /** The value in the plan without any constraint. */
  readonly freeMinor: number;
  /** Whether it limits this trade itself, and not only the trades that pay for it or that it pays for. */
  readonly isDirect: boolean;
}

/** A constraint that changed the plan, with the trades that it reduced, in the order of their ISIN. */
export interface BoundConstraint {
  readonly constraint: ConstraintName;
  readonly cuts: readonly ConstraintCut[];
}

export interface ConstraintEffect {
  /** Empty if the plan is the same as without constraints. */
  readonly bound: readonly BoundConstraint[];
  /** Portfolio drift after the plan without constraints, and how much more drift this plan leaves. */
  readonly driftWithout: number;
  readonly driftCost: number;
}

export function isConstrained(constraints: PlanConstraints): boolean {
  const { minOrderMinor, minOrderBps, wholeShares, doNotSell, doNotBuy } = constraints;
  const { cashFlowOnly, maxTurnover, gainsTaxBudgetMinor } = constraints;
  const limits = [minOrderMinor, minOrderBps, maxTurnover, gainsTaxBudgetMinor];
  return wholeShares || cashFlowOnly || doNotSell.length + doNotBuy.length > 0 || limits.some((each) => each !== null);
}

/** The values of each constraint that have no effect. */
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

/** Returns the same constraints except these. */
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

/** Returns the constraints, or none, with a gains tax budget as well; the stricter of two budgets applies. */
export function underGainsTaxBudget(constraints: PlanConstraints | null, budgetMinor: number): PlanConstraints {
  const all = constraints ?? UNCONSTRAINED;
  return { ...all, gainsTaxBudgetMinor: Math.min(budgetMinor, all.gainsTaxBudgetMinor ?? budgetMinor) };
}

export const UNCONSTRAINED: PlanConstraints = {
  minOrderMinor: null,
  minOrderBps: null,
  wholeShares: false,
  doNotSell: [],
  doNotBuy: [],
  cashFlowOnly: false,
  maxTurnover: null,
  gainsTaxBudgetMinor: null,
};

/** Returns the constraints that are set, in the order in which they are reported. */
export function constraintsSet(constraints: PlanConstraints): ConstraintName[] {
  return CONSTRAINT_NAMES.filter((name) => isConstrained(onlyConstraint(constraints, name)));
}

/** Returns the constraints that forbid every trade of the instrument on this side. */
export function forbidding(side: Side, isin: string, constraints: PlanConstraints): ConstraintName[] {
  const { doNotSell, doNotBuy, cashFlowOnly } = constraints;
  if (side === 'buy') return doNotBuy.includes(isin) ? ['do_not_buy'] : [];
  const names: ConstraintName[] = doNotSell.includes(isin) ? ['do_not_sell'] : [];
  return cashFlowOnly ? [...names, 'cash_flow_only'] : names;
}

/** Returns the smallest order that the constraints allow; 0 if they set none. */
export function smallestOrderMinor({ minOrderMinor, minOrderBps }: PlanConstraints, navMinor: number): number {
  return Math.max(minOrderMinor ?? 0, Math.ceil(((minOrderBps ?? 0) * navMinor) / 10_000));
}

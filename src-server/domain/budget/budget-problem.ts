/**
 * The input and the output of the optimisation under a cost budget (decision G10). Data only. Money is a float in
 * minor units of the base currency; rates are fractions of a value. docs/cost-budget.md states the mathematics.
 */

import type { CostCurve } from '../costs/cost-curve.ts';

/**
 * One order that a trade may need. A sell has one leg per holding: the legs are used up in this order and their sizes
 * sum to the full trade. A buy has one leg per exchange that is the cheapest at some size: a leg serves values above
 * the size of the leg before it and up to its own size, and the size of the last leg is the full trade.
 */
export interface BudgetLeg {
  readonly curve: Omit<CostCurve, 'shareMinor'>;
  readonly sizeMinor: number;
  /** Index into `nettedFxRates`. Without it the leg is in the base currency, or its curve holds the conversion. */
  readonly fxIndex?: number;
}

/** The trade of one instrument in the full plan. */
export interface BudgetTrade {
  readonly side: 'buy' | 'sell';
  readonly legs: readonly BudgetLeg[];
}

/**
 * The trades of the full plan and the limits on them. The optimisation chooses how much of each trade to carry out so
 * that the least drift remains.
 *
 * Drift is measured against the end of the full plan: `targetCashMinor` and every trade in full. With B bought, S sold
 * and K paid, the missing value there is ½·Σ|w − t| of the value after costs, except for the costs that the budget
 * saves. So the objective is to maximise `min(B, cash + S − K − targetCash)`. Drift in weights of the value after costs
 * would fall by up to K if money is wasted, because everything else then weighs more. By the measure used here wasting
 * money never helps, nothing exceeds the full plan, and the objective is concave.
 */
export interface BudgetProblem {
  readonly trades: readonly BudgetTrade[];
  readonly cashMinor: number;
  /** Cash that the targets require, never negative. */
  readonly targetCashMinor: number;
  readonly navMinor: number;
  readonly budgetMinor: number;
  readonly minOrderMinor: number;
  /** The largest cost of an order as a fraction of its value, conversion counted before netting; 1 by default. */
  readonly maxCostShare?: number;
  /** Per foreign currency the rate charged on |bought − sold|, in addition to the curves. */
  readonly nettedFxRates?: readonly number[];
}

/**
 * `dual`: branch and bound with Lagrangian bounds. `linear` and `mixed_integer`: the linear solver gave the bound or
 * chose the orders.
 */
export type BudgetMethod = 'dual' | 'linear' | 'mixed_integer';

export interface BudgetSolution {
  /** The value traded per trade of the problem, from 0 to its full size. */
  readonly valuesMinor: readonly number[];
  readonly costMinor: number;
  /** The drift that the plan removes, and an upper bound for any plan within the budget. */
  readonly removedMinor: number;
  readonly boundMinor: number;
  /** (bound − removed) ÷ bound: the relative optimality gap. */
  readonly gap: number;
  readonly method: BudgetMethod;
  /** True if more budget could remove more drift. */
  readonly binds: boolean;
  /**
   * Drift (fraction of the value) removed per extra basis point of budget: the budget's multiplier in the relaxation,
   * where a part of an order pays a part of its minimum commission. 0 if the budget does not bind.
   */
  readonly shadowPricePerBps: number;
}

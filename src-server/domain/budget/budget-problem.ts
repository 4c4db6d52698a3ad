/**
 * Owns the shapes that go into and come out of finding the best plan within a cost budget (decision G10). Data only.
 * All money is base currency minor units as floats; rates are fractions of a value.
 */

import type { CostCurve } from '../costs/cost-curve.ts';

/**
 * One order a row's trade may need. A sell has one per holding, used up in this order: their sizes sum to the full trade.
 * A buy has one per exchange that is the cheapest at some size: each is used for values up to its size and above the
 * one before, and the last one's size is the full trade.
 */
export interface BudgetLeg {
  readonly curve: Omit<CostCurve, 'shareMinor'>;
  readonly sizeMinor: number;
  /** Which of `nettedFxRates` applies; without one the leg is in the base currency or its curve holds the charge. */
  readonly fxIndex?: number;
}

/** A row that the full plan trades. */
export interface BudgetTrade {
  readonly side: 'buy' | 'sell';
  readonly legs: readonly BudgetLeg[];
}

/**
 * The trades of the full plan and what limits them. What is sought is the part of them that leaves the least drift.
 *
 * Drift is measured against where the full plan leads: `aimCashMinor` and every row at its full trade. With B bought,
 * S sold and K paid, what is short there is ½·Σ|w − t| of the value after costs, but for the costs the budget saves, and
 * so `reach = min(B, cash + S − K − aimCash)` is what the search makes as large as it can. Drift in weights of the
 * value after costs would also fall by up to K when K is paid for nothing, as everything else then weighs more; by
 * this measure paying more for the same never helps, nothing is better than the full plan, and it is linear.
 */
export interface BudgetProblem {
  readonly trades: readonly BudgetTrade[];
  readonly cashMinor: number;
  /** Cash the targets want kept, never negative. */
  readonly aimCashMinor: number;
  readonly navMinor: number;
  readonly budgetMinor: number;
  /** Smallest order. */
  readonly dustMinor: number;
  /** No order may cost more than this part of its value, its conversion as if nothing netted; all of it without one. */
  readonly mostCostShare?: number;
  /** Charged per foreign currency on |bought − sold|, on top of the curves. */
  readonly nettedFxRates?: readonly number[];
}

/**
 * `dual`: own search with Lagrangian bounds. `linear` and `mixed_integer`: the bound or the choice of rows came from the
 * linear solver.
 */
export type BudgetMethod = 'dual' | 'linear' | 'mixed_integer';

export interface BudgetSolution {
  /** Per trade of the problem the value traded, 0 to its full size, never negative. */
  readonly valuesMinor: readonly number[];
  readonly costMinor: number;
  /** Drift that is removed, and the most that any plan within the budget could remove. */
  readonly removedMinor: number;
  readonly boundMinor: number;
  /** (bound − removed) ÷ bound: the part of the removable drift that may be left by not searching on. */
  readonly gap: number;
  readonly method: BudgetMethod;
  /** Whether more budget could remove more drift. */
  readonly binds: boolean;
  /**
   * Drift (fraction of the value) removed per extra basis point of budget: the multiplier of the relaxation in which a
   * part of an order costs a part of its minimum. 0 if the budget does not bind.
   */
  readonly shadowPricePerBps: number;
}

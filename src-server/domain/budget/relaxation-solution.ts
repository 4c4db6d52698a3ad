/** The input and the output of the Lagrangian relaxation (`lagrangian-relaxation.ts`). Data only. */

import type { SideValues } from './plan-values.ts';
import type { ReducedCosts } from './reduced-costs.ts';
import type { SegmentChoices } from './row-subproblem.ts';

/**
 * The multipliers of the limits on the number of orders per side, as prices in minor units per order. A positive one
 * belongs to an upper limit, a negative one to a lower limit. `constantMinor` is the sum of multiplier times limit.
 */
export interface OrderMultipliers {
  readonly buys: number;
  readonly sells: number;
  readonly constantMinor: number;
}

/** Prices of a similar problem, from which the search starts. */
export interface WarmStart {
  readonly roundTrip: number;
  readonly selling: number;
}

export interface RelaxationTerms {
  readonly choices: SegmentChoices;
  /** The accepted error of the bound. */
  readonly toleranceMinor: number;
  /** The search stops as soon as the bound is proved to be below this objective. */
  readonly cutoff?: number;
  readonly warmStart?: WarmStart | null;
  readonly multipliers?: OrderMultipliers;
}

/** The solution of the convex relaxation, which may send a part of an order for a part of its fixed cost. */
export interface RelaxationSolution {
  /** Upper bound: no plan with these choices has a larger objective. */
  readonly bound: number;
  readonly prices: { readonly buys: number; readonly sells: number };
  /** Per row 0 if it does not trade, else its segment counted from 1; a fraction for a mixture of two. */
  readonly segmentNumbers: SideValues;
  readonly reducedCosts: ReducedCosts;
  readonly warmStart: WarmStart;
}

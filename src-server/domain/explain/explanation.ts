/**
 * Owns the shapes that say why a plan is what it is: for the app to show, kept with the plan. Data only.
 * Money is minor units of the base currency, drifts are fractions of one.
 */

import type { Plan, PlanInput } from '../plan/plan.ts';
import type { Position } from '../valuation/valuation.ts';

/** An exchange that an order could have gone to. */
export interface VenueAlternative {
  readonly mic: string;
  /** All-in estimate for the same value as the order; `null` where the exchange was not available. */
  readonly totalCostMinor: number | null;
  readonly reason: string;
}

export interface OrderExplanation {
  readonly sequence: number;
  readonly venueText: string;
  /** Cheapest first, then what was not available; empty for a sell, which has no choice. */
  readonly alternatives: readonly VenueAlternative[];
}

export type SkipReason =
  | 'at_target'
  | 'too_small'
  | 'uneconomic'
  | 'not_connected'
  | 'budget'
  | 'cash'
  | 'no_improvement';

/** A row, held or targeted, that the plan does not trade. */
export interface SkippedRow {
  readonly isin: string;
  readonly reason: SkipReason;
  readonly text: string;
}

/** What the cost budget did to the plan. */
export interface BudgetExplanation {
  readonly budgetBps: number;
  /** Whether the plan would be another one without it. */
  readonly binds: boolean;
  /** Cost and portfolio drift of the plan without it. */
  readonly unboundBps: number;
  readonly unboundDrift: number;
  /** Drift that one more basis point would remove; `null` where it is not known. */
  readonly driftPerBps: number | null;
}

export interface PlanExplanation {
  readonly summary: string;
  /** `null` without a budget. */
  readonly budget: BudgetExplanation | null;
  readonly orders: readonly OrderExplanation[];
  readonly skipped: readonly SkippedRow[];
}

/** Why a listing cannot be traded now, in words; `null` where it can. */
export type Unavailability = (isin: string, mic: string) => string | null;

/** What an explanation is made from: a plan, what it was made from, and why listings are not available. */
export interface ExplanationContext {
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly unavailability: Unavailability;
}

/** The positions of a portfolio by ISIN. */
export type HeldByIsin = ReadonlyMap<string, readonly Position[]>;

/**
 * The explanation of a plan, which the app shows and which is stored with the plan. Data only. Money is minor units of
 * the base currency, drifts are fractions of one.
 */

import type { ConstraintCut } from '../plan/constraints.ts';
import type { Plan, PlanInput } from '../plan/plan.ts';
import type { SKIP_REASONS } from '../plan/plan-choices.ts';
import type { DriftBand } from '../valuation/drift.ts';
import type { Position } from '../valuation/valuation.ts';

/** Another exchange that lists the instrument. */
export interface VenueAlternative {
  readonly mic: string;
  /** All-in estimate for the same value as the order; `null` where the exchange was not available. */
  readonly totalCostMinor: number | null;
  readonly reason: string;
}

export interface OrderExplanation {
  readonly sequence: number;
  readonly venueText: string;
  /** Cheapest first, then those not available; empty for a sell, which has no choice. */
  readonly alternatives: readonly VenueAlternative[];
}

export type SkipReason = (typeof SKIP_REASONS)[number];

/** A row that is held or targeted and that the plan does not trade. */
export interface SkippedRow {
  readonly isin: string;
  readonly reason: SkipReason;
  readonly text: string;
}

/** The effect of the cost budget on the plan. */
export interface BudgetExplanation {
  readonly budgetBps: number;
  /** Whether the plan without the budget costs more than the budget. */
  readonly binds: boolean;
  /** Cost and portfolio drift of the plan without it. */
  readonly unboundBps: number;
  readonly unboundDrift: number;
  /** Portfolio drift that the plan under one more basis point would remove; `null` where the budget does not bind. */
  readonly driftPerBps: number | null;
}

/** A trade that is smaller because of a constraint; `sequence` of the order that is left, `null` where none is. */
interface ConstrainedOrder extends Omit<ConstraintCut, 'constraint' | 'isDirect'> {
  readonly sequence: number | null;
}

/** Which constraints of the portfolio bound, on which orders, and what that cost (decision O5). */
export interface ConstraintExplanation {
  readonly bound: readonly {
    readonly constraint: ConstraintCut['constraint'];
    readonly text: string;
    readonly orders: readonly ConstrainedOrder[];
  }[];
  readonly driftWithout: number;
  readonly driftCost: number;
}

/** What was beyond the band, and what every position was measured by. */
export interface BreachExplanation extends Readonly<DriftBand> {
  readonly isin: string | null;
  /** As it was compared: a share of the portfolio, or of the target where the band is relative. */
  readonly drift: number;
  readonly fxOverlay: boolean;
  /** Shares of the portfolio; local drifts with the overlay on. */
  readonly positions: readonly { readonly isin: string; readonly drift: number }[];
}

export interface PlanExplanation {
  readonly summary: string;
  /** Absent in plans that were stored before it was. */
  readonly breach?: BreachExplanation;
  /** `null` without a budget. */
  readonly budget: BudgetExplanation | null;
  /** Absent without constraints. */
  readonly constraints?: ConstraintExplanation;
  readonly orders: readonly OrderExplanation[];
  readonly skipped: readonly SkippedRow[];
}

/** Why a listing cannot be traded now, as a clause; `null` if it can. */
export type Unavailability = (isin: string, mic: string) => string | null;

/** The input of an explanation: a plan, its input, and why listings are not available. */
export interface ExplanationContext {
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly unavailability: Unavailability;
}

/** The positions of a portfolio by ISIN. */
export type HeldByIsin = ReadonlyMap<string, readonly Position[]>;

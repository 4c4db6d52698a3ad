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
  /** All-in estimate for the same value as the order; `null` if the exchange was not available. */
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

/** A row that is held or targeted but not traded by the plan. */
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
  /** Portfolio drift that one more basis point of budget would remove; `null` if the budget does not bind. */
  readonly driftPerBps: number | null;
}

/** A trade that a constraint reduced; `sequence` of the remaining order, `null` if there is none. */
interface ConstrainedOrder extends Omit<ConstraintCut, 'constraint' | 'isDirect'> {
  readonly sequence: number | null;
}

/** The constraints of the portfolio that bound, the orders that they affected, and their cost (decision O5). */
export interface ConstraintExplanation {
  readonly bound: readonly {
    readonly constraint: ConstraintCut['constraint'];
    readonly text: string;
    readonly orders: readonly ConstrainedOrder[];
  }[];
  readonly driftWithout: number;
  readonly driftCost: number;
  /** The gains tax budget that the plan keeps; absent: it has none, or an earlier version planned it. */
  readonly gainsTaxBudgetMinor?: number;
}

/** The breach of the band, and the drifts that it was measured by. */
export interface BreachExplanation extends Readonly<DriftBand> {
  readonly isin: string | null;
  /** As compared: a share of the portfolio, or of the target if the band is relative. */
  readonly drift: number;
  readonly fxOverlay: boolean;
  /** Shares of the portfolio; local drifts with the overlay on. */
  readonly positions: readonly { readonly isin: string; readonly drift: number }[];
}

export interface PlanExplanation {
  readonly summary: string;
  /** Absent in plans that were stored by earlier versions. */
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

/** The input of an explanation: a plan, its own input, and why listings are not available. */
export interface ExplanationContext {
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly unavailability: Unavailability;
}

/** The positions of a portfolio by ISIN. */
export type HeldByIsin = ReadonlyMap<string, readonly Position[]>;

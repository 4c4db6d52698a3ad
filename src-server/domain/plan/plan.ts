/**
 * The input and the output of planning a rebalance (decisions G4, G5). Data only. Money is minor units of the base
 * currency unless a name says local; quantities and prices are millionths.
 */

import type { LinearSolver } from '../budget/linear-solver.ts';
import type { CostParts } from '../costs/cost-parts.ts';
import type { MarketView, Side } from '../market-view.ts';
import type { BandCheck, DriftBand, DriftSnapshot } from '../valuation/drift.ts';
import type { CurrencyFxDrift, PositionFxDrift } from '../valuation/fx-drift.ts';
import type { Position } from '../valuation/valuation.ts';
import type { TargetWeight } from '../valuation/weights.ts';
import type { BoundConstraint, ConstraintEffect, EstimateSaleGains, PlanConstraints } from './constraints.ts';
import type { ReasonCode } from './plan-choices.ts';

export interface PlanSettings {
  readonly driftThreshold: number;
  readonly bandType: DriftBand['bandType'];
  readonly rebalanceTrigger: DriftBand['trigger'];
  readonly costBudgetBps: number | null;
  /** Number of decimals an order's quantity may have, 2 to 6. */
  readonly fractionalPrecision: number;
  readonly fxOverlay: boolean;
  /** If set, the band is narrower for small targets (`DriftBand.targetShare`, decision O6). */
  readonly bandTargetShare?: number;
  /** `band_edge`: back to the edge of the band and no further (decision O6); left out: to the targets. */
  readonly to?: 'band_edge';
}

/** Returns the band of a plan. */
export function bandOf(settings: PlanSettings): DriftBand {
  const { driftThreshold: threshold, bandType, rebalanceTrigger: trigger, bandTargetShare: targetShare } = settings;
  return { threshold, bandType, trigger, ...(targetShare === undefined ? {} : { targetShare }) };
}

export interface PlanInput {
  readonly currency: string;
  readonly cashMinor: number;
  readonly positions: readonly Position[];
  readonly targets: readonly TargetWeight[];
  readonly view: MarketView;
  readonly settings: PlanSettings;
  /** FX rates at the last completed rebalance, else at creation; used only with the overlay on. */
  readonly referencePerEurMicro: Readonly<Record<string, number>>;
  /** Used under a cost budget if branch and bound leaves a gap; without a solver the gap remains. */
  readonly solver?: LinearSolver | null;
  /** Respected by every order (decision O5); `null` or absent: none. */
  readonly constraints?: PlanConstraints | null;
  /**
   * False: the effect of the constraints is left out of a plan with orders. Finding it makes a plan for each constraint,
   * which takes most of the time.
   */
  readonly explainsConstraints?: boolean;
  /** Required for a budget of gains tax, which has no effect without it. */
  readonly estimateGains?: EstimateSaleGains;
}

export interface PlannedOrder {
  readonly sequence: number;
  readonly side: Side;
  readonly isin: string;
  readonly mic: string;
  /** The listing's currency. */
  readonly currency: string;
  readonly quantityMicro: number;
  /** Mid in the listing's currency. */
  readonly estimatedPriceMicro: number;
  /** Base currency, at mid. */
  readonly estimatedValueMinor: number;
  readonly weightBefore: number;
  readonly weightTarget: number;
  readonly weightAfter: number;
  /** The conversion rate charged on each fill; less than the full rate if currencies net. */
  readonly fxConversionBps: number;
  readonly costs: CostParts;
  /** `explainOrder` formats it as a sentence. */
  readonly reasonCode: ReasonCode;
}

interface PlanCosts extends CostParts {
  /** Of the portfolio's value before the rebalance. */
  readonly totalBps: number;
  readonly budgetBps: number | null;
}

type PlanWarningCode =
  | 'exchange_disconnected'
  | 'uneconomic_order'
  | 'no_improvement'
  | `constraint_${BoundConstraint['constraint']}`;

export interface PlanWarning {
  readonly code: PlanWarningCode;
  readonly message: string;
}

export interface Plan {
  /** The drift beyond the band; local drift with the overlay on. */
  readonly breach: BandCheck['largest'];
  readonly orders: readonly PlannedOrder[];
  readonly costs: PlanCosts;
  readonly navMinor: number;
  readonly driftBefore: DriftSnapshot;
  readonly driftAfter: DriftSnapshot;
  readonly cashBeforeMinor: number;
  readonly cashAfterMinor: number;
  /** `null` with the overlay off (decision G9). */
  readonly fx: readonly CurrencyFxDrift[] | null;
  readonly fxPositions: readonly PositionFxDrift[] | null;
  readonly warnings: readonly PlanWarning[];
  /** Absent without constraints. */
  readonly constraints?: ConstraintEffect;
}

export type PlanResult =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | {
      readonly kind: 'below_threshold';
      readonly largestDrift: number;
      readonly largestIsin: string | null;
      readonly threshold: number;
      readonly bandType: DriftBand['bandType'];
      readonly trigger: DriftBand['trigger'];
    }
  /** Beyond the band, but the constraints leave no order although there would be one without them (decision O5). */
  | {
      readonly kind: 'constrained';
      readonly breach: BandCheck['largest'];
      readonly bound: readonly BoundConstraint[];
      readonly driftWithout: number;
    }
  | { readonly kind: 'worthless' };

/**
 * The records that the engine stores, in exact units: money in minor units of the portfolio's base currency,
 * quantities, prices and rates in millionths, instants in ms. Names and decimals of the API are defined in the views.
 */

import type { ExactQuantity } from '../domain/corporate-actions/split-position.ts';
import type { CostParts } from '../domain/costs/cost-parts.ts';
import type { PlanExplanation } from '../domain/explain/explanation.ts';
import type { OrderStatus } from '../domain/lifecycle/order-life-cycle.ts';
import type { RebalanceStatus } from '../domain/lifecycle/rebalance-life-cycle.ts';
import type { LotMethod, StatedUnitCost } from '../domain/lots/lot.ts';
import type { Commission } from '../domain/market-view.ts';
import type { PlanConstraints } from '../domain/plan/constraints.ts';
import type { PlanSettings } from '../domain/plan/plan.ts';
import type { ReasonCode } from '../domain/plan/plan-choices.ts';
import type { DriftSnapshot } from '../domain/valuation/drift.ts';
import type { CurrencyFxDrift } from '../domain/valuation/fx-drift.ts';
import type { DayEnd } from '../market/data/market-data.ts';

/** FX rates, millionths of a unit per EUR. */
export type Rates = Readonly<Record<string, number>>;

interface PortfolioCore {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly cashMinor: number;
  /** Rates of the last completed rebalance, else of creation: FX drift is measured against them (G9). */
  readonly referenceRates: Rates;
  /** The constraints of its plans (decision O5); `null`: none. */
  readonly constraints: PlanConstraints | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly deletedMs: number | null;
}

/** A portfolio belongs to the form that created it (A3); no field of one form appears in the other. */
export interface PortfolioRecordA extends PortfolioCore {
  readonly form: 'A';
  readonly name: string;
  readonly taxJurisdiction: string;
  readonly accountType: string;
  readonly defaultTaxMethod: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface PortfolioRecordB extends PortfolioCore {
  readonly form: 'B';
  readonly externalId: string;
  readonly taxWrapper: string;
}

export type PortfolioRecord = PortfolioRecordA | PortfolioRecordB;

export interface PositionRecord extends ExactQuantity {
  readonly isin: string;
  readonly mic: string;
}

export interface TargetRecord {
  readonly isin: string;
  readonly weight: number;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** A lot that a planned sale would use. */
export interface PlannedLot extends StatedUnitCost {
  readonly lotId: string | null;
  readonly acquiredMs: number | null;
  readonly quantityMicro: number;
  readonly costMinor: number;
  readonly gainMinor: number;
}

/** The lots that the sells of a plan would use, and the gain they would realise. */
export interface GainsEstimate {
  /** Net of losses, base currency; includes earlier disposals that would be restated (GB). */
  readonly netGainMinor: number;
  /** At the headline rate on a positive net gain; 0 inside wrappers without gains tax. */
  readonly taxMinor: number;
  /** By the sequence of the order. */
  readonly lots: readonly { readonly sequence: number; readonly lots: readonly PlannedLot[] }[];
}

/** The plan as it was made; execution never changes it except by adding warnings to the rebalance. */
export interface StoredPlan {
  readonly settings: PlanSettings;
  readonly costs: CostParts;
  readonly totalBps: number;
  readonly navMinor: number;
  readonly driftBefore: DriftSnapshot;
  readonly driftAfter: DriftSnapshot;
  readonly cashBeforeMinor: number;
  readonly cashAfterMinor: number;
  readonly fx: readonly CurrencyFxDrift[] | null;
  /** Absent in plans from before lots existed. */
  readonly gains?: GainsEstimate;
  /** Explanation of the plan. Absent in plans that were stored before explanations existed. */
  readonly explanation?: PlanExplanation;
}

/** The terms of a Form A request (specification 4.1), whose client does not see a plan first. */
export interface FormATerms {
  /** As given, by ISIN. */
  readonly targetWeights: Readonly<Record<string, number>>;
  /** The request's own method, else the portfolio's default. */
  readonly taxMethod: LotMethod;
  /** For a dry run: the idempotency key whose request executes exactly this plan; left out if it is not held. */
  readonly heldFor?: string;
}

export interface RebalanceRecord {
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly accountId: string;
  readonly status: RebalanceStatus;
  readonly simulation: boolean;
  readonly plan: StoredPlan;
  readonly warnings: readonly Notice[];
  readonly failure: Notice | null;
  readonly createdMs: number;
  readonly executedMs: number | null;
  readonly completedMs: number | null;
  /** `null` for Form B. */
  readonly formA: FormATerms | null;
  /** When the rebalance, or one of its orders, last changed. Stored only for Form A, which displays it; else `null`. */
  readonly updatedMs: number | null;
}

/** A rebalance of Form A. */
export type FormARebalance = RebalanceRecord & { readonly formA: FormATerms };

export function isFormA(rebalance: RebalanceRecord): rebalance is FormARebalance {
  return rebalance.formA !== null;
}

/** The latest submission of an order, or of its rest, to its exchange, as needed for the records of its fills. */
export interface Submission {
  readonly sentMs: number;
  readonly quantityMicro: number;
  /** Of the whole order, as planned, if it became smaller: cash ran short, or less is held. */
  readonly plannedMicro?: number;
  /** `null`: at market. */
  readonly limitPriceMicro: number | null;
  readonly dayEnd: DayEnd;
}

export interface OrderRecord {
  readonly orderId: string;
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly sequence: number;
  readonly side: 'buy' | 'sell';
  readonly isin: string;
  readonly mic: string;
  readonly currency: string;
  readonly quantityMicro: number;
  readonly filledMicro: number;
  /** Sent to the exchange and not yet filled. */
  readonly workingMicro: number;
  /** Cash reserved for the working part, base currency; 0 for sells. */
  readonly reservedMinor: number;
  readonly status: OrderStatus;
  readonly estimatedPriceMicro: number;
  readonly estimatedValueMinor: number;
  readonly weightBefore: number;
  readonly weightTarget: number;
  readonly weightAfter: number;
  /** Charged on each fill's value for conversion, after the plan's netting. */
  readonly fxConversionBps: number;
  readonly estimatedCosts: CostParts;
  readonly reason: {
    readonly code: ReasonCode;
    readonly text: string;
  };
  /** Consideration filled so far: listing currency (commission and taxes count it) and base currency (FX counts it). */
  readonly considerationLocalMinor: number;
  readonly considerationBaseMinor: number;
  /** FX rates dealt when the order was last sent: its fills convert at them. `null` before it is sent. */
  readonly dealtRates: Rates | null;
  /** The commission when the order was last sent: the order's cost has a ceiling that no later change may exceed. */
  readonly dealtCommission: Commission | null;
  /** Number of submissions of the order, or of its rest, to its exchange. */
  readonly submissions: number;
  /** `null` before it is sent, and for orders sent before this field existed. */
  readonly lastSubmission: Submission | null;
  /** Why it ended unfilled, or is being cancelled; `null` otherwise. */
  readonly termination: Notice | null;
}

/** The state of an order that was planned and never sent. */
export const UNSENT = {
  filledMicro: 0,
  workingMicro: 0,
  reservedMinor: 0,
  status: 'new',
  considerationLocalMinor: 0,
  considerationBaseMinor: 0,
  dealtRates: null,
  dealtCommission: null,
  submissions: 0,
  lastSubmission: null,
  termination: null,
} as const satisfies Partial<OrderRecord>;

/** An order as its plan made it, without the ids of its context. */
export type PlannedOrderRecord = Omit<OrderRecord, keyof typeof UNSENT | 'rebalanceId' | 'portfolioId'>;

export interface FillRecord {
  readonly fillId: string;
  readonly orderId: string;
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly mifidRecordId: string;
  readonly mic: string;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
  readonly filledMs: number;
  readonly orderAtFill: OrderAtFill;
}

/** Fields of the order that may change after a fill and are part of the fill's compliance record (decision G42). */
export interface OrderAtFill {
  readonly quantityMicro: number;
  readonly submission: Submission;
  /** Units of the portfolio's currency for one of the listing's. */
  readonly fxRate: number;
}

/** Compliance records are retained this long after their fill (specification section 8). */
export const MIFID_RETENTION_YEARS = 5;

/** An accepted response that the same key gets again (decision F5). */
export interface IdempotentResponse {
  readonly accountId: string;
  readonly key: string;
  readonly rebalanceId: string;
  readonly acceptedMs: number;
  readonly status: number;
  readonly body: string;
}

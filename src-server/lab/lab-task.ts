/**
 * The input of a lab run (decision P1): portfolios in their initial state, policies, and the price paths that all of
 * them share. Plain data for threads, queues and files. Money is in minor units of a portfolio's base currency,
 * quantities and prices are millionths, instants are ms.
 */
import type { LAB_CHECKS } from '../contract/control/lab/lab-runs.ts';
import type { LotMovement } from '../domain/lots/trade.ts';
import type { DriftBand } from '../domain/valuation/drift.ts';
import type { CalendarCondition, PolicyTerms } from '../engine/policies/policy.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../engine/records.ts';
import type { CustomMarket } from '../market/data/custom-market.ts';
import type { VenueSettings } from '../market/data/market-data.ts';
import type { PriceSeries } from '../market/prices/series-registry.ts';

export type LabCheck = (typeof LAB_CHECKS)[number];

/** A position with its initial value in the base currency, which is the same on every path. */
interface LabPosition extends PositionRecord {
  readonly valueMinor: number;
}

export interface LabPortfolio {
  /** The name in the results. */
  readonly name: string;
  readonly record: PortfolioRecord;
  readonly positions: readonly LabPosition[];
  readonly targets: readonly TargetRecord[];
  /** The trades that created its lots, by ISIN. */
  readonly trades: readonly { readonly isin: string; readonly trades: readonly LotMovement[] }[];
}

export interface LabPolicy {
  readonly name: string;
  /** Without conditions it never trades. */
  readonly terms: PolicyTerms;
}

/** Paid in at the first check of each period; negative: paid out. */
export interface LabCashFlow {
  readonly amountMinor: number;
  readonly every: CalendarCondition['every'];
}

export interface LabTask {
  readonly portfolios: readonly LabPortfolio[];
  readonly policies: readonly LabPolicy[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly check: LabCheck;
  /** Loaded prices: the only path. `null`: each seed is a path. */
  readonly history: { readonly seed: number; readonly series: readonly PriceSeries[] } | null;
  readonly execution: 'at_mid_plus_costs' | 'full';
  /** Whether tax on realised gains is paid. */
  readonly taxes: boolean;
  /** `false`: the portfolios are without theirs. Stored runs of earlier builds do not have it: theirs apply. */
  readonly withConstraints?: boolean;
  /** Counts the days outside the band, whatever the bands of the policies are. */
  readonly band: DriftBand;
  readonly cashFlow: LabCashFlow | null;
  /** The custom market of the world; `null`: the shared market. */
  readonly customMarket: CustomMarket | null;
  /** The exchanges with settings that the world has changed, such as commissions. */
  readonly venues: readonly VenueSettings[];
}

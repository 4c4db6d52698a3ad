/**
 * What a lab run plays (decision P1): portfolios as they are at the beginning, policies, and the paths of prices that all
 * of them meet. Plain data for threads, queues and files. Money is minor units of a portfolio's base currency, quantities
 * and prices are millionths, instants are ms.
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

/** A position with its value in the base currency at the beginning, which it has on every path. */
interface LabPosition extends PositionRecord {
  readonly valueMinor: number;
}

export interface LabPortfolio {
  /** As results name it. */
  readonly name: string;
  readonly record: PortfolioRecord;
  readonly positions: readonly LabPosition[];
  readonly targets: readonly TargetRecord[];
  /** The trades that made its lots, by ISIN. */
  readonly trades: readonly { readonly isin: string; readonly trades: readonly LotMovement[] }[];
}

export interface LabPolicy {
  readonly name: string;
  /** Without any condition it never trades. */
  readonly terms: PolicyTerms;
}

/** Paid in at the first check of each period, or out where it is negative. */
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
  /** Days outside are counted by this band, whatever those of the policies are. */
  readonly band: DriftBand;
  readonly cashFlow: LabCashFlow | null;
  /** The market that the world has for itself; `null`: the one that all share. */
  readonly customMarket: CustomMarket | null;
  /** The exchanges whose settings the world has changed, like their commissions. */
  readonly venues: readonly VenueSettings[];
}

/** Totals of a whole world, counted by the store: for figures after a run, never for the rules of the service. */
import type { CostParts } from '../domain/costs/cost-parts.ts';

/** How many there are of each status; statuses that nothing has are left out. */
export type StatusCounts = Readonly<Record<string, number>>;

/** What the portfolios of one base currency traded, minor units of it. */
export interface CurrencyTrades {
  readonly currency: string;
  readonly fills: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
}

interface RunCounts {
  /** Dry runs left out. */
  readonly rebalances: StatusCounts;
  /** Those of dry runs left out. */
  readonly orders: StatusCounts;
  readonly deliveries: StatusCounts;
  readonly attempts: number;
  readonly trades: readonly CurrencyTrades[];
}

/** Attempts to deliver at one instant. */
export interface AttemptTally {
  readonly atMs: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface RunCountStore {
  counts(): RunCounts;
  /** By time. */
  attemptTallies(): AttemptTally[];
}

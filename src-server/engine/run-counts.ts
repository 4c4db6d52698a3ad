/** Totals of a whole world, counted by the store: for figures after a run, never for the rules of the service. */
import type { CostParts } from '../domain/costs/cost-parts.ts';

/** Number by status; statuses with none are left out. */
export type StatusCounts = Readonly<Record<string, number>>;

/** Trades of the portfolios of one base currency, in its minor units. */
export interface CurrencyTrades {
  readonly currency: string;
  readonly fills: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
}

interface RunCounts {
  /** Without dry runs. */
  readonly rebalances: StatusCounts;
  /** Without those of dry runs. */
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

/** What the event log and the rebalances tell of one portfolio's past: read in small helpings, never written here. */
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

/** An entry of the log that is about one portfolio. */
export interface BookedEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly type: string;
}

/** A rebalance that was executed; dry runs and plans that nobody executed are none. */
interface ExecutedRebalance {
  readonly rebalanceId: string;
  readonly status: RebalanceStatus;
  readonly executedMs: number;
  readonly completedMs: number | null;
}

export interface PortfolioLog {
  /**
   * Looks through the next stretch of the log for what was done to portfolios from outside, up to entry `lastSeq`; true
   * once all of it has been seen. To be called again, after a breath, until then: the entries below need it.
   */
  catchUp(lastSeq: number): boolean;
  /** Those that changed what it holds, or what it is measured by, in the order of the log. */
  entriesOf(portfolioId: string): BookedEntry[];
  /** Those and what else happened to it, in the order of the log. */
  allEntriesOf(portfolioId: string): BookedEntry[];
  read(entries: readonly BookedEntry[]): LoggedEvent[];
  /** The orders of those entries that are fills, by the numbers of the entries. */
  ordersOf(entries: readonly BookedEntry[]): ReadonlyMap<number, string>;
  /** In the order of their execution. */
  executed(portfolioId: string): ExecutedRebalance[];
}

/** What the event log and the rebalances tell of one portfolio's past: read in small helpings, never written here. */
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

/** An entry of the log that changed what a portfolio holds, or what it is measured by. */
export interface BookedEntry {
  readonly seq: number;
  readonly atMs: number;
}

/** A rebalance that was executed; dry runs and plans that nobody executed are none. */
export interface ExecutedRebalance {
  readonly rebalanceId: string;
  readonly status: RebalanceStatus;
  readonly executedMs: number;
  readonly completedMs: number | null;
}

export interface PortfolioLog {
  /**
   * Looks through the next stretch of the log for what was done to portfolios from outside, up to entry `lastSeq`; true
   * once all of it has been seen. To be called again, after a breath, until then: `entriesOf` needs it.
   */
  catchUp(lastSeq: number): boolean;
  /** In the order of the log. */
  entriesOf(portfolioId: string): BookedEntry[];
  read(entries: readonly BookedEntry[]): LoggedEvent[];
  /** In the order of their execution. */
  executed(portfolioId: string): ExecutedRebalance[];
}

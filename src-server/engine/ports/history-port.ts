/** The history of one portfolio from the event log and the rebalances: read in small steps, never written here. */
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

/** An entry of the log that is about one portfolio. */
export interface BookedEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly type: string;
}

/** A rebalance that was executed; excludes dry runs and plans that were not executed. */
interface ExecutedRebalance {
  readonly rebalanceId: string;
  readonly status: RebalanceStatus;
  readonly executedMs: number;
  readonly completedMs: number | null;
}

export interface PortfolioLog {
  /**
   * Reads the next segment of the log for external changes of portfolios, up to entry `lastSeq`; returns true once all
   * of it was read. Must be called again, after other work had its turn, until then: the methods below need it.
   */
  catchUp(lastSeq: number): boolean;
  /** Returns the entries that changed its holdings or measurement, in the order of the log. */
  entriesOf(portfolioId: string): BookedEntry[];
  /** Returns all entries about it, in the order of the log. */
  allEntriesOf(portfolioId: string): BookedEntry[];
  read(entries: readonly BookedEntry[]): LoggedEvent[];
  /** Returns the orders of those entries that are fills, by the numbers of the entries. */
  ordersOf(entries: readonly BookedEntry[]): ReadonlyMap<number, string>;
  /** In the order of execution. */
  executed(portfolioId: string): ExecutedRebalance[];
}

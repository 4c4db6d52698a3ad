/** What the engine asks of the store about settlement (decision O4). Writing happens in the kernel's transaction. */
import type { SplitRatio } from '../../domain/corporate-actions/split-position.ts';
import type { TradeSettlement } from '../settlement/settlement.ts';

/** Cash that is still to come (positive) or to go at an instant, base currency. */
export interface PendingCash {
  readonly dueMs: number;
  readonly cashMinor: number;
}

/** Shares that are still to come (positive) or to go. */
export interface PendingShares {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
}

/** What is still to come and to go at an instant, base currency; neither is negative. */
export interface PendingTotals {
  readonly dueMs: number;
  readonly trades: number;
  readonly receivedMinor: number;
  readonly paidMinor: number;
}

/** Trades of one order that settle together, as the latest of them with the sums of their shares and cash. */
export interface SettlementGroup extends TradeSettlement {
  readonly fills: number;
}

/** Trades that have to settle, and those that have. */
export interface SettlementStore {
  insert(trade: TradeSettlement): void;
  update(trade: TradeSettlement): void;
  find(fillId: string): TradeSettlement | null;
  /** Newest first: at most `limit` of those behind one; `null`: from the newest. `isSettled` undefined: all of them. */
  page(portfolioId: string, isSettled: boolean | undefined, beforeId: string | null, limit: number): TradeSettlement[];
  /** The same with the trades of each order that settle together as one, at the place of the latest. */
  pageByOrder(
    portfolioId: string,
    isSettled: boolean | undefined,
    beforeId: string | null,
    limit: number,
  ): SettlementGroup[];
  /** Of all trades of a portfolio that have not settled, by instant, the earliest first. */
  pendingTotals(portfolioId: string): PendingTotals[];
  /** Those that should have settled by an instant and have not, oldest first. */
  due(untilMs: number): TradeSettlement[];
  /** Whether one that has not settled is due at exactly this instant. */
  isAnyDueAt(dueMs: number): boolean;
  /** By instant, the earliest first; nets what comes and goes at the same one. */
  pendingCash(portfolioId: string): readonly PendingCash[];
  /**
   * An instrument is split: shares that are still to come or to go are multiplied by `newShares` and divided by `oldShares`,
   * the rest left out (decision O3).
   */
  split(isin: string, ratio: SplitRatio): void;
  /** The same under another ISIN: what has not settled follows. */
  rename(isin: string, newIsin: string): void;
  /** By position, in the order of their first trade; also positions that net to nothing. */
  pendingShares(portfolioId: string): PendingShares[];
}

/** Buys that wait, because they would settle before the money that pays for them. */
export interface HeldBuyStore {
  /** Holds it until an instant; true where it was not held before. */
  hold(buy: { readonly orderId: string; readonly rebalanceId: string; readonly untilMs: number }): boolean;
  release(orderId: string): void;
  /** Releases those that were held until an instant or one before it. */
  releaseUntil(untilMs: number): void;
  /** Rebalances with buys that are held until an instant or one before it, the longest held first. */
  due(untilMs: number): string[];
  isAnyHeldUntil(untilMs: number): boolean;
  /** The buys of a rebalance that are held, in the order in which that began. */
  ofRebalance(rebalanceId: string): { readonly orderId: string; readonly untilMs: number }[];
}

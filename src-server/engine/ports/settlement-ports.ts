/**
 * The engine's ports to the stores of settlement (decision O4). Writing methods may only be called in the kernel's
 * transaction.
 */
import type { SplitRatio } from '../../domain/corporate-actions/split-position.ts';
import type { TradeSettlement } from '../settlement/settlement.ts';

/** Future change of cash at an instant, base currency: positive for an inflow, negative for an outflow. */
export interface PendingCash {
  readonly dueMs: number;
  readonly cashMinor: number;
}

/** Future change of shares: positive for a purchase, negative for a sale. */
export interface PendingShares {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
}

/** Future inflows and outflows at an instant, base currency; neither is negative. */
export interface PendingTotals {
  readonly dueMs: number;
  readonly trades: number;
  readonly receivedMinor: number;
  readonly paidMinor: number;
}

/** Trades of one order that settle together: the latest of them, with the sums of their shares and cash. */
export interface SettlementGroup extends TradeSettlement {
  readonly fills: number;
}

/** Trades that have not settled yet, and those that have. */
export interface SettlementStore {
  insert(trade: TradeSettlement): void;
  update(trade: TradeSettlement): void;
  find(fillId: string): TradeSettlement | null;
  /** Newest first: at most `limit` of those after one; `null`: from the newest. `isSettled` undefined: all of them. */
  page(portfolioId: string, isSettled: boolean | undefined, beforeId: string | null, limit: number): TradeSettlement[];
  /** Does the same with the trades of each order that settle together combined, at the position of the latest. */
  pageByOrder(
    portfolioId: string,
    isSettled: boolean | undefined,
    beforeId: string | null,
    limit: number,
  ): SettlementGroup[];
  /** Totals of all unsettled trades of a portfolio by instant, earliest first. */
  pendingTotals(portfolioId: string): PendingTotals[];
  /** Returns unsettled trades that were due by an instant, oldest first. */
  due(untilMs: number): TradeSettlement[];
  /** Whether an unsettled trade is due at exactly this instant. */
  isAnyDueAt(dueMs: number): boolean;
  /** By instant, earliest first; nets inflows and outflows of the same instant. */
  pendingCash(portfolioId: string): readonly PendingCash[];
  /**
   * Applies a split: unsettled shares are multiplied by `newShares` and divided by `oldShares`, without the rest
   * (decision O3).
   */
  split(isin: string, ratio: SplitRatio): void;
  /** Applies a new ISIN to unsettled trades. */
  rename(isin: string, newIsin: string): void;
  /** By position, in the order of their first trade; includes positions that net to nothing. */
  pendingShares(portfolioId: string): PendingShares[];
}

/** Buys that wait, because they would settle before the money that pays for them. */
export interface HeldBuyStore {
  /** Holds a buy until an instant; returns true if it was not held before. */
  hold(buy: { readonly orderId: string; readonly rebalanceId: string; readonly untilMs: number }): boolean;
  release(orderId: string): void;
  /** Releases buys that are held until this instant or an earlier one. */
  releaseUntil(untilMs: number): void;
  /** Returns rebalances with buys that are held until this instant or an earlier one, the longest held first. */
  due(untilMs: number): string[];
  isAnyHeldUntil(untilMs: number): boolean;
  /** Returns the held buys of a rebalance, in the order in which holding began. */
  ofRebalance(rebalanceId: string): { readonly orderId: string; readonly untilMs: number }[];
}

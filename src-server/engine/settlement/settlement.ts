/** Stored data of trades between their execution and their settlement (decision O4). */
/** A fill and its settlement. */
export interface TradeSettlement {
  readonly fillId: string;
  readonly orderId: string;
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  /** The fraction of a millionth that a split left beyond whole millionths, such as `2/3`; `null` for none. */
  readonly rest: string | null;
  /** Its change of cash, base currency, after all charges; negative for a purchase. */
  readonly cashMinor: number;
  /** Local date of the exchange, `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly intendedMs: number;
  /** When it settles as far as known: the intended instant, or a later one after it has failed. */
  readonly dueMs: number;
  /** When it first failed; `null`: it did not. */
  readonly failedMs: number | null;
  readonly settledMs: number | null;
}

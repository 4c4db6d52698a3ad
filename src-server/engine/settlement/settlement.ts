/** Trades between their day and their settlement (decision O4): what is stored of them. */
/** A fill on its way to settlement. */
export interface TradeSettlement {
  readonly fillId: string;
  readonly orderId: string;
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  /** What a split has left beyond whole millionths: a fraction of one, such as `2/3`; `null` for nothing. */
  readonly rest: string | null;
  /** What it adds to the cash, base currency, after all charges; negative for a purchase. */
  readonly cashMinor: number;
  /** Local date of the exchange, `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly intendedMs: number;
  /** When it settles as far as is known: the intended instant, or a later one after it has failed. */
  readonly dueMs: number;
  /** When it first failed; `null`: it did not. */
  readonly failedMs: number | null;
  readonly settledMs: number | null;
}

/** One payment of an instrument to the holders at its ex-date (decision O2). */
import type { Currency } from '../data/market-data.ts';

export interface PaidDistribution {
  /** The same in every run: ISIN and ex-date, or the id of the corporate action. */
  readonly distributionId: string;
  readonly isin: string;
  /**
   * Opening of the primary exchange: from then on the price excludes the payment, and the holders at that instant are
   * paid.
   */
  readonly exMs: number;
  readonly payMs: number;
  /** Millionths of `currency` per share, above 0. */
  readonly amountMicro: number;
  readonly currency: Currency;
  /** The corporate action that caused the payment; `null`: it follows from the seed. */
  readonly corporateActionId: string | null;
}

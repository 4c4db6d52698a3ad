/** One payment of an instrument to whoever holds it at its ex-date (decision O2). */
import type { Currency } from '../data/market-data.ts';

export interface PaidDistribution {
  /** The same in every run: ISIN and ex-date, or the identifier of the corporate action. */
  readonly distributionId: string;
  readonly isin: string;
  /** Opening of the primary exchange: from here on the price is without it, and who holds the position now is paid. */
  readonly exMs: number;
  readonly payMs: number;
  /** Millionths of `currency` per share, above 0. */
  readonly amountMicro: number;
  readonly currency: Currency;
  /** The corporate action that it is; `null`: it follows from the seed. */
  readonly corporateActionId: string | null;
}

/** What a booked portfolio is worth at the prices of one instant, and each ISIN of it, in its base currency. Knows no clock. */
import { baseValueMinor } from '../../domain/numbers/rounded-product.ts';
import type { Rates } from '../../engine/records.ts';
import type { LedgerPortfolio } from './portfolio-ledger.ts';

/** Prices of one instant. */
export interface InstantPrices {
  midMicro(isin: string, mic: string): number;
  /** Currency in which an exchange quotes; undefined where there is no such exchange. */
  currencyOf(mic: string): string | undefined;
  readonly rates: Rates;
}

export interface LedgerHolding {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  /** Base currency of the portfolio. */
  readonly valueMinor: number;
}

export interface LedgerValue {
  readonly navMinor: number;
  /** Those that can be valued. */
  readonly holdings: readonly LedgerHolding[];
  /** By ISIN, whatever the exchange. */
  readonly heldMinor: ReadonlyMap<string, number>;
}

/** What has no price because nobody knows its exchange or its rate is worth nothing here. */
export function valuePortfolio(
  { currency, cashMinor, positions }: LedgerPortfolio,
  prices: InstantPrices,
): LedgerValue {
  const heldMinor = new Map<string, number>();
  const holdings: LedgerHolding[] = [];
  const perEurBase = prices.rates[currency];
  let navMinor = cashMinor;
  for (const [place, quantityMicro] of positions) {
    const [isin = '', mic = ''] = place.split(' ');
    const perEurLocal = prices.rates[prices.currencyOf(mic) ?? ''];
    if (perEurLocal === undefined || perEurBase === undefined) continue;
    const valueMinor = baseValueMinor(quantityMicro, prices.midMicro(isin, mic), perEurLocal, perEurBase);
    holdings.push({ isin, mic, quantityMicro, valueMinor });
    heldMinor.set(isin, (heldMinor.get(isin) ?? 0) + valueMinor);
    navMinor += valueMinor;
  }
  return { navMinor, holdings, heldMinor };
}

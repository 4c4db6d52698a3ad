/**
 * The value of a portfolio in a ledger and of each of its ISINs at given prices, in its base currency. Reads no clock.
 */
import { baseValueMinor } from '../../domain/numbers/rounded-product.ts';
import type { Rates } from '../../engine/records.ts';
import type { LedgerPortfolio } from './portfolio-ledger.ts';

/** The prices at one instant. */
export interface InstantPrices {
  midMicro(isin: string, mic: string): number;
  /** The currency in which an exchange quotes; undefined for an unknown exchange. */
  currencyOf(mic: string): string | undefined;
  readonly rates: Rates;
}

export interface LedgerHolding {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  /** In the base currency of the portfolio. */
  readonly valueMinor: number;
}

export interface LedgerValue {
  readonly navMinor: number;
  /** Holdings with a price. */
  readonly holdings: readonly LedgerHolding[];
  /** By ISIN, on all exchanges. */
  readonly heldMinor: ReadonlyMap<string, number>;
}

/** A holding whose exchange or rate is unknown counts as worth nothing. */
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

/**
 * The value of a portfolio in a ledger and of each of its ISINs at given prices, in its base currency. Reads no clock.
 */
import { quantityValueMinor } from '../../domain/corporate-actions/split-position.ts';
import { receivableMinor } from '../../engine/dividends/receivable.ts';
import type { Rates } from '../../engine/records.ts';
import type { World } from '../../engine/world.ts';
import type { LedgerPortfolio } from './portfolio-ledger.ts';

/** The prices at one instant. */
export interface InstantPrices {
  midMicro(isin: string, mic: string): number;
  /** The currency of an exchange's quotes; undefined for an unknown exchange. */
  currencyOf(mic: string): string | undefined;
  readonly rates: Rates;
  /** The share of an accrued dividend that will be withheld, parts per million: the log has it only once it is paid. */
  withholdingPpm(dividendId: string): number;
}

/** The source of historical prices and rates. */
export type PricedWorld = Pick<World, 'market' | 'prices' | 'dividendStore'>;

/** Computed on demand; `rates` are those of the instant. */
export function instantPrices(
  { market, prices, dividendStore }: PricedWorld,
  atMs: number,
  rates: Rates,
): InstantPrices {
  return {
    midMicro: (isin, mic) => prices.midMicro(isin, mic, atMs),
    currencyOf: (mic) => market.exchanges.get(mic)?.currency,
    rates,
    withholdingPpm: (dividendId) => dividendStore.find(dividendId)?.withholdingPpm ?? 0,
  };
}

export interface LedgerHolding {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  /** In the base currency of the portfolio. */
  readonly valueMinor: number;
}

export interface LedgerValue {
  /** Including receivables. */
  readonly navMinor: number;
  readonly receivableMinor: number;
  /** Holdings with a price. */
  readonly holdings: readonly LedgerHolding[];
  /** By ISIN, on all exchanges. */
  readonly heldMinor: ReadonlyMap<string, number>;
}

/** A holding whose exchange or rate is unknown counts as worth nothing. */
export function valueLedger(
  { currency, cashMinor, positions, rests, receivables }: LedgerPortfolio,
  prices: InstantPrices,
): LedgerValue {
  const heldMinor = new Map<string, number>();
  const holdings: LedgerHolding[] = [];
  const perEurBase = prices.rates[currency];
  const claims = Array.from(receivables, ([dividendId, claim]) => {
    return { ...claim, withholdingPpm: prices.withholdingPpm(dividendId) };
  });
  const receivable = receivableMinor(claims, currency, prices.rates);
  let navMinor = cashMinor + receivable;
  for (const [place, quantityMicro] of positions) {
    const [isin = '', mic = ''] = place.split(' ');
    const perEurLocal = prices.rates[prices.currencyOf(mic) ?? ''];
    if (perEurLocal === undefined || perEurBase === undefined) continue;
    const rest = rests.get(place);
    const quantity = rest === undefined ? { quantityMicro } : { quantityMicro, rest };
    const valueMinor = quantityValueMinor(quantity, prices.midMicro(isin, mic), perEurLocal, perEurBase);
    holdings.push({ isin, mic, quantityMicro, valueMinor });
    heldMinor.set(isin, (heldMinor.get(isin) ?? 0) + valueMinor);
    navMinor += valueMinor;
  }
  return { navMinor, receivableMinor: receivable, holdings, heldMinor };
}

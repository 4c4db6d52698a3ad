/**
 * Assigns each collected series to the listings of its instrument, in the currency of their exchanges. Converts at the
 * rates among the files; a listing in another currency is left out if there are none.
 */
import { type KnownMarket, usualExchange } from '../names/known-market.ts';
import type { ImportIssues } from '../source-file.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { type CollectedSeries, type DatedPrice, seriesSubject } from './collect-series.ts';
import type { DatedRates } from './dated-rates.ts';

export interface ListedSeries {
  readonly series: CollectedSeries;
  readonly subject: string;
  /** Currency of the prices in the file. */
  readonly currency: string;
  /** By exchange; the code is empty for a rate. */
  readonly listings: readonly { readonly mic: string; readonly prices: readonly DatedPrice[] }[];
}

export interface ListingOptions {
  /**
   * Currency of all prices whose rows do not state one; `null`: that of the primary exchange, EUR for new instruments.
   */
  readonly currency: string | null;
  /** The only exchange; `null`: every exchange that lists the instrument. */
  readonly exchange: string | null;
}

export function listSeries(
  series: CollectedSeries,
  market: KnownMarket,
  options: ListingOptions,
  rates: DatedRates,
  findings: ImportIssues,
): ListedSeries {
  const { of } = series;
  const subject = seriesSubject(of);
  if (of.kind === 'currency') {
    return { series, subject, currency: of.currency, listings: [{ mic: '', prices: series.prices }] };
  }
  const { currency, prices } = inWholeUnits(series, quotedIn(series, market, options));
  const mics = exchangesOf(series, market, options, currency, findings);
  const listings = mics.flatMap((mic) => {
    const converted = convert(prices, currency, market.exchanges.get(mic) ?? currency, rates);
    const isWhole = converted.length === prices.length;
    if (!isWhole) {
      const when = converted.length === 0 ? '' : ` before ${converted[0]?.date}`;
      const issue = `has no price${when} at ${mic}, which quotes in ${market.exchanges.get(mic)}: no rates for ${currency} are among the files`;
      findings.leftOut.push({ ...placeOf(series), issue });
    }
    return converted.length === 0 ? [] : [{ mic, prices: converted }];
  });
  if (mics.length > 0 && listings.length === 0) {
    const issue = `is in ${currency}, but none of its exchanges quotes in this currency; add a table of rates to the files, or choose the currency (--currency)`;
    findings.issues.push({ ...placeOf(series), issue });
  }
  return { series, subject, currency, listings };
}

function placeOf({ prices, name }: CollectedSeries) {
  const place = prices[0]?.place ?? { file: '', line: 1, column: 0, name };
  return { ...place, name };
}

function quotedIn({ of, currency }: CollectedSeries, market: KnownMarket, options: ListingOptions): string {
  if (currency !== '') return currency;
  if (options.currency !== null) return options.currency;
  const primary = of.kind === 'instrument' ? market.exchanges.get(of.instrument.primaryExchange) : undefined;
  return primary ?? 'EUR';
}

/** London quotes in pence, and some other exchanges in hundredths of their units, too. */
function inWholeUnits({ prices }: CollectedSeries, written: string) {
  const { currency, perUnit } = readCurrency(written);
  if (perUnit === 1) return { currency, prices };
  return {
    currency,
    prices: prices.map((row) => ({ ...row, priceMicro: Math.max(1, Math.round(row.priceMicro / perUnit)) })),
  };
}

function exchangesOf(
  series: CollectedSeries,
  market: KnownMarket,
  options: ListingOptions,
  currency: string,
  findings: ImportIssues,
): readonly string[] {
  const { of } = series;
  const fail = (issue: string): readonly string[] => {
    findings.issues.push({ ...placeOf(series), issue });
    return [];
  };
  if (options.exchange !== null && !market.exchanges.has(options.exchange)) {
    return fail(`cannot be listed at ${options.exchange}, which is not an exchange of this market`);
  }
  if (of.kind === 'instrument') {
    if (options.exchange === null) return of.instrument.listings;
    if (of.instrument.listings.includes(options.exchange)) return [options.exchange];
    return fail(`is not listed at ${options.exchange} but at ${of.instrument.listings.join(', ')}`);
  }
  return [options.exchange ?? usualExchange(market, currency) ?? usualExchange(market, 'EUR') ?? ''];
}

function convert(prices: readonly DatedPrice[], from: string, to: string, rates: DatedRates): readonly DatedPrice[] {
  if (from === to) return prices;
  return prices.flatMap((row) => {
    const priceMicro = rates.convertMicro(row.priceMicro, from, to, row.date);
    return priceMicro === null || priceMicro < 1 ? [] : [{ ...row, priceMicro }];
  });
}

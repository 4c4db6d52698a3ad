/** Reads files of prices (decision P4): returns a report, and the series and instruments for a world. Pure. */

import type { PriceImportReport } from '../../contract/control/imports/import-report.ts';
import type { KnownMarket } from '../names/known-market.ts';
import { createNameResolver } from '../names/name-resolver.ts';
import { checkHeaders, reportOf } from '../report-findings.ts';
import { withFacts } from '../row-facts.ts';
import { newFindings, noteOpened, type SourceFile } from '../source-file.ts';
import { noteRounded } from '../tables/read-numbers.ts';
import { isPortfolioPerformance } from '../xml/performance-document.ts';
import { type CollectedSeries, collectSeries, type DatedPrice } from './collect-series.ts';
import { createDatedRates } from './dated-rates.ts';
import { estimateInstrument } from './estimate-instrument.ts';
import { type ListedSeries, type ListingOptions, listSeries } from './price-listings.ts';
import { readPerformancePrices } from './read-performance-prices.ts';
import { readPrices, type TableOptions } from './read-prices.ts';

export interface PriceImportOptions extends TableOptions, ListingOptions {
  /** By name: an ISIN, a currency, `skip` or `new`. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Whether dividends of the files are reinvested. */
  readonly totalReturn: boolean;
}

export interface ImportedPrices {
  /** Report of files that are read but not loaded. */
  readonly report: PriceImportReport;
  /** Meaningless if the report has issues or unknown names. */
  readonly series: readonly ListedSeries[];
}

export function importPrices(
  files: readonly SourceFile[],
  market: KnownMarket,
  options: PriceImportOptions,
): ImportedPrices {
  const findings = newFindings();
  noteOpened(files, findings);
  const names = createNameResolver(market, options.mapping);
  const read = files.map((file) =>
    isPortfolioPerformance(file.text) ? readPerformancePrices(file, findings) : readPrices(file, options, findings),
  );
  const collected = collectSeries(
    read.flatMap(({ points }) => points),
    names,
    findings,
  );
  noteRounded(
    'Prices',
    read.flatMap(({ rounded }) => rounded),
    findings,
  );
  const adjusted = collected.map((series) => adjustedSeries(series, options.totalReturn, findings.notes));
  const rates = createDatedRates(adjusted);
  const listed = adjusted.map((series) => listSeries(series, market, options, rates, findings));
  rates.reportAges(options.staleRates, findings);
  checkHeaders(
    read.map(({ file }) => file),
    options.columns,
    findings,
  );
  const currencies = new Map(listed.map(({ subject, currency }) => [subject, currency]));
  const report = {
    ...reportOf(
      findings,
      read.map((each) => withFacts({ ...each, currencies }, names, names.unknown, findings)),
      names.unknown,
    ),
    new_world: null,
    series: listed.map(describeSeries),
    new_instruments: listed.flatMap((each) => {
      const { of, prices } = each.series;
      const exchange = each.listings[0]?.mic;
      if (of.kind !== 'new' || exchange === undefined) return [];
      const currency = market.exchanges.get(exchange) ?? 'EUR';
      const { isin, name } = of;
      return [estimateInstrument({ isin, name, currency, listings: [exchange] }, each.listings[0]?.prices ?? prices)];
    }),
  };
  const until = report.series.reduce((latest, series) => (series.until > latest ? series.until : latest), '');
  if (until !== '') report.notes.push(TIMES);
  if (report.new_instruments.length > 0) report.notes.push(ASSUMPTIONS);
  return { report, series: listed };
}

const TIMES =
  'A price applies from 00:00 UTC of its date until the next price; the last one applies until the end of its date.';
const ASSUMPTIONS =
  'Volatilities of new instruments are estimated from their prices; spread (10 bps), volume (1 million shares per day) and beta are assumed.';

function adjustedSeries(series: CollectedSeries, isTotalReturn: boolean, notes: Set<string>): CollectedSeries {
  if (series.prices.every(({ dividendMicro }) => dividendMicro === 0)) return series;
  if (isTotalReturn) {
    notes.add('Dividends are reinvested at the close of their ex-dates.');
    return { ...series, prices: withDividendsReinvested(series.prices) };
  }
  notes.add('Dividends in the files are not part of the prices unless they are reinvested (--total-return).');
  return series;
}

function describeSeries({ series, subject, currency, listings }: ListedSeries): PriceImportReport['series'][number] {
  const { name, prices, gaps } = series;
  const exchanges = listings.map(({ mic }) => mic).filter((mic) => mic !== '');
  const [from, until] = [prices[0]?.date ?? '', prices.at(-1)?.date ?? ''];
  return { subject, name, exchanges, currency, rows: prices.length, from, until, gaps };
}

/** `prices` ascend. Returns millionths, rounded half up; without dividends the same prices. */
function withDividendsReinvested(prices: readonly DatedPrice[]): DatedPrice[] {
  let divisor = 1;
  return [...prices]
    .reverse()
    .map((row) => {
      const adjusted = { ...row, priceMicro: Math.max(1, Math.round(row.priceMicro / divisor)) };
      divisor *= 1 + row.dividendMicro / row.priceMicro;
      return adjusted;
    })
    .reverse();
}

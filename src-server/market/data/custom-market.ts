/**
 * The custom market of one world: instruments, exchange rates and trading days that replace or extend the shared market
 * data. Checks that they contradict neither each other nor the shared data, which does not change.
 */
import type { z } from 'zod';
import { isWeekday, parseDate } from '../calendar/civil-date.ts';
import { instrumentEntry } from './instrument-schema.ts';
import { instrumentIssues } from './market-checks.ts';
import type { Currency, Exchange, Instrument, MarketData } from './market-data.ts';
import { makeSyntheticInstruments, type SyntheticInstruments } from './synthetic-instruments.ts';

/** The format of files and of stored worlds. */
export interface CustomMarket {
  readonly replace_instruments: boolean;
  /** Complete entries, as in `instruments.json`. */
  readonly instruments: readonly z.input<typeof instrumentEntry>[];
  readonly synthetic: SyntheticInstruments | null;
  readonly fx: Readonly<
    Partial<Record<Currency, { per_eur?: number | undefined; annual_volatility?: number | undefined }>>
  >;
  readonly calendars: Readonly<Record<string, CustomCalendar>>;
}

/** Dates, `YYYY-MM-DD`. */
interface CustomCalendar {
  readonly closed: readonly string[];
  readonly half_days: readonly string[];
}

/** `pointer` is a JSON pointer into the custom market. */
interface CustomMarketIssue {
  readonly pointer: string;
  readonly issue: string;
}

type CustomMarketResult =
  | { readonly ok: true; readonly market: MarketData }
  | { readonly ok: false; readonly issues: readonly CustomMarketIssue[] };

/** Returns instruments in this order: shared, listed, synthetic; last the test instruments, which every world has. */
export function createCustomMarket(shared: MarketData, own: CustomMarket): CustomMarketResult {
  const issues: CustomMarketIssue[] = [];
  const exchanges = customExchanges(shared, own, issues);
  const market = { ...shared, exchanges, fx: customRates(shared.fx, own) };
  const usual = own.replace_instruments ? [] : [...shared.instruments].filter(([isin]) => !shared.fates.has(isin));
  const listed = customInstruments(market, own, new Map(usual), issues);
  const instruments = new Map([...listed, ...[...shared.instruments].filter(([isin]) => shared.fates.has(isin))]);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, market: { ...market, instruments } };
}

function customInstruments(
  shared: MarketData,
  own: CustomMarket,
  instruments: Map<string, Instrument>,
  issues: CustomMarketIssue[],
): MarketData['instruments'] {
  own.instruments.forEach((written, index) => {
    const at = `/instruments/${index}`;
    const instrument = instrumentEntry.parse(written);
    for (const { pointer, issue } of instrumentIssues(instrument, shared))
      issues.push({ pointer: `${at}${pointer}`, issue });
    if (instruments.has(instrument.isin) || shared.fates.has(instrument.isin))
      issues.push({ pointer: `${at}/isin`, issue: `${instrument.isin} already exists` });
    instruments.set(instrument.isin, instrument);
  });
  if (own.synthetic === null) {
    if (instruments.size === 0) issues.push({ pointer: '/replace_instruments', issue: 'leaves no instruments' });
    return instruments;
  }
  const unknown = syntheticIssues(shared, own.synthetic);
  issues.push(...unknown);
  if (unknown.length > 0) return instruments;
  for (const instrument of makeSyntheticInstruments(own.synthetic, shared.exchanges)) {
    if (instruments.has(instrument.isin)) {
      issues.push({ pointer: '/synthetic/prefix', issue: `${instrument.isin} already exists; use another prefix` });
      break;
    }
    instruments.set(instrument.isin, instrument);
  }
  return instruments;
}

function syntheticIssues({ exchanges }: MarketData, synthetic: SyntheticInstruments): CustomMarketIssue[] {
  const issues = synthetic.exchanges.flatMap((mic, index) => {
    const pointer = `/synthetic/exchanges/${index}`;
    if (!exchanges.has(mic)) return [{ pointer, issue: `${mic} is not a known exchange` }];
    return synthetic.exchanges.indexOf(mic) === index ? [] : [{ pointer, issue: `${mic} appears more than once` }];
  });
  const most = synthetic.exchanges.length;
  if (synthetic.listings_each <= most) return issues;
  return [...issues, { pointer: '/synthetic/listings_each', issue: `is more than the ${most} exchanges there are` }];
}

function customRates(fx: MarketData['fx'], own: CustomMarket): MarketData['fx'] {
  const perEurMicro = { ...fx.perEurMicro };
  const annualVolatility = { ...fx.annualVolatility };
  for (const [currency, rate] of Object.entries(own.fx) as [Currency, (typeof own.fx)[Currency]][]) {
    if (rate?.per_eur !== undefined) perEurMicro[currency] = Math.round(rate.per_eur * 1_000_000);
    if (rate?.annual_volatility !== undefined) annualVolatility[currency] = rate.annual_volatility;
  }
  return { ...fx, perEurMicro, annualVolatility };
}

/** Returns the shared map itself if nothing differs, because calendars are shared with it. */
function customExchanges(
  { exchanges }: MarketData,
  own: CustomMarket,
  issues: CustomMarketIssue[],
): MarketData['exchanges'] {
  const days = Object.entries(own.calendars);
  if (days.length === 0) return exchanges;
  const changed = new Map(exchanges);
  for (const [mic, calendar] of days) {
    const exchange = exchanges.get(mic);
    if (exchange === undefined) issues.push({ pointer: `/calendars/${mic}`, issue: `${mic} is not a known exchange` });
    else changed.set(mic, withDays(exchange, calendar, issues));
  }
  return changed;
}

function withDays(exchange: Exchange, { closed, half_days }: CustomCalendar, issues: CustomMarketIssue[]): Exchange {
  const at = `/calendars/${exchange.mic}`;
  const rulesOf = (dates: readonly string[], name: string) =>
    dates.map((date, index) => {
      const day = parseDate(date);
      if (!isWeekday(day)) issues.push({ pointer: `${at}/${name}/${index}`, issue: `${date} is not a weekday` });
      return { kind: 'own', day } as const;
    });
  const holidays = [...exchange.holidays, ...rulesOf(closed, 'closed')];
  const days = [...exchange.halfDay.days, ...rulesOf(half_days, 'half_days')];
  return { ...exchange, holidays, halfDay: { ...exchange.halfDay, days } };
}

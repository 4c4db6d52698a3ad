/**
 * What every instrument pays, as it follows from the seed: ex-dates by the calendar, amounts by yield and price. Pure:
 * neither market events nor pins nor loaded series change an amount, so that it is known from its announcement on.
 */
import type { Calendars, TradingCalendar } from '../calendar/calendar.ts';
import { DAY_MS, formatDate } from '../calendar/civil-date.ts';
import type { Currency, DividendFacts, Instrument, MarketData } from '../data/market-data.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { PaidDistribution } from './distribution.ts';
import { type ExDate, exDatesAfter } from './ex-dates.ts';

/** The prices of the seed alone. */
type SeedPrices = Pick<PriceModel, 'midMicro' | 'perEurMicro'>;

/** An amount is fixed this long before the ex-date, by the price of that instant. */
const ANNOUNCED_BEFORE_MS = 28 * DAY_MS;

/** When the amount of a payment is fixed. */
export function announcedMs(exMs: number): number {
  return exMs - ANNOUNCED_BEFORE_MS;
}

/** Amounts have four decimals: this many millionths. */
const STEP_MICRO = 100;
/** Of a price, at most: nobody pays out what is not there. */
export const LARGEST_SHARE = 0.9;

interface Payer {
  readonly facts: DividendFacts;
  readonly instrument: Instrument;
  readonly calendar: TradingCalendar;
  readonly listingCurrency: Currency;
  readonly dates: Generator<ExDate>;
  /** In order of time, each with what the price of the seed is multiplied by from its ex-date on. */
  readonly known: { readonly paid: PaidDistribution; readonly factor: number }[];
}

export class DividendSchedule {
  readonly #prices: SeedPrices;
  readonly #payers = new Map<string, Payer>();

  /** Ex-dates after `sinceMs`; `calendars` are those of the same data. */
  constructor(seed: number, data: MarketData, calendars: Calendars, prices: SeedPrices, sinceMs: number) {
    this.#prices = prices;
    for (const facts of data.dividends.values()) {
      const instrument = data.instruments.get(facts.isin);
      const mic = instrument?.primaryExchange ?? '';
      const [calendar, exchange] = [calendars.get(mic), data.exchanges.get(mic)];
      if (facts.yieldPpm === 0 || !instrument || !calendar || !exchange) continue;
      const dates = exDatesAfter(seed, facts, calendar, sinceMs);
      const payer = { facts, instrument, calendar, listingCurrency: exchange.currency, dates, known: [] };
      this.#payers.set(facts.isin, payer);
    }
  }

  /** Payments of an instrument with an ex-date after one instant and not after another, in order of time. */
  between(isin: string, afterMs: number, untilMs: number): PaidDistribution[] {
    const payer = this.#payers.get(isin);
    if (payer === undefined) return [];
    this.#extend(payer, untilMs);
    return payer.known.flatMap(({ paid }) => (paid.exMs > afterMs && paid.exMs <= untilMs ? [paid] : []));
  }

  /** Payments of all instruments with an ex-date after one instant and not after another, in order of time. */
  ofAll(afterMs: number, untilMs: number): PaidDistribution[] {
    const all = [...this.#payers.keys()].flatMap((isin) => this.between(isin, afterMs, untilMs));
    return all.sort((one, other) => one.exMs - other.exMs);
  }

  /** The next ex-date of an instrument after an instant; infinity for one that pays nothing. */
  nextExMsOf(isin: string, afterMs: number): number {
    const payer = this.#payers.get(isin);
    if (payer === undefined) return Number.POSITIVE_INFINITY;
    this.#extend(payer, afterMs);
    return (payer.known.find(({ paid }) => paid.exMs > afterMs) as Payer['known'][number]).paid.exMs;
  }

  /** The next ex-date of any instrument after an instant; infinity where nothing pays. */
  nextExMs(afterMs: number): number {
    return Math.min(...[...this.#payers.keys()].map((isin) => this.nextExMsOf(isin, afterMs)));
  }

  /** The payments of all instruments that go ex at an instant, in the order of the market's data. */
  at(exMs: number): PaidDistribution[] {
    return [...this.#payers.keys()].flatMap((isin) => this.between(isin, exMs - 1, exMs));
  }

  /** Until one lies beyond the instant. */
  #extend(payer: Payer, untilMs: number): void {
    while ((payer.known.at(-1)?.paid.exMs ?? Number.NEGATIVE_INFINITY) <= untilMs) {
      const next = payer.dates.next();
      if (next.done) throw new Error(`${payer.facts.isin} has no further ex-date`);
      payer.known.push(this.#announce(payer, next.value));
    }
  }

  #announce(payer: Payer, { exMs, payMs }: ExDate): Payer['known'][number] {
    const { facts, instrument, calendar, listingCurrency } = payer;
    const { isin, currency, primaryExchange } = instrument;
    const fixedMs = calendar.lastOpenInstant(announcedMs(exMs));
    const factorAt = (instantMs: number) => payer.known.findLast(({ paid }) => paid.exMs <= instantMs)?.factor ?? 1;
    const priceAt = (instantMs: number) =>
      this.#prices.midMicro(isin, primaryExchange, instantMs) * factorAt(instantMs) * rateAt(instantMs);
    /** Units of the instrument's currency for one of the listing's. */
    const rateAt = (instantMs: number) =>
      currency === listingCurrency
        ? 1
        : this.#prices.perEurMicro(currency, instantMs) / this.#prices.perEurMicro(listingCurrency, instantMs);
    const exact = (priceAt(fixedMs) * facts.yieldPpm) / 1_000_000 / facts.months.length;
    const amountMicro = Math.max(1, Math.round(exact / STEP_MICRO)) * STEP_MICRO;
    const distributionId = `${isin}:${formatDate(Math.floor(exMs / DAY_MS))}`;
    const paid = { distributionId, isin, exMs, payMs, amountMicro, currency, corporateActionId: null };
    const share = Math.min(LARGEST_SHARE, amountMicro / priceAt(exMs));
    return { paid, factor: factorAt(exMs - 1) * (1 - share) };
  }
}

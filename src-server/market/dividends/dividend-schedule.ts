/**
 * Payments of every instrument, which follow from the seed: ex-dates by the calendar, amounts by yield and price. Pure:
 * market events, pins and loaded series never change an amount, so that it is known from its announcement on.
 */
import type { Calendars, TradingCalendar } from '../calendar/calendar.ts';
import { DAY_MS, formatDate } from '../calendar/civil-date.ts';
import type { Currency, DividendFacts, Instrument, MarketData } from '../data/market-data.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { PaidDistribution } from './distribution.ts';
import { type ExDate, exDatesAfter } from './ex-dates.ts';

/** Prices that follow from the seed alone. */
type SeedPrices = Pick<PriceModel, 'midMicro' | 'perEurMicro'>;

/** An amount is fixed this long before the ex-date, from the price at that instant. */
const ANNOUNCED_BEFORE_MS = 28 * DAY_MS;

/** Returns when the amount of a payment is fixed. */
export function announcedMs(exMs: number): number {
  return exMs - ANNOUNCED_BEFORE_MS;
}

/** Amounts are multiples of this many millionths: four decimals. */
const STEP_MICRO = 100;
/** Largest payment as a share of the price, because nothing can pay more than it is worth. */
export const LARGEST_SHARE = 0.9;

interface Payer {
  readonly facts: DividendFacts;
  readonly instrument: Instrument;
  readonly calendar: TradingCalendar;
  readonly listingCurrency: Currency;
  readonly dates: Generator<ExDate>;
  /** In order of time, each with the factor of the seed's price from its ex-date on. */
  readonly known: { readonly paid: PaidDistribution; readonly factor: number }[];
}

export class DividendSchedule {
  readonly #prices: SeedPrices;
  readonly #payers = new Map<string, Payer>();

  /** Contains ex-dates after `sinceMs`; `calendars` are those of the same data. */
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

  /** Returns an instrument's payments with an ex-date after `afterMs` and not after `untilMs`, in order of time. */
  between(isin: string, afterMs: number, untilMs: number): PaidDistribution[] {
    const payer = this.#payers.get(isin);
    if (payer === undefined) return [];
    this.#extend(payer, untilMs);
    return payer.known.flatMap(({ paid }) => (paid.exMs > afterMs && paid.exMs <= untilMs ? [paid] : []));
  }

  /**
   * Returns the payments of all instruments with an ex-date after `afterMs` and not after `untilMs`, in order of time.
   */
  ofAll(afterMs: number, untilMs: number): PaidDistribution[] {
    const all = [...this.#payers.keys()].flatMap((isin) => this.between(isin, afterMs, untilMs));
    return all.sort((one, other) => one.exMs - other.exMs);
  }

  /** Returns the next ex-date of an instrument after an instant; infinity if it pays nothing. */
  nextExMsOf(isin: string, afterMs: number): number {
    const payer = this.#payers.get(isin);
    if (payer === undefined) return Number.POSITIVE_INFINITY;
    this.#extend(payer, afterMs);
    return (payer.known.find(({ paid }) => paid.exMs > afterMs) as Payer['known'][number]).paid.exMs;
  }

  /** Returns the next ex-date of any instrument after an instant; infinity if none pays. */
  nextExMs(afterMs: number): number {
    return Math.min(...[...this.#payers.keys()].map((isin) => this.nextExMsOf(isin, afterMs)));
  }

  /** Returns the payments of all instruments that go ex at an instant, in the order of the market's data. */
  at(exMs: number): PaidDistribution[] {
    return [...this.#payers.keys()].flatMap((isin) => this.between(isin, exMs - 1, exMs));
  }

  /** Adds payments until one is after the instant. */
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
    /** Returns units of the instrument's currency for one unit of the listing's currency. */
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

/** EUR prices of the listings that watched portfolios hold, computed once per tick for all of them. */
import { invariant } from '../../domain/invariant.ts';
import type { Currency } from '../../market/data/market-data.ts';
import type { World } from '../world.ts';
import { hasTraded } from './has-traded.ts';

type PriceWorld = Pick<World, 'market' | 'prices' | 'calendars'>;

interface WatchedListing {
  readonly isin: string;
  readonly mic: string;
  readonly currency: Currency;
}

export class ListingPrices {
  readonly #world: PriceWorld;
  readonly #exchanges: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #listings: WatchedListing[] = [];
  /** EUR per share, by listing, at the latest `moveTo`. */
  eur = new Float64Array(64);
  /** One bit for each exchange that has been open since the tick before the latest `moveTo`. */
  openExchanges = 0;
  /**
   * A bound on how far prices and rates have moved: the sum, over every `moveTo`, of the largest |ln(new ÷ old)|.
   * Between two readings L apart no weight w has changed by more than w·(e^{2L} − 1).
   */
  moved = 0;
  #perEur = new Map<Currency, number>();

  constructor(world: PriceWorld) {
    this.#world = world;
    this.#exchanges = [...world.market.exchanges.keys()];
  }

  /** Returns the index of a listing in `eur`. */
  indexOf(isin: string, mic: string): number {
    const key = `${isin} ${mic}`;
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const exchange = this.#world.market.exchanges.get(mic);
    invariant(exchange, `exchange ${mic} was checked when the position was made`);
    const index = this.#listings.push({ isin, mic, currency: exchange.currency }) - 1;
    this.#indexes.set(key, index);
    if (index >= this.eur.length) {
      const longer = new Float64Array(2 * this.eur.length);
      longer.set(this.eur);
      this.eur = longer;
    }
    return index;
  }

  primaryExchange(isin: string): string {
    const instrument = this.#world.market.instruments.get(isin);
    invariant(instrument, `${isin} was checked when the target was made`);
    return instrument.primaryExchange;
  }

  /**
   * Returns the bit of an exchange in `openExchanges`; with more than 31 exchanges some share a bit, which only causes
   * additional checks.
   */
  exchangeBit(mic: string): number {
    return 1 << (this.#exchanges.indexOf(mic) % 31);
  }

  /** Returns units of a currency for one EUR at the latest `moveTo`. */
  perEur(currency: Currency): number {
    return this.#perEur.get(currency) ?? 1;
  }

  /** `everyMs` is the interval of ticks. */
  moveTo(nowMs: number, everyMs: number): void {
    const { market, prices, calendars } = this.#world;
    let largest = 0;
    for (const currency of Object.keys(market.fx.perEurMicro) as Currency[]) {
      const rate = prices.perEurMicro(currency, nowMs) / 1e6;
      largest = Math.max(largest, movement(this.#perEur.get(currency) ?? rate, rate));
      this.#perEur.set(currency, rate);
    }
    this.openExchanges = 0;
    for (const [mic, calendar] of calendars) {
      if (hasTraded(calendar, nowMs, everyMs)) this.openExchanges |= this.exchangeBit(mic);
    }
    for (const [index, { isin, mic, currency }] of this.#listings.entries()) {
      const before = this.eur[index] as number;
      const now = prices.midMicro(isin, mic, nowMs) / 1e6 / this.perEur(currency);
      // A listing has no price yet if the portfolios that hold it were never checked.
      if (before > 0) largest = Math.max(largest, movement(before, now));
      this.eur[index] = now;
    }
    this.moved += largest;
  }

  /** Returns the prices of some listings, and every exchange rate, at the latest `moveTo`; for `movedSince`. */
  read(listings: Int32Array): Float64Array {
    return Float64Array.from([...Array.from(listings, (index) => this.eur[index] as number), ...this.#perEur.values()]);
  }

  /** Returns the largest |ln(new ÷ old)| between a reading of the same listings and the latest `moveTo`. */
  movedSince(listings: Int32Array, reading: Float64Array): number {
    let largest = 0;
    let place = 0;
    for (const index of listings) {
      largest = Math.max(largest, movement(reading[place++] as number, this.eur[index] as number));
    }
    for (const rate of this.#perEur.values()) largest = Math.max(largest, movement(reading[place++] as number, rate));
    return largest;
  }
}

function movement(before: number, now: number): number {
  return before === now ? 0 : Math.abs(Math.log(now / before));
}

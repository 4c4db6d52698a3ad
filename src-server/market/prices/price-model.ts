/**
 * Every price of the simulated market as a pure function of (seed, data, ISIN, MIC, instant): no tick loop, any instant
 * in any order. Outside its venue's session a listing shows the price of its last open instant. Refuses listings that
 * do not exist; does not know whether a venue is connected or a price pinned.
 */
import type { Calendars } from '../calendar/calendar.ts';
import { latestTradeTime } from '../calendar/trade-times.ts';
import { createVarianceClock } from '../calendar/variance-clock.ts';
import { buildListings, type Listing } from '../data/listings.ts';
import type { Currency, MarketData } from '../data/market-data.ts';
import { DAYS_PER_YEAR } from './factor-paths.ts';
import { createIdiosyncraticMoves, type IdiosyncraticMoves } from './idiosyncratic-moves.ts';
import { type Quote, quoteAround, WIDE_OPENING_MS } from './quote.ts';
import { createTickTable } from './tick-size.ts';

export interface MarketTrade {
  readonly priceMicro: number;
  /** Instant of the trade. */
  readonly at: number;
}

/** Prices in millionths of the exchange's currency; RangeError for an unknown ISIN or a MIC that does not list it. */
export interface PriceModel extends IdiosyncraticMoves {
  midMicro(isin: string, mic: string, instantMs: number): number;
  quote(isin: string, mic: string, instantMs: number): Quote;
  /** Returns the quote that the venue would show around another mid, for pinned prices and loaded series. */
  quoteAround(isin: string, mic: string, midMicro: number, instantMs: number): Quote;
  /** Returns the last public trade at or before the instant, at the bid or the ask of its own instant. */
  lastTrade(isin: string, mic: string, instantMs: number): MarketTrade;
  /** Returns millionths of the currency for one EUR; exactly 1 000 000 for EUR. */
  perEurMicro(currency: Currency, instantMs: number): number;
  /** Returns the standard deviation of one trading day's log return. */
  dailyVolatility(isin: string): number;
}

/** Creates the model of one seed. `calendars` are those of the same data. */
export function createPriceModel(seed: number, data: MarketData, calendars: Calendars): PriceModel {
  const clock = createVarianceClock(data.simulation.overnightVarianceShare);
  const ticks = createTickTable(data.tickSizes);
  const { listings, fxPaths, idiosyncraticFactor, rateFactors } = buildListings(seed, data, calendars, clock);

  const listing = (isin: string, mic: string): Listing => {
    const found = listings.get(isin)?.get(mic);
    if (found !== undefined) return found;
    throw new RangeError(`${isin} is not listed on ${mic}`);
  };
  function midOf(of: Listing, instantMs: number): number {
    return of.midAtTau(clock.tauAt(of.calendar.lastOpenInstant(instantMs)));
  }
  function quoteOf(of: Listing, midMicro: number, instantMs: number): Quote {
    const shownAt = of.calendar.lastOpenInstant(instantMs);
    const wide = shownAt < of.calendar.latestSession(shownAt).openMs + WIDE_OPENING_MS;
    return quoteAround(midMicro, of.instrument.spreadBps, wide, of.liquidity.band, ticks);
  }

  return {
    midMicro: (isin, mic, instantMs) => midOf(listing(isin, mic), instantMs),
    quote(isin, mic, instantMs) {
      const of = listing(isin, mic);
      return quoteOf(of, midOf(of, instantMs), instantMs);
    },
    quoteAround: (isin, mic, midMicro, instantMs) => quoteOf(listing(isin, mic), midMicro, instantMs),
    lastTrade(isin, mic, instantMs) {
      const of = listing(isin, mic);
      const { at, side } = latestTradeTime(of.tradeKey, of.calendar, of.liquidity.dailyTrades, instantMs);
      const quote = quoteOf(of, midOf(of, at), at);
      return { priceMicro: side === 'bid' ? quote.bidMicro : quote.askMicro, at };
    },
    perEurMicro(currency, instantMs) {
      const path = fxPaths.get(currency);
      if (path === undefined) throw new RangeError(`unknown currency ${currency}`);
      return Math.round(path.perEurAtEpoch * 1_000_000 * Math.exp(path.logChangeAt(clock.tauAt(instantMs))));
    },
    dailyVolatility: (isin) => dailyVolatility(data, isin),
    ...createIdiosyncraticMoves(clock, idiosyncraticFactor, rateFactors),
  };
}

function dailyVolatility(data: MarketData, isin: string): number {
  const instrument = data.instruments.get(isin);
  if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
  return instrument.annualVolatility / Math.sqrt(DAYS_PER_YEAR);
}

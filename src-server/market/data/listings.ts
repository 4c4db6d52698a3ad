/**
 * The inputs of the price model for each listing, computed once: its calendar, its liquidity, and its mid as a function
 * of trading time with its factors and exchange rates. Computes no prices.
 */
import { type StreamKey, streamKey } from '../../kernel/streams.ts';
import type { Calendars, TradingCalendar } from '../calendar/calendar.ts';
import type { VarianceClock } from '../calendar/variance-clock.ts';
import { createFactorPaths, SIMULATION_EPOCH_MS } from '../prices/factor-paths.ts';
import type { IdiosyncraticFactor } from '../prices/idiosyncratic-moves.ts';
import { type ListingLiquidity, listingLiquidity } from '../prices/liquidity.ts';
import { createListingPrice, factorLoads } from '../prices/listing-price.ts';
import { createFxPath, type FxPath } from '../rates/fx-path.ts';
import type { Currency, Instrument, MarketData } from './market-data.ts';

export interface Listing {
  readonly instrument: Instrument;
  readonly calendar: TradingCalendar;
  readonly liquidity: ListingLiquidity;
  /** Stream of the listing's public trades. */
  readonly tradeKey: StreamKey;
  /** Mid in millionths of the exchange's currency at a trading time. */
  readonly midAtTau: (tau: number) => number;
}

interface Listings {
  /** By ISIN, then MIC. */
  readonly listings: ReadonlyMap<string, ReadonlyMap<string, Listing>>;
  readonly fxPaths: ReadonlyMap<Currency, FxPath>;
  /** Returns `null` for an unknown ISIN. */
  readonly idiosyncraticFactor: (isin: string) => IdiosyncraticFactor | null;
  /** By currency. */
  readonly rateFactors: ReadonlyMap<string, IdiosyncraticFactor>;
}

/** Builds all listings of the data; RangeError if one names an exchange or currency that the data lacks. */
export function buildListings(seed: number, data: MarketData, calendars: Calendars, clock: VarianceClock): Listings {
  const epochTau = clock.tauAt(SIMULATION_EPOCH_MS);
  const factor = createFactorPaths(seed, epochTau);
  const currencies = Object.keys(data.fx.perEurMicro) as Currency[];
  const fxPaths = new Map(
    currencies.map((currency) => [currency, createFxPath(data.fx, currency, factor('currency', currency), epochTau)]),
  );
  const build = (instrument: Instrument, mic: string): Listing => {
    const entityId = `${instrument.isin}:${mic}`;
    const conversion = conversionOf(fxPaths, instrument.currency, known(data.exchanges, mic).currency);
    const createPrice = () =>
      createListingPrice({
        seed,
        instrument,
        mic,
        simulation: data.simulation,
        factors: {
          market: factor('market'),
          sector: factor('sector', instrument.sector),
          own: factor('instrument', instrument.isin),
        },
        conversion,
        epochTau,
      });
    return {
      instrument,
      calendar: known(calendars, mic),
      liquidity: listingLiquidity(data, instrument, mic),
      tradeKey: streamKey(seed, 'market.trade', entityId),
      midAtTau: madeOnFirstUse(createPrice),
    };
  };
  const listingsOf = (instrument: Instrument) =>
    new Map(instrument.listings.map((mic) => [mic, build(instrument, mic)]));
  return {
    listings: new Map([...data.instruments].map(([isin, of]) => [isin, listingsOf(of)])),
    fxPaths,
    idiosyncraticFactor(isin) {
      const instrument = data.instruments.get(isin);
      return instrument === undefined ? null : idiosyncraticFactorOf(data, instrument, factor);
    },
    rateFactors: new Map(
      currencies.map((currency) => [
        currency,
        { factor: factor('currency', currency), volatility: data.fx.annualVolatility[currency] },
      ]),
    ),
  };
}

/**
 * Creates the function on first use: most worlds need the prices of a few listings only, and the factors of all would
 * take longer than the rest of a start.
 */
function madeOnFirstUse(create: () => Listing['midAtTau']): Listing['midAtTau'] {
  let midAtTau: Listing['midAtTau'] = (tau) => {
    midAtTau = create();
    return midAtTau(tau);
  };
  return (tau) => midAtTau(tau);
}

function idiosyncraticFactorOf(
  { simulation }: MarketData,
  instrument: Instrument,
  factor: ReturnType<typeof createFactorPaths>,
): IdiosyncraticFactor {
  return { factor: factor('instrument', instrument.isin), volatility: factorLoads(instrument, simulation).own };
}

function conversionOf(fxPaths: ReadonlyMap<Currency, FxPath>, from: Currency, to: Currency) {
  return from === to ? null : { from: known(fxPaths, from), to: known(fxPaths, to) };
}

function known<K extends string, V>(entries: ReadonlyMap<K, V>, key: K): V {
  const value = entries.get(key);
  if (value === undefined) throw new RangeError(`unknown ${key}`);
  return value;
}

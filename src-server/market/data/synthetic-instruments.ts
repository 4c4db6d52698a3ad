/**
 * Synthetic instruments for large portfolios. The n-th one is the same in every world; only its price path depends on
 * the seed. Their ISINs begin with letters that no country uses.
 */
import { withCheckDigit } from '../../domain/identifiers/isin.ts';
import { drawUint32, type StreamKey, streamKey } from '../../kernel/streams.ts';
import type { Currency, Exchange, Instrument } from './market-data.ts';

/** The format of files. */
export interface SyntheticInstruments {
  readonly count: number;
  /** The first two letters of their ISINs. */
  readonly prefix: string;
  /** MICs; primary exchanges are assigned to the instruments in turn. */
  readonly exchanges: readonly string[];
  readonly listings_each: number;
  /** Left out: the currency of the primary exchange. */
  readonly currency?: Currency | undefined;
}

/** Creates them; every named exchange must be known. */
export function makeSyntheticInstruments(
  synthetic: SyntheticInstruments,
  exchanges: ReadonlyMap<string, Exchange>,
): Instrument[] {
  return Array.from({ length: synthetic.count }, (_, index) => makeInstrument(synthetic, exchanges, index));
}

function makeInstrument(
  { prefix, exchanges: mics, listings_each: listingsEach, currency }: SyntheticInstruments,
  exchanges: ReadonlyMap<string, Exchange>,
  index: number,
): Instrument {
  const number = String(index + 1).padStart(4, '0');
  const key = streamKey(0, 'market.synthetic', number);
  const listings = Array.from({ length: listingsEach }, (_, turn) => mics[(index + turn) % mics.length] as string);
  const primaryExchange = listings[0] as string;
  const priceMicro = wholeBetween(key, 0, 500, 25_000) * 10_000;
  return {
    isin: withCheckDigit(`${prefix}SYN00${number}`),
    name: `Synthetic ${number}`,
    symbol: `SYN${number}`,
    type: 'share',
    issuerCountry: prefix,
    sector: SECTORS[wholeBetween(key, 1, 0, SECTORS.length - 1)] as string,
    currency: currency ?? exchanges.get(primaryExchange)?.currency ?? 'EUR',
    referencePriceMicro: priceMicro,
    annualVolatility: wholeBetween(key, 2, 20, 45) / 100,
    marketBeta: wholeBetween(key, 3, 50, 130) / 100,
    averageDailyVolume: wholeBetween(key, 4, 50, 3000) * 1000,
    spreadBps: wholeBetween(key, 5, 4, 30) / 2,
    listings,
    primaryExchange,
    peaEligible: false,
    buyerTaxes: [],
  };
}

/** The sectors of the shares in the market's data, so that synthetic shares are correlated with them. */
const SECTORS = [
  'consumer discretionary',
  'consumer staples',
  'energy',
  'financials',
  'health care',
  'industrials',
  'technology',
  'telecoms',
  'utilities',
] as const;

/** Draws a whole number from `least` to `most`, inclusive. */
function wholeBetween(key: StreamKey, draw: number, least: number, most: number): number {
  return least + (drawUint32(key, draw) % (most - least + 1));
}

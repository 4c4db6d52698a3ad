/** Small market views for the tests of `domain`, without any costs unless a test sets them. */

import type { Commission, InstrumentView, ListingView, MarketView } from '../../src-server/domain/market-view.ts';

export const FREE: Commission = { bps: 0, minimumMinor: 0, capMinor: null };

export const RATES = { EUR: 1_000_000, GBP: 862_000, CHF: 938_000 };

export function makeListing(mic: string, mid: number, changes: Partial<ListingView> = {}): ListingView {
  const midMicro = Math.round(mid * 1e6);
  const base = { mic, currency: 'EUR', midMicro, bidMicro: midMicro, askMicro: midMicro, connected: true };
  return { ...base, lotMicro: 1, averageDailyVolume: 1_000_000, commission: FREE, ...changes };
}

export function makeInstrument(
  isin: string,
  listings: readonly ListingView[],
  changes: Partial<InstrumentView> = {},
): InstrumentView {
  const base = { isin, name: `Company ${isin}`, primaryMic: listings[0]?.mic ?? '', dailyVolatility: 0 };
  return { ...base, taxes: [], listings, ...changes };
}

export function makeView(instruments: readonly InstrumentView[], changes: Partial<MarketView> = {}): MarketView {
  const byIsin = new Map(instruments.map((instrument) => [instrument.isin, instrument]));
  return { asOf: 0, perEurMicro: RATES, instruments: byIsin, fxConversionBps: 0, impactCoefficient: 0, ...changes };
}

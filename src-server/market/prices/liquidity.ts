/**
 * Liquidity of a listing, estimated from an instrument's average daily volume: volume and trades per day at each venue,
 * and the liquidity band of the tick table.
 */
import type { Instrument, MarketData } from '../data/market-data.ts';

export interface ListingLiquidity {
  /** Shares per full day at this venue. */
  readonly dailyVolume: number;
  /** Estimated trades per full day at this venue. */
  readonly dailyTrades: number;
  /** Band of the tick table, 1 to 6; that of the instrument, the same at every venue. */
  readonly band: number;
}

/** Returns the liquidity of one listing. RangeError if the venue is unknown. */
export function listingLiquidity(data: MarketData, instrument: Instrument, mic: string): ListingLiquidity {
  const venue = data.venues.get(mic);
  if (venue === undefined) throw new RangeError(`unknown venue ${mic}`);
  const share = mic === instrument.primaryExchange ? 1 : venue.secondaryVolumeShare;
  const trades = primaryDailyTrades(data, instrument);
  return {
    dailyVolume: instrument.averageDailyVolume * share,
    dailyTrades: trades * share,
    band: instrument.type === 'share' ? bandOf(trades, data.tickSizes.bandsByDailyTrades) : MAX_LIQUID_BAND,
  };
}

/** ETFs and ETCs use the most liquid band whatever their volume. */
const MAX_LIQUID_BAND = 6;

function primaryDailyTrades(data: MarketData, instrument: Instrument): number {
  const priceEur = instrument.referencePriceMicro / data.fx.perEurMicro[instrument.currency];
  return (instrument.averageDailyVolume * priceEur) / data.simulation.averageTradeValueEur[instrument.type];
}

function bandOf(dailyTrades: number, floors: readonly number[]): number {
  return floors.filter((floor) => dailyTrades >= floor).length;
}

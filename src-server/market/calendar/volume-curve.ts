/**
 * Computes the expected number of shares that a listing trades between two instants: its daily volume along the U-shape
 * of the session, none outside. An expectation, not a draw; a half day carries its share of a full day's volume.
 */

import type { MarketData } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { Calendars, TradingCalendar } from './calendar.ts';
import { DAY_MS } from './civil-date.ts';
import { uShapeShare } from './u-shape.ts';

export interface VolumeCurve {
  /** Returns shares (not an integer) from one instant to a later one; RangeError if the listing does not exist. */
  expectedVolume(isin: string, mic: string, fromMs: number, toMs: number): number;
  /** Returns the shares of a full day. */
  dailyVolume(isin: string, mic: string): number;
}

/** Creates the curves of every listing of the data. */
export function createVolumeCurve(data: MarketData, calendars: Calendars): VolumeCurve {
  function dailyVolume(isin: string, mic: string): number {
    const instrument = data.instruments.get(isin);
    if (!instrument?.listings.includes(mic)) throw new RangeError(`${isin} is not listed on ${mic}`);
    return listingLiquidity(data, instrument, mic).dailyVolume;
  }

  return {
    dailyVolume,
    expectedVolume(isin, mic, fromMs, toMs) {
      const perDay = dailyVolume(isin, mic);
      const calendar = calendars.get(mic);
      const exchange = data.exchanges.get(mic);
      if (calendar === undefined || exchange === undefined) throw new RangeError(`unknown exchange ${mic}`);
      const fullDayMs = (exchange.closeMinute - exchange.openMinute) * 60_000;
      return perDay * fullDays(calendar, fullDayMs, fromMs, toMs);
    },
  };
}

/** Returns the volume between two instants, in full days. */
function fullDays(calendar: TradingCalendar, fullDayMs: number, fromMs: number, toMs: number): number {
  let days = 0;
  for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs < toMs; dayMs += DAY_MS) {
    const session = calendar.sessionAt(dayMs);
    if (session === null) continue;
    const lengthMs = session.closeMs - session.openMs;
    const fractionAt = (instantMs: number): number =>
      (Math.min(Math.max(instantMs, session.openMs), session.closeMs) - session.openMs) / lengthMs;
    const share = uShapeShare(fractionAt(toMs)) - uShapeShare(fractionAt(fromMs));
    days += share * (lengthMs / fullDayMs);
  }
  return days;
}

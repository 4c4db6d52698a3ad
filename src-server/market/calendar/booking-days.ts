/**
 * Decides when recurring money movements are booked (decision O1): by the local time and the business days of their
 * currency. Defines which exchange represents a currency; does not know portfolios, nor how often money moves.
 */
import { invariant } from '../../domain/invariant.ts';
import type { Exchange, MarketData } from '../data/market-data.ts';
import { DAY_MS } from './civil-date.ts';
import { businessDaysOf } from './settlement-days.ts';
import { timeZone } from './time-zone.ts';

/** Wall times are milliseconds as if the local clock showed UTC. */
export interface BookingDays {
  /** Returns the wall time of an instant. */
  wallMs(instantMs: number): number;
  /** Returns the instant of a wall time, on its own day or else on the next business day. */
  bookedMs(wallMs: number): number;
}

/** The same day and time in UTC, weekends and holidays included. */
export const UTC_DAYS: BookingDays = { wallMs: (instantMs) => instantMs, bookedMs: (wallMs) => wallMs };

/** Returns the booking days of a base currency: those on which trades of its first exchange settle (decision O4). */
export function createBookingDays({
  exchanges,
  settlement,
}: Pick<MarketData, 'exchanges' | 'settlement'>): (currency: string) => BookingDays {
  const known = new Map<string, BookingDays>();
  return (currency) => {
    let days = known.get(currency);
    if (days === undefined) {
      const exchange = [...exchanges.values()].find((each) => each.currency === currency);
      invariant(exchange, `every base currency has an exchange, and ${currency} has none`);
      days = daysAt(exchange, businessDaysOf(exchange, settlement.holidays));
      known.set(currency, days);
    }
    return days;
  };
}

function daysAt(exchange: Exchange, isBusinessDay: (day: number) => boolean): BookingDays {
  const zone = timeZone(exchange.timeZone);
  return {
    wallMs: (instantMs) => instantMs + zone.offsetMs(instantMs),
    bookedMs(wallMs) {
      let movedMs = wallMs;
      while (!isBusinessDay(Math.floor(movedMs / DAY_MS))) movedMs += DAY_MS;
      return zone.toInstantMs(movedMs);
    },
  };
}

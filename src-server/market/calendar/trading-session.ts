/**
 * Sessions of an exchange: on which days it trades, and from when to when. Refuses venues whose session leaves its UTC
 * date: no European venue's does, and the day tables rely on it.
 */

import type { Exchange } from '../data/market-data.ts';
import { DAY_MS, formatDate, isWeekday, yearOf } from './civil-date.ts';
import { holidaysIn } from './holidays.ts';
import { type TimeZone, timeZone } from './time-zone.ts';

/** Continuous trading is `openMs <= t < closeMs`; the closing auction runs from `closeMs` to `auctionEndMs`. */
export interface TradingSession {
  /** Local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly openMs: number;
  readonly closeMs: number;
  readonly auctionEndMs: number;
  readonly halfDay: boolean;
}

/** The session of a day number, or null when the exchange is closed on it. */
export type SessionRule = (dayNumber: number) => TradingSession | null;

/** Creates the rule of one exchange, which caches each day. */
export function createSessionRule(exchange: Exchange): SessionRule {
  const zone = timeZone(exchange.timeZone);
  const specialDaysOf = specialDaysByYear(exchange);
  const sessions = new Map<number, TradingSession | null>();
  return (day) => {
    let session = sessions.get(day);
    if (session === undefined) {
      const special = specialDaysOf(yearOf(day));
      const closed = !isWeekday(day) || special.closed.has(day);
      session = closed ? null : openDay(day, exchange, zone, special.half.has(day));
      sessions.set(day, session);
    }
    return session;
  };
}

/** Returns the closest session strictly after (`step` 1) or before (`step` -1) a day. */
export function nearestSession(sessionOf: SessionRule, dayNumber: number, step: 1 | -1): TradingSession {
  for (let distance = 1; distance <= 366; distance += 1) {
    const session = sessionOf(dayNumber + step * distance);
    if (session !== null) return session;
  }
  throw new RangeError(`no session within a year of ${formatDate(dayNumber)}`);
}

interface SpecialDays {
  readonly closed: ReturnType<typeof holidaysIn>;
  readonly half: ReturnType<typeof holidaysIn>;
}

function specialDaysByYear(exchange: Exchange): (year: number) => SpecialDays {
  const years = new Map<number, SpecialDays>();
  return (year) => {
    let days = years.get(year);
    if (days === undefined) {
      days = { closed: holidaysIn(exchange.holidays, year), half: holidaysIn(exchange.halfDay.days, year) };
      years.set(year, days);
    }
    return days;
  };
}

function openDay(day: number, exchange: Exchange, zone: TimeZone, halfDay: boolean): TradingSession {
  const at = (minuteOfDay: number): number => zone.toInstantMs(day * DAY_MS + minuteOfDay * 60_000);
  const closeMinute = halfDay ? exchange.halfDay.closeMinute : exchange.closeMinute;
  const openMs = at(exchange.openMinute);
  const auctionEndMs = at(closeMinute + exchange.auctionEndMinute - exchange.closeMinute);
  if (Math.floor(openMs / DAY_MS) !== day || Math.floor(auctionEndMs / DAY_MS) !== day) {
    throw new RangeError(`${exchange.mic}: the session of ${formatDate(day)} leaves its UTC date`);
  }
  return { date: formatDate(day), openMs, closeMs: at(closeMinute), auctionEndMs, halfDay };
}

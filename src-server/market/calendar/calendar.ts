/**
 * Calendars: when exchanges trade, for any year and in any order of queries. The rules behind them are in
 * `trading-session.ts` and `holidays.ts`. Instants are integer milliseconds UTC.
 */

import type { Exchange, MarketData } from '../data/market-data.ts';
import { DAY_MS, dayNumberOf, formatDate, isWeekday, parseDate, yearOf } from './civil-date.ts';
import { createSessionTables, type SessionTable } from './session-table.ts';
import { createSessionRule, nearestSession, type SessionRule, type TradingSession } from './trading-session.ts';

export interface TradingCalendar {
  /** True during continuous trading. */
  isOpen(instantMs: number): boolean;
  /** The first opening after the instant. */
  nextOpen(instantMs: number): number;
  /** The first close of continuous trading after the instant. */
  nextClose(instantMs: number): number;
  /** The instant itself while open, else the previous close. */
  lastOpenInstant(instantMs: number): number;
  /** The session of a local date (`YYYY-MM-DD`); null on a closed day. RangeError if it is not a date. */
  session(date: string): TradingSession | null;
  /** The session of the instant's date, whether or not it is in progress at the instant; null on a closed day. */
  sessionAt(instantMs: number): TradingSession | null;
  /** The last session that opened at or before the instant. */
  latestSession(instantMs: number): TradingSession;
  /** The last session before the instant's date. */
  previousSession(instantMs: number): TradingSession;
  /** The weekdays of a year without trading, as local dates in ascending order. */
  closedWeekdays(year: number): readonly string[];
}

/** Calendars by MIC. */
export type Calendars = ReadonlyMap<string, TradingCalendar>;

/** Creates one calendar per exchange of the data. */
export function createCalendars(data: Pick<MarketData, 'exchanges'>): Calendars {
  return new Map([...data.exchanges.values()].map((exchange) => [exchange.mic, createCalendar(exchange)]));
}

/** Creates the calendar of one exchange. */
function createCalendar(exchange: Exchange): TradingCalendar {
  const sessionOf = createSessionRule(exchange);
  const tableAt = createSessionTables(sessionOf);
  const previousSession = (instantMs: number): TradingSession => nearestSession(sessionOf, dayOf(instantMs), -1);
  return {
    isOpen: (instantMs) => isOpen(tableAt(instantMs), instantMs),
    nextOpen(instantMs) {
      const today = sessionOf(dayOf(instantMs));
      return today !== null && instantMs < today.openMs ? today.openMs : following(sessionOf, instantMs).openMs;
    },
    nextClose(instantMs) {
      const today = sessionOf(dayOf(instantMs));
      return today !== null && instantMs < today.closeMs ? today.closeMs : following(sessionOf, instantMs).closeMs;
    },
    lastOpenInstant: (instantMs) => lastOpenInstant(tableAt(instantMs), instantMs),
    session: (date) => sessionOf(parseDate(date)),
    sessionAt: (instantMs) => sessionOf(dayOf(instantMs)),
    latestSession(instantMs) {
      const today = sessionOf(dayOf(instantMs));
      return today !== null && instantMs >= today.openMs ? today : previousSession(instantMs);
    },
    previousSession,
    closedWeekdays: (year) => closedWeekdays(sessionOf, year),
  };
}

/** Returns the UTC day, which equals the local date of the session; `trading-session.ts` ensures that. */
function dayOf(instantMs: number): number {
  return Math.floor(instantMs / DAY_MS);
}

function following(sessionOf: SessionRule, instantMs: number): TradingSession {
  return nearestSession(sessionOf, dayOf(instantMs), 1);
}

function isOpen(table: SessionTable, instantMs: number): boolean {
  const slot = dayOf(instantMs) - table.firstDay;
  return instantMs >= (table.opensMs[slot] as number) && instantMs < (table.closesMs[slot] as number);
}

function lastOpenInstant(table: SessionTable, instantMs: number): number {
  const slot = dayOf(instantMs) - table.firstDay;
  const opened = instantMs >= (table.opensMs[slot] as number);
  if (!opened) return table.previousClosesMs[slot] as number;
  return Math.min(instantMs, table.closesMs[slot] as number);
}

function closedWeekdays(sessionOf: SessionRule, year: number): readonly string[] {
  const dates: string[] = [];
  for (let day = dayNumberOf(year, 1, 1); yearOf(day) === year; day += 1) {
    if (isWeekday(day) && sessionOf(day) === null) dates.push(formatDate(day));
  }
  return dates;
}

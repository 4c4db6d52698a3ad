/** Lists the sessions of a month at every exchange, with its holidays and half days by name (decision L74). */

import { invariant } from '../../domain/invariant.ts';
import type { DAY_KINDS } from '../../domain/market-choices.ts';
import { formatInstant, parseInstant } from '../../domain/numbers/instant.ts';
import type { TradingCalendar } from '../../market/calendar/calendar.ts';
import { halfDayName, holidayName } from '../../market/calendar/holiday-names.ts';
import type { TradingSession } from '../../market/calendar/trading-session.ts';
import type { Exchange } from '../../market/data/market-data.ts';
import type { World } from '../world.ts';

export interface DayOfExchange {
  /** `2026-03-02`. */
  readonly date: string;
  readonly kind: (typeof DAY_KINDS)[number];
  /** Name of a holiday or half day. */
  readonly name: string | null;
  readonly session: Pick<TradingSession, 'openMs' | 'closeMs' | 'auctionEndMs'> | null;
}

export interface ExchangeMonth {
  readonly mic: string;
  readonly name: string;
  readonly city: string;
  readonly timeZone: string;
  readonly isOpen: boolean;
  readonly nextOpenMs: number;
  readonly nextCloseMs: number;
  readonly days: readonly DayOfExchange[];
}

export interface CalendarMonth {
  /** `2026-03`. */
  readonly month: string;
  readonly exchanges: readonly ExchangeMonth[];
}

const DAY_MS = 86_400_000;

/** `monthMs` is any instant of the month, in UTC. */
export function calendarMonth(
  { market, calendars }: Pick<World, 'market' | 'calendars'>,
  monthMs: number,
  nowMs: number,
): CalendarMonth {
  const days = daysOfMonth(formatInstant(monthMs).slice(0, 7));
  const exchanges = [...market.exchanges.values()].flatMap((exchange) => {
    const calendar = calendars.get(exchange.mic);
    return calendar === undefined ? [] : [calendarOf(exchange, calendar, days, nowMs)];
  });
  return { month: formatInstant(monthMs).slice(0, 7), exchanges };
}

function calendarOf(
  exchange: Exchange,
  calendar: TradingCalendar,
  days: readonly number[],
  nowMs: number,
): ExchangeMonth {
  const { mic, name, city, timeZone } = exchange;
  return {
    mic,
    name,
    city,
    timeZone,
    isOpen: calendar.isOpen(nowMs),
    nextOpenMs: calendar.nextOpen(nowMs),
    nextCloseMs: calendar.nextClose(nowMs),
    days: days.map((dayMs) => dayOf(exchange, calendar, dayMs)),
  };
}

/** A session's local date is its UTC date (`market/trading-session.ts`), so a day is the same in both. */
function dayOf(exchange: Exchange, calendar: TradingCalendar, dayMs: number): DayOfExchange {
  const date = formatInstant(dayMs).slice(0, 10);
  const session = calendar.session(date);
  if (session === null) {
    const isWeekend = [0, 6].includes((Math.floor(dayMs / DAY_MS) + THURSDAY) % 7);
    if (isWeekend) return { date, kind: 'weekend', name: null, session: null };
    return { date, kind: 'holiday', name: holidayName(exchange, dayMs), session: null };
  }
  return {
    date,
    kind: session.halfDay ? 'half_day' : 'full_day',
    name: session.halfDay ? halfDayName(exchange, dayMs) : null,
    session,
  };
}

/** The weekday of 1970-01-01, counted from Sunday. */
const THURSDAY = 4;

function daysOfMonth(month: string): number[] {
  const firstMs = parseInstant(`${month}-01T00:00:00Z`);
  invariant(firstMs !== null, `${month} is no month`);
  return Array.from({ length: 31 }, (_, day) => firstMs + day * DAY_MS).filter(
    (dayMs) => formatInstant(dayMs).slice(0, 7) === month,
  );
}

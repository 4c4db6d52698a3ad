/** The sessions of a month at every exchange, with its holidays and half days by name (decision L74). */

import { invariant } from '../../domain/invariant.ts';
import { formatInstant, parseInstant } from '../../domain/numbers/instant.ts';
import type { TradingCalendar } from '../../market/calendar/calendar.ts';
import { halfDayName, holidayName } from '../../market/calendar/holiday-names.ts';
import type { Exchange } from '../../market/data/market-data.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

/** `monthMs` is any instant of the month, in UTC. */
export function viewCalendars(
  { market, calendars }: Pick<World, 'market' | 'calendars'>,
  monthMs: number,
  nowMs: number,
) {
  const days = daysOfMonth(formatInstant(monthMs).slice(0, 7));
  const exchanges = [...market.exchanges.values()].flatMap((exchange) => {
    const calendar = calendars.get(exchange.mic);
    return calendar === undefined ? [] : [viewCalendar(exchange, calendar, days, nowMs)];
  });
  return { month: formatInstant(monthMs).slice(0, 7), exchanges };
}

function viewCalendar(exchange: Exchange, calendar: TradingCalendar, days: readonly number[], nowMs: number) {
  const { mic, name, city, timeZone } = exchange;
  return {
    mic,
    name,
    city,
    time_zone: timeZone,
    open: calendar.isOpen(nowMs),
    next_open_at: formatInstant(calendar.nextOpen(nowMs)),
    next_close_at: formatInstant(calendar.nextClose(nowMs)),
    days: days.map((dayMs) => viewDay(exchange, calendar, dayMs)),
  };
}

/** A session's local date is its UTC date (`market/trading-session.ts`), so a day is the same in both. */
function viewDay(exchange: Exchange, calendar: TradingCalendar, dayMs: number) {
  const date = formatInstant(dayMs).slice(0, 10);
  const session = calendar.session(date);
  if (session === null) {
    const isWeekend = [0, 6].includes((Math.floor(dayMs / DAY_MS) + THURSDAY) % 7);
    const closed = { date, open_at: null, close_at: null, auction_end_at: null };
    if (isWeekend) return { ...closed, kind: 'weekend' as const, name: null };
    return { ...closed, kind: 'holiday' as const, name: holidayName(exchange, dayMs) };
  }
  return {
    date,
    kind: session.halfDay ? ('half_day' as const) : ('full_day' as const),
    name: session.halfDay ? halfDayName(exchange, dayMs) : null,
    open_at: formatInstant(session.openMs),
    close_at: formatInstant(session.closeMs),
    auction_end_at: formatInstant(session.auctionEndMs),
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

/**
 * `/sim/market/fx/…` and `/sim/market/calendars`: shows rates over time and the sessions of a month
 * (decisions L73, L74).
 */
import type { CalendarDay, CalendarList } from '../../../contract/control/market/market-calendars.ts';
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import type { RateSpan } from '../../../contract/control/market/market-rates.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import {
  type CalendarMonth,
  calendarMonth,
  type DayOfExchange,
  type ExchangeMonth,
} from '../../../engine/market/calendar-month.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';
import { viewCrossRates, viewRatePath } from '../../views/market/view-rate-path.ts';

type MarketViewRows = Pick<typeof marketOperations, 'getRateTable' | 'getRatePath' | 'listCalendars'>;

const DAY_MS = 86_400_000;
const SPAN_MS: Readonly<Record<RateSpan, number>> = {
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1m': 30 * DAY_MS,
  '1y': 365 * DAY_MS,
  '5y': 5 * 365 * DAY_MS,
};

export const marketViewHandlers: HandlersFor<MarketViewRows, 'world'> = {
  getRateTable: ({ world, nowMs }) => accepted(viewCrossRates(world, nowMs)),

  getRatePath: ({ world, query: { currency, span }, nowMs }) =>
    mapOutcome(viewRatePath(world, currency, SPAN_MS[span], nowMs), (path) => ({ span, ...path })),

  listCalendars({ world, query: { month }, nowMs }) {
    const monthMs = parseInstant(`${month ?? ''}-01T00:00:00Z`) ?? nowMs;
    return accepted(viewCalendars(calendarMonth(world, monthMs, nowMs)));
  },
};

/** Returns the calendars of a month in the terms of the control plane (decision L74). */
function viewCalendars({ month, exchanges }: CalendarMonth): CalendarList {
  return { month, exchanges: exchanges.map(viewCalendar) };
}

function viewCalendar({ timeZone, isOpen, nextOpenMs, nextCloseMs, days, mic, name, city }: ExchangeMonth) {
  return {
    mic,
    name,
    city,
    time_zone: timeZone,
    open: isOpen,
    next_open_at: formatInstant(nextOpenMs),
    next_close_at: formatInstant(nextCloseMs),
    days: days.map(viewDay),
  };
}

/** Ends with the kind and name of a closed day, or with the instants of an open one. */
function viewDay({ date, kind, name, session }: DayOfExchange): CalendarDay {
  if (session === null) return { date, open_at: null, close_at: null, auction_end_at: null, kind, name };
  return {
    date,
    kind,
    name,
    open_at: formatInstant(session.openMs),
    close_at: formatInstant(session.closeMs),
    auction_end_at: formatInstant(session.auctionEndMs),
  };
}

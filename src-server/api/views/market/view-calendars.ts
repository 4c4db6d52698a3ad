/** The calendars of a month as the control plane shows them (decision L74). */
import type { CalendarList, CalendarDay as DayView } from '../../../contract/control/market/market-calendars.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { CalendarDay, CalendarMonth, ExchangeMonth } from '../../../engine/market/calendar-month.ts';

export function viewCalendars({ month, exchanges }: CalendarMonth): CalendarList {
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

/** A closed day ends with its kind and name, an open day with its instants. */
function viewDay({ date, kind, name, session }: CalendarDay): DayView {
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

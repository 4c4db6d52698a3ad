/** Whether an exchange has anything new to say at a tick: it trades then, or has traded since the tick before. */
import type { TradingCalendar } from '../../market/calendar/calendar.ts';

/** No session is shorter: at ticks that are no further apart, one that opened and closed in between does not exist. */
const SHORTEST_SESSION_MS = 3_600_000;

/** A look once a day falls on midnight, when everything is closed; what the day has brought is seen all the same. */
export function hasTraded(
  calendar: Pick<TradingCalendar, 'isOpen' | 'nextOpen'>,
  tickMs: number,
  everyMs: number,
): boolean {
  if (calendar.isOpen(tickMs)) return true;
  return everyMs > SHORTEST_SESSION_MS && calendar.nextOpen(tickMs - everyMs) < tickMs;
}

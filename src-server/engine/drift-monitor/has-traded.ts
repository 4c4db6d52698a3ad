/** Whether an exchange has new prices at a tick: it is open then, or has been open since the previous tick. */
import type { TradingCalendar } from '../../market/calendar/calendar.ts';

/** No session is shorter, so none lies between two ticks that are no further apart. */
const SHORTEST_SESSION_MS = 3_600_000;

/** A daily tick falls on midnight, when every exchange is closed; the trading of the day counts all the same. */
export function hasTraded(
  calendar: Pick<TradingCalendar, 'isOpen' | 'nextOpen'>,
  tickMs: number,
  everyMs: number,
): boolean {
  if (calendar.isOpen(tickMs)) return true;
  return everyMs > SHORTEST_SESSION_MS && calendar.nextOpen(tickMs - everyMs) < tickMs;
}

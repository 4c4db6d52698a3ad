/** Decides whether an exchange has new prices at a tick: it is open then, or has been open since the previous tick. */
import type { TradingCalendar } from '../../market/calendar/calendar.ts';

/** No session is shorter, so ticks that are no further apart cannot skip one. */
const SHORTEST_SESSION_MS = 3_600_000;

/** A daily tick is at midnight, when every exchange is closed, but includes the trading of the day. */
export function hasTraded(
  calendar: Pick<TradingCalendar, 'isOpen' | 'nextOpen'>,
  tickMs: number,
  everyMs: number,
): boolean {
  if (calendar.isOpen(tickMs)) return true;
  return everyMs > SHORTEST_SESSION_MS && calendar.nextOpen(tickMs - everyMs) < tickMs;
}

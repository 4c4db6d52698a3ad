/**
 * The time grid of chart bars: where they begin, and which part of them is trading. The grid is fixed in UTC (weeks
 * begin on Monday), so a bar is the same whatever range was requested. Does not know prices.
 */
import type { TradingCalendar } from '../calendar/calendar.ts';
import { DAY_MS } from '../calendar/civil-date.ts';
import type { TradingSession } from '../calendar/trading-session.ts';
import { CLOCK_ORIGIN_MS } from '../calendar/variance-clock.ts';

export interface BarGrid {
  readonly calendar: TradingCalendar;
  /** A divisor of a day, a day, or a week. */
  readonly intervalMs: number;
  /** The present; later times are not known. */
  readonly nowMs: number;
}

/** A span of open time; both ends belong to it. */
export interface GridSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Yields the starts of the bars with trading that begin before `toMs`, latest first, back to the origin of all prices.
 */
export function* tradingStarts({ calendar, intervalMs, nowMs }: BarGrid, toMs: number): Generator<number> {
  if (toMs <= CLOCK_ORIGIN_MS) return;
  // The last bar that begins before `toMs` may begin well before the sessions in it.
  const horizonMs = Math.min(nowMs, Math.max(toMs, barStart(toMs - 1, intervalMs) + intervalMs) - 1);
  let session = calendar.latestSession(horizonMs);
  let last = Number.POSITIVE_INFINITY;
  while (session.openMs >= CLOCK_ORIGIN_MS) {
    const firstMs = barStart(session.openMs, intervalMs);
    const lastMs = barStart(Math.min(session.closeMs - 1, horizonMs), intervalMs);
    for (let startMs = lastMs; startMs >= firstMs; startMs -= intervalMs) {
      if (startMs >= toMs || startMs >= last) continue;
      last = startMs;
      yield startMs;
    }
    session = calendar.previousSession(session.openMs);
  }
}

/**
 * Returns the open time of the bar that begins at `startMs`, up to the present; at least one span for a bar with
 * trading.
 */
export function openSpansOf({ calendar, intervalMs, nowMs }: BarGrid, startMs: number): GridSpan[] {
  const spans: GridSpan[] = [];
  const endMs = startMs + intervalMs;
  for (let dayMs = Math.floor(startMs / DAY_MS) * DAY_MS; dayMs < endMs; dayMs += DAY_MS) {
    const session = calendar.sessionAt(dayMs);
    const span = session === null ? null : openSpan(session, startMs, endMs);
    if (span !== null && span.fromMs <= nowMs) spans.push({ ...span, toMs: Math.min(span.toMs, nowMs) });
  }
  return spans;
}

function openSpan({ openMs, closeMs }: TradingSession, startMs: number, endMs: number): GridSpan | null {
  const fromMs = Math.max(openMs, startMs);
  if (fromMs >= Math.min(closeMs, endMs)) return null;
  // After the close a listing shows the price of its closing instant, so the day's last bar includes it; other instants
  // belong to the bar that begins with them.
  return { fromMs, toMs: endMs >= closeMs ? closeMs : endMs - 1 };
}

function barStart(instantMs: number, intervalMs: number): number {
  return Math.floor((instantMs - MONDAY_MS) / intervalMs) * intervalMs + MONDAY_MS;
}

/** 1970-01-05, the first Monday since the Unix epoch. */
const MONDAY_MS = 4 * DAY_MS;

/**
 * Computes when an instrument goes ex dividend and pays: by its months, the seed and the calendar of its primary
 * exchange.
 */
import { drawUint32, streamKey } from '../../kernel/streams.ts';
import type { TradingCalendar } from '../calendar/calendar.ts';
import { DAY_MS, dayNumberOf, yearOf } from '../calendar/civil-date.ts';
import type { DividendFacts } from '../data/market-data.ts';

export interface ExDate {
  readonly exMs: number;
  readonly payMs: number;
}

/** Yields the ex-dates after an instant without end, each at the opening of its day. */
export function* exDatesAfter(
  seed: number,
  { isin, months, payAfterDays }: Pick<DividendFacts, 'isin' | 'months' | 'payAfterDays'>,
  calendar: TradingCalendar,
  afterMs: number,
): Generator<ExDate> {
  if (months.length === 0) return;
  for (let year = yearOf(Math.floor(afterMs / DAY_MS)); ; year += 1) {
    for (const month of months) {
      const exMs = openingFrom(calendar, dayNumberOf(year, month, dayOfMonth(seed, isin, year, month)));
      if (exMs > afterMs) yield { exMs, payMs: payingFrom(calendar, Math.floor(exMs / DAY_MS), payAfterDays) };
    }
  }
}

/** Returns the opening that many calendar days after an ex-date (a day number of the exchange), or the next one. */
export function payingFrom(calendar: TradingCalendar, exDay: number, afterDays: number): number {
  return openingFrom(calendar, exDay + afterDays);
}

/** Draws a day from the 4th to the 24th, so that the ex-date is in its month whichever days are closed. */
function dayOfMonth(seed: number, isin: string, year: number, month: number): number {
  const key = streamKey(seed, 'market.dividend-ex-day', `${isin}:${year}-${month}`);
  return FIRST_DAY + (drawUint32(key, 0) % DAYS);
}

const FIRST_DAY = 4;
const DAYS = 21;

/** Relies on sessions being on the day of their UTC date. */
function openingFrom(calendar: TradingCalendar, dayNumber: number): number {
  return calendar.nextOpen(dayNumber * DAY_MS - 1);
}

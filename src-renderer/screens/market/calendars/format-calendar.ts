/** Days of a calendar in words and marks, and times where the exchange is. Pure. */
import type { CalendarDay } from '../../../../src-server/contract/control/market/market-calendars.ts';

/** What a day is in a word and in a mark, so that colour says nothing alone. */
export const DAY_KINDS: Readonly<Record<CalendarDay['kind'], { readonly word: string; readonly mark: string }>> = {
  full_day: { word: 'full day', mark: '●' },
  half_day: { word: 'half day', mark: '◐' },
  holiday: { word: 'holiday', mark: '✕' },
  weekend: { word: 'weekend', mark: '' },
};

/** `half day (Christmas Eve)` */
export function describeDay({ kind, name }: CalendarDay): string {
  const { word } = DAY_KINDS[kind];
  return name === null ? word : `${word} (${name})`;
}

/** The month before or after, `YYYY-MM`. */
export function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The time of day of an instant in a zone: `09:00`. */
export function localTime(iso: string, timeZone: string): string {
  return writer(timeZone).format(new Date(iso));
}

const WRITERS = new Map<string, Intl.DateTimeFormat>();

function writer(timeZone: string): Intl.DateTimeFormat {
  const known = WRITERS.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  WRITERS.set(timeZone, made);
  return made;
}

/**
 * Calendar days as integers: days since 1970-01-01 in the proleptic Gregorian calendar, without a time zone. Formats
 * and parses dates and finds weekdays; does not know opening hours or daylight saving.
 */

export const DAY_MS = 86_400_000;

/**
 * Returns the day number of a civil date; months count from 1, and a day past the month's end runs into the next month.
 */
export function dayNumberOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Returns the year of a day number. */
export function yearOf(dayNumber: number): number {
  return new Date(dayNumber * DAY_MS).getUTCFullYear();
}

/** Returns the ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(dayNumber: number): number {
  // Day 0 was a Thursday (4); the double remainder gives the right result before 1970, too.
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** True from Monday to Friday. */
export function isWeekday(dayNumber: number): boolean {
  return weekdayOf(dayNumber) <= 5;
}

/** Formats a day number as `YYYY-MM-DD`. */
export function formatDate(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** Parses `YYYY-MM-DD` to a day number; throws RangeError if it is not a real day. */
export function parseDate(date: string): number {
  const dayNumber = ISO_DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN;
  if (Number.isNaN(dayNumber) || formatDate(dayNumber) !== date) throw new RangeError(`not a date: ${date}`);
  return dayNumber;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

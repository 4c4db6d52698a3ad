/**
 * Formats and parses instants: integers of milliseconds of virtual time since 1970-01-01T00:00:00Z (decision D2). Never
 * reads a clock.
 */

/** Formats an instant as ISO 8601 UTC with milliseconds, e.g. `2026-03-02T09:30:00.000Z`. */
export function formatInstant(instantMs: number): string {
  if (instantMs !== latest.instantMs) latest = { instantMs, text: new Date(instantMs).toISOString() };
  return latest.text;
}

/** Cached, because one response often repeats the same instant. */
let latest = { instantMs: Number.NaN, text: '' };

/** Latest instant of a virtual clock: simulated prices end with the century. */
export const LATEST_CLOCK_MS = Date.UTC(2099, 11, 31, 23, 59, 59, 999);

/**
 * Parses ISO 8601 with a zone (`Z` or an offset) to milliseconds; `null` if it is invalid or names a day or time that
 * does not exist, such as 30 February or 24:00 (decision A9).
 */
export function parseInstant(text: string): number | null {
  const parts = ISO_INSTANT.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour] = parts.slice(1).map(Number) as [number, number, number, number];
  // Date.parse accepts days up to 31 in every month and rolls over into the next.
  if (hour > 23 || day > daysOf(year, month)) return null;
  const instantMs = Date.parse(text);
  return Number.isNaN(instantMs) ? null : instantMs;
}

/** Returns why `text` is not an instant, as the end of a sentence; `null` if it is one. */
export function instantIssue(text: string): string | null {
  if (parseInstant(text) !== null) return null;
  if (ISO_INSTANT.test(text)) return 'names a day or a time that does not exist';
  return 'is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z';
}

/** Returns the number of days in a month that counts from 1. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate();
}

/**
 * Parses numbers with w, d, h, m, s, ms, the largest first (`90m`, `1.5h`, `23h59m59s`), or ISO 8601 (`PT90M`,
 * `P1DT2H`), to ms; `null` otherwise (decision J).
 */
export function parseDuration(text: string): number | null {
  const simple = SIMPLE_DURATION.exec(text);
  if (simple && text !== '')
    return positiveMs(UNITS_MS.reduce((sum, unitMs, index) => sum + Number(simple[index + 1] ?? 0) * unitMs, 0));
  const iso = ISO_DURATION.exec(text);
  if (!iso || text === 'P' || text.endsWith('T')) return null;
  const [, weeks, days, hours, minutes, seconds] = iso;
  return positiveMs(
    Number(weeks ?? 0) * 7 * UNIT_MS.d +
      Number(days ?? 0) * UNIT_MS.d +
      Number(hours ?? 0) * UNIT_MS.h +
      Number(minutes ?? 0) * UNIT_MS.m +
      Number(seconds ?? 0) * UNIT_MS.s,
  );
}

/** Returns why a text is no duration, as the end of a sentence; `otherwise` if it does not resemble one. */
export function durationIssue(text: string, otherwise = 'is not a duration like 90m, 1.5d, 23h59m or PT90M'): string {
  if (text.startsWith('-') && parseDuration(text.slice(1)) !== null) return 'is negative';
  const [, unit] = /^\d+(?:\.\d+)? ?([A-Za-z]+)$/.exec(text) ?? [];
  if (unit !== undefined && !Object.hasOwn(UNIT_MS, unit) && unit !== 'w')
    return `has the unit ${unit}: write w, d, h, m, s or ms, as in 90m or 1.5d`;
  return otherwise;
}

/** Returns the same UTC date and time `years` later; 29 February becomes 1 March if that year has none. */
export function addYears(instantMs: number, years: number): number {
  const date = new Date(instantMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** Returns the same UTC day and time `months` later; the last day of a month that has no such day. */
export function addMonths(instantMs: number, months: number): number {
  const date = new Date(instantMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.setUTCDate(Math.min(day, daysOf(date.getUTCFullYear(), date.getUTCMonth() + 1)));
}

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const UNITS_MS = [7 * UNIT_MS.d, UNIT_MS.d, UNIT_MS.h, UNIT_MS.m, UNIT_MS.s, UNIT_MS.ms];
const SIMPLE_DURATION = new RegExp(
  `^${['w', 'd', 'h', 'm', 's', 'ms'].map((unit) => `(?:(\\d{1,12}(?:\\.\\d{1,6})?)${unit})?`).join('')}$`,
);
const ISO_DURATION =
  /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;
const ISO_INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The pattern of instants for schemas; it cannot check that the day exists. */
export const INSTANT_PATTERN = ISO_INSTANT.source;

function positiveMs(durationMs: number): number | null {
  const rounded = Math.round(durationMs);
  return Number.isSafeInteger(rounded) ? rounded : null;
}

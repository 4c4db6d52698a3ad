/**
 * The list of calendar facts, evaluated by code of this file alone: its Easter, its weekdays and its substitutes are
 * not those of `src-server/market/calendar`. Dates are `YYYY-MM-DD`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FactRow {
  readonly on: string;
  readonly years?: string;
  readonly but?: readonly number[];
  readonly sources?: readonly string[];
}

interface Facts {
  readonly first_year: number;
  readonly last_year: number;
  readonly sources: Readonly<Record<string, string>>;
  readonly calendars: Readonly<
    Record<
      string,
      {
        readonly sources: readonly string[];
        readonly closed: readonly FactRow[];
        readonly half_days: { readonly close: string; readonly on: readonly FactRow[] };
        readonly exchange_calendars: {
          readonly weekdays_closed: string;
          readonly half_days: string;
          readonly differs: readonly { readonly of: string; readonly years: string; readonly more: number }[];
        };
        readonly open: readonly string[];
      }
    >
  >;
}

const file = join(import.meta.dirname, '../../../fixtures/market/calendar-facts.json');
export const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
/** The rows of a year that fall on weekdays, in order. */
export function weekdaysIn(rows: readonly FactRow[], year: number): string[] {
  const inForce = rows.filter((row) => holdsIn(row, year));
  const days = new Set(inForce.filter(({ on }) => !on.endsWith('next free weekday')).map(({ on }) => dayOf(on, year)));
  for (const { on } of inForce.filter(({ on }) => on.endsWith('next free weekday'))) {
    let day = dayOf(on.slice(0, 5), year);
    while (isWeekend(day) || days.has(day)) day = plus(day, 1);
    days.add(day);
  }
  return [...days].filter((day) => !isWeekend(day)).sort();
}

export function holdsIn({ on, years: span, but }: Partial<FactRow>, year: number): boolean {
  if (on !== undefined && /^\d{4}-/.test(on)) return on.startsWith(`${year}-`);
  const [first, last] = (span ?? '-').split('-');
  return year >= Number(first || 0) && year <= Number(last || 9999) && !but?.includes(year);
}

function dayOf(on: string, year: number): string {
  if (/^\d{4}-/.test(on)) return on;
  if (on.startsWith('easter')) return plus(easter(year), Number(on.slice('easter'.length)));
  const [weekday = '', from] = on.split(' from ');
  if (from !== undefined) {
    let day = `${year}-${from}`;
    while (nameOf(day) !== weekday) day = plus(day, 1);
    return day;
  }
  let day = `${year}-${on.slice(0, 5)}`;
  if (on.endsWith('or the weekday before')) while (isWeekend(day)) day = plus(day, -1);
  return day;
}

/** By the tables of the Gregorian calendar, which are valid from 1900 to 2099. */
function easter(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const late = moon + sunday === 35 || (moon === 28 && sunday === 6 && year % 19 > 10) ? 7 : 0;
  return plus(`${year}-03-22`, moon + sunday - late);
}

export function weekdaysOf(year: number): string[] {
  return Array.from({ length: 366 }, (_, index) => plus(`${year}-01-01`, index)).filter(
    (day) => day.startsWith(`${year}`) && !isWeekend(day),
  );
}

export function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function nameOf(day: string): string | undefined {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
}

export function isWeekend(day: string): boolean {
  return nameOf(day) === 'saturday' || nameOf(day) === 'sunday';
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

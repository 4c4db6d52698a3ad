/**
 * Tax years: in GB from 6 April to 5 April, named `2026/27`; elsewhere the calendar year, named `2026`. Days are
 * counted from 1970-01-01 where the tax is owed.
 */

import { formatInstant, parseInstant } from '../numbers/instant.ts';

/** Both days belong to the year. */
export interface TaxYearSpan {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Returns the name of the tax year of a day; `jurisdiction` is an ISO 3166-1 code, or `null` if none is known. */
export function taxYearOf(jurisdiction: string | null, day: number): string {
  const date = formatDay(day);
  const year = Number(date.slice(0, 4));
  if (jurisdiction !== 'GB') return yearName(year);
  return britishName(date.slice(5) < '04-06' ? year - 1 : year);
}

/** Returns first and last day of a named tax year; `null` if the jurisdiction has none of that name. */
export function taxYearSpan(jurisdiction: string | null, taxYear: string): TaxYearSpan | null {
  // Any other format of the year is not its name.
  const year = Number(taxYear.slice(0, 4));
  if (taxYear !== (jurisdiction === 'GB' ? britishName(year) : yearName(year))) return null;
  const start = jurisdiction === 'GB' ? '04-06' : '01-01';
  const next = dayOfDate(`${yearName(year + 1)}-${start}`);
  const firstDay = dayOfDate(`${yearName(year)}-${start}`);
  return firstDay === null || next === null ? null : { firstDay, lastDay: next - 1 };
}

/** Formats a day as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return formatInstant(day * DAY_MS).slice(0, 10);
}

const DAY_MS = 86_400_000;

function yearName(year: number): string {
  return String(year).padStart(4, '0');
}

function britishName(startYear: number): string {
  return `${yearName(startYear)}/${yearName(startYear + 1).slice(-2)}`;
}

function dayOfDate(date: string): number | null {
  const instantMs = parseInstant(`${date}T00:00Z`);
  return instantMs === null ? null : instantMs / DAY_MS;
}

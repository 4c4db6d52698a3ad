/** Names of holidays and half days, by the rules of the exchanges' calendars. Does not decide which days are closed. */

import type { Exchange } from '../data/market-data.ts';
import { DAY_MS, yearOf } from './civil-date.ts';
import { type HolidayRule, holidaysIn, isSubstitute } from './holidays.ts';

/** By month and day, preceded by a country that has another name for the day. */
const FIXED: Readonly<Record<string, string>> = {
  '1-1': 'New Year’s Day',
  '1-2': 'Berchtold’s Day',
  '1-5': 'Eve of Epiphany',
  '1-6': 'Epiphany',
  '4-30': 'Walpurgis Eve',
  'NL 4-30': 'Queen’s Day',
  '5-1': 'Labour Day',
  '5-17': 'Constitution Day',
  '6-5': 'Constitution Day',
  '6-6': 'National Day',
  '7-14': 'National Day',
  '8-1': 'National Day',
  '8-15': 'Assumption Day',
  '10-3': 'Day of German Unity',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'Second day of Christmas',
  'GB 12-26': 'Boxing Day',
  '12-30': 'Last trading day of the year',
  '12-31': 'New Year’s Eve',
};

const EASTER: Readonly<Record<number, string>> = {
  [-4]: 'Wednesday before Easter',
  [-3]: 'Maundy Thursday',
  [-2]: 'Good Friday',
  1: 'Easter Monday',
  26: 'General Prayer Day',
  38: 'Eve of Ascension',
  39: 'Ascension Day',
  40: 'Day after Ascension',
  50: 'Whit Monday',
};

const MOVABLE: Readonly<Record<string, string>> = {
  '5 monday 1': 'Early May bank holiday',
  '5 monday -1': 'Spring bank holiday',
  '8 monday -1': 'Summer bank holiday',
  '6 friday on or after 19': 'Midsummer Eve',
  '10 friday on or after 30': 'Eve of All Saints',
};

/** Returns the holiday of a weekday on which the exchange is closed. */
export function holidayName({ holidays, country }: Pick<Exchange, 'holidays' | 'country'>, instantMs: number): string {
  return nameOn(holidays, instantMs, country) ?? 'Closed day';
}

/** Returns why the session of a day is short. */
export function halfDayName({ halfDay, country }: Pick<Exchange, 'halfDay' | 'country'>, instantMs: number): string {
  return nameOn(halfDay.days, instantMs, country) ?? 'Half day';
}

function nameOn(rules: readonly HolidayRule[], instantMs: number, country: string): string | null {
  const day = Math.floor(instantMs / DAY_MS);
  const rule = holidaysIn(rules, yearOf(day)).get(day);
  if (rule === undefined) return null;
  const name = nameOf(rule, country);
  return isSubstitute(rule, day) ? `${name ?? 'Holiday'} (substitute)` : name;
}

function nameOf(rule: HolidayRule, country: string): string | null {
  switch (rule.kind) {
    case 'fixed':
      return FIXED[`${country} ${rule.month}-${rule.day}`] ?? FIXED[`${rule.month}-${rule.day}`] ?? null;
    case 'easter':
      return EASTER[rule.offsetDays] ?? null;
    case 'nth':
      return MOVABLE[`${rule.month} ${rule.weekday} ${rule.nth}`] ?? null;
    case 'on-or-after':
      return MOVABLE[`${rule.month} ${rule.weekday} on or after ${rule.onOrAfter}`] ?? null;
    case 'one-off':
      return rule.name;
    case 'own':
      return 'Day of this world';
  }
}

/**
 * What a day without trading, or a short one, is called. Owns the names of the rules in the exchanges' calendars;
 * decides no day.
 */

import type { Exchange } from '../data/market-data.ts';
import { DAY_MS, isWeekday, yearOf } from './civil-date.ts';
import { type HolidayRule, ruleDay } from './holidays.ts';

/** By month and day; with a country before it where that calls it otherwise. */
const FIXED: Readonly<Record<string, string>> = {
  '1-1': 'New Year’s Day',
  '1-2': 'Berchtold’s Day',
  '1-5': 'Eve of Epiphany',
  '1-6': 'Epiphany',
  '4-30': 'Walpurgis Eve',
  '5-1': 'Labour Day',
  '5-17': 'Constitution Day',
  '6-5': 'Constitution Day',
  '6-6': 'National Day',
  '8-1': 'National Day',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'Second day of Christmas',
  'GB 12-26': 'Boxing Day',
  '12-31': 'New Year’s Eve',
};

const EASTER: Readonly<Record<number, string>> = {
  [-4]: 'Wednesday before Easter',
  [-3]: 'Maundy Thursday',
  [-2]: 'Good Friday',
  1: 'Easter Monday',
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
};

/** The holiday of a weekday on which the exchange is closed. */
export function holidayName({ holidays, country }: Pick<Exchange, 'holidays' | 'country'>, instantMs: number): string {
  const day = Math.floor(instantMs / DAY_MS);
  return nameOn(holidays, day, country) ?? substituteName(holidays, day, country) ?? 'Closed day';
}

/** Why the session of a day is short. */
export function halfDayName({ halfDay, country }: Pick<Exchange, 'halfDay' | 'country'>, instantMs: number): string {
  return nameOn(halfDay?.days ?? [], Math.floor(instantMs / DAY_MS), country) ?? 'Half day';
}

function nameOn(rules: readonly HolidayRule[], day: number, country: string): string | null {
  const rule = rules.find((each) => ruleDay(each, yearOf(day)) === day);
  return rule === undefined ? null : nameOf(rule, country);
}

/** Holidays are put off in the order of their dates, as `holidaysIn` does it, so each finds its own substitute. */
function substituteName(rules: readonly HolidayRule[], day: number, country: string): string | null {
  const dayOf = (rule: HolidayRule): number => ruleDay(rule, yearOf(day));
  const isPutOff = (rule: HolidayRule): boolean => rule.kind === 'fixed' && rule.substitute;
  const taken = new Set(rules.filter((rule) => !isPutOff(rule)).map(dayOf));
  for (const rule of rules.filter(isPutOff).sort((left, right) => dayOf(left) - dayOf(right))) {
    let observed = dayOf(rule);
    while (!isWeekday(observed) || taken.has(observed)) observed += 1;
    taken.add(observed);
    if (observed === day) return `${nameOf(rule, country) ?? 'Holiday'} (substitute)`;
  }
  return null;
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
    case 'day':
      return 'Day of this world';
  }
}

/**
 * Computes the days of holiday rules, for any year: the kinds of rules that the exchanges' calendars use, and the days
 * to which weekends move them. Does not know opening hours; a rule may fall on a weekend.
 */
import { dayNumberOf, isWeekday, weekdayOf, yearOf } from './civil-date.ts';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** The first and the last year in which a rule applies, and years between them in which it does not. */
interface RuleYears {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly except?: readonly number[] | undefined;
}

/**
 * `nth` counts from 1, or is -1 for the month's last; `onOrAfter` is a day of the month; a single `day` is a day
 * number, of the exchange (`one-off`) or of a single world (`own`). A substitute is the next weekday that is still
 * free, or the weekday before.
 */
export type HolidayRule =
  | (RuleYears &
      (
        | {
            readonly kind: 'fixed';
            readonly month: number;
            readonly day: number;
            readonly substitute?: 'next-weekday' | 'previous-weekday' | undefined;
          }
        | { readonly kind: 'easter'; readonly offsetDays: number }
        | { readonly kind: 'nth'; readonly month: number; readonly weekday: Weekday; readonly nth: number }
        | {
            readonly kind: 'on-or-after';
            readonly month: number;
            readonly weekday: Weekday;
            readonly onOrAfter: number;
          }
      ))
  | { readonly kind: 'one-off'; readonly day: number; readonly name: string }
  | { readonly kind: 'own'; readonly day: number };

/** Returns the rules of a year by the day numbers on which they fall; of two on one day, the first in the list. */
export function holidaysIn(rules: readonly HolidayRule[], year: number): ReadonlyMap<number, HolidayRule> {
  const days = new Map<number, HolidayRule>();
  const dated = rules.filter((rule) => holdsIn(rule, year)).map((rule) => ({ rule, day: ruleDay(rule, year) }));
  for (const { rule, day } of dated) if (!movesOn(rule) && !days.has(day)) days.set(day, rule);
  // In date order, so that of two holidays on one weekend the later one is moved further.
  for (const { rule, day } of dated.filter(({ rule }) => movesOn(rule)).sort((a, b) => a.day - b.day)) {
    let observed = day;
    while (!isWeekday(observed) || days.has(observed)) observed += 1;
    days.set(observed, rule);
  }
  return days;
}

/** Whether a day is the substitute of a rule that falls on a later or earlier day. */
export function isSubstitute(rule: HolidayRule, day: number): boolean {
  return movesOn(rule) && ruleDay(rule, yearOf(day)) !== day;
}

/** Returns Easter Sunday of the Western churches (the anonymous Gregorian computus). */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + skipped + 15) % 30;
  const fullMoon = epact - Math.floor((golden + 11 * epact) / 319);
  const shift = (2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - (yearOfCentury % 4) - fullMoon + 32) % 7;
  const month = Math.floor((fullMoon + shift + 90) / 25);
  return dayNumberOf(year, month, (fullMoon + shift + month + 19) % 32);
}

function holdsIn(rule: HolidayRule, year: number): boolean {
  if (rule.kind === 'one-off' || rule.kind === 'own') return yearOf(rule.day) === year;
  const { from = year, until = year, except = [] } = rule;
  return from <= year && year <= until && !except.includes(year);
}

function movesOn(rule: HolidayRule): boolean {
  return rule.kind === 'fixed' && rule.substitute === 'next-weekday';
}

/**
 * Returns the day number of a rule in a year; only a rule that is moved to the next weekday may take effect on another
 * day.
 */
function ruleDay(rule: HolidayRule, year: number): number {
  switch (rule.kind) {
    case 'fixed': {
      const day = dayNumberOf(year, rule.month, rule.day);
      return rule.substitute === 'previous-weekday' ? weekdayUpTo(day) : day;
    }
    case 'easter':
      return easterSunday(year) + rule.offsetDays;
    case 'nth':
      return rule.nth < 0
        ? weekdayOnOrAfter(dayNumberOf(year, rule.month + 1, 1) + 7 * rule.nth, rule.weekday)
        : weekdayOnOrAfter(dayNumberOf(year, rule.month, 1) + 7 * (rule.nth - 1), rule.weekday);
    case 'on-or-after':
      return weekdayOnOrAfter(dayNumberOf(year, rule.month, rule.onOrAfter), rule.weekday);
    case 'one-off':
    case 'own':
      return rule.day;
  }
}

function weekdayUpTo(dayNumber: number): number {
  return dayNumber - Math.max(0, weekdayOf(dayNumber) - 5);
}

function weekdayOnOrAfter(dayNumber: number, weekday: Weekday): number {
  return dayNumber + ((WEEKDAYS.indexOf(weekday) + 1 - weekdayOf(dayNumber) + 7) % 7);
}

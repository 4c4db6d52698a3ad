/**
 * Holiday rules turned into days, for any year. Owns the kinds of rule the exchanges' calendars use and the substitute
 * days; knows nothing of opening hours, and a rule may well fall on a weekend.
 */
import { dayNumberOf, isWeekday, weekdayOf } from './civil-date.ts';

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/**
 * `nth` counts from 1, or -1 for the month's last; `onOrAfter` is a day of the month; a single `day` is a day number.
 */
export type HolidayRule =
  | { readonly kind: 'fixed'; readonly month: number; readonly day: number; readonly substitute: boolean }
  | { readonly kind: 'easter'; readonly offsetDays: number }
  | { readonly kind: 'nth'; readonly month: number; readonly weekday: Weekday; readonly nth: number }
  | { readonly kind: 'on-or-after'; readonly month: number; readonly weekday: Weekday; readonly onOrAfter: number }
  | { readonly kind: 'day'; readonly day: number };

/**
 * Day numbers of every rule in a year, and of single days in any year. A substituted holiday moves to the next weekday
 * that is still free.
 */
export function holidaysIn(rules: readonly HolidayRule[], year: number): ReadonlySet<number> {
  const days = new Set<number>();
  for (const rule of rules) if (!hasSubstitute(rule)) days.add(ruleDay(rule, year));
  // In date order, so that of two holidays on one weekend the later one is pushed on.
  const movable = rules.filter(hasSubstitute).map((rule) => ruleDay(rule, year));
  for (const day of movable.sort((a, b) => a - b)) {
    let observed = day;
    while (!isWeekday(observed) || days.has(observed)) observed += 1;
    days.add(observed);
  }
  return days;
}

/** Easter Sunday of the Western churches (the anonymous Gregorian computus). */
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

const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function hasSubstitute(rule: HolidayRule): boolean {
  return rule.kind === 'fixed' && rule.substitute;
}

/** The day number of a rule in a year, whether or not it is a weekday. */
export function ruleDay(rule: HolidayRule, year: number): number {
  switch (rule.kind) {
    case 'fixed':
      return dayNumberOf(year, rule.month, rule.day);
    case 'easter':
      return easterSunday(year) + rule.offsetDays;
    case 'nth':
      return rule.nth < 0
        ? weekdayOnOrAfter(dayNumberOf(year, rule.month + 1, 1) + 7 * rule.nth, rule.weekday)
        : weekdayOnOrAfter(dayNumberOf(year, rule.month, 1) + 7 * (rule.nth - 1), rule.weekday);
    case 'day':
      return rule.day;
    case 'on-or-after':
      return weekdayOnOrAfter(dayNumberOf(year, rule.month, rule.onOrAfter), rule.weekday);
  }
}

function weekdayOnOrAfter(dayNumber: number, weekday: Weekday): number {
  return dayNumber + ((WEEKDAYS.indexOf(weekday) + 1 - weekdayOf(dayNumber) + 7) % 7);
}

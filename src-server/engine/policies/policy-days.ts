/**
 * Decides when policies act: on dates of their calendars, and at openings of the portfolio's exchanges. A day is open
 * if all of them are (decision O6).
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { TradingCalendar } from '../../market/calendar/calendar.ts';
import { DAY_MS, dayNumberOf, formatDate, isWeekday } from '../../market/calendar/civil-date.ts';
import type { World } from '../world.ts';
import { afterOpenMs, type CalendarCondition } from './policy.ts';

type DayWorld = Pick<World, 'calendars' | 'portfolios' | 'market'>;

/** Returns the exchanges of its positions and the primary exchanges of its targets; all exchanges if it has neither. */
export function exchangesOf(world: DayWorld, portfolioId: string): TradingCalendar[] {
  return exchangesOfHoldings(world, world.portfolios.positions(portfolioId), world.portfolios.targets(portfolioId));
}

export function exchangesOfHoldings(
  { calendars, market }: Pick<World, 'calendars' | 'market'>,
  positions: readonly { readonly mic: string }[],
  targets: readonly { readonly isin: string }[],
): TradingCalendar[] {
  const mics = new Set(positions.map(({ mic }) => mic));
  for (const { isin } of targets) {
    const home = market.instruments.get(isin)?.primaryExchange;
    if (home !== undefined) mics.add(home);
  }
  const found = [...mics].flatMap((mic) => calendars.get(mic) ?? []);
  return found.length > 0 ? found : [...calendars.values()];
}

/** Returns when a condition is due for the first time after an instant. */
export function nextDate(exchanges: readonly TradingCalendar[], condition: CalendarCondition, afterMs: number): number {
  const months = MONTHS[condition.every];
  // A date of the period before may have been moved into this one.
  for (let month = periodOf(condition, afterMs) - months; ; month += months) {
    const dueMs = dueIn(exchanges, condition, month);
    if (dueMs > afterMs) return dueMs;
  }
}

/** Returns when a condition is due in the period whose date was `dueMs` at other exchanges. */
export function sameDate(exchanges: readonly TradingCalendar[], condition: CalendarCondition, dueMs: number): number {
  const month = periodOf(condition, dueMs);
  const isMoved =
    typeof condition.day === 'number' && firstDayOf(month) + condition.day - 1 > Math.floor(dueMs / DAY_MS);
  return dueIn(exchanges, condition, isMoved ? month - MONTHS[condition.every] : month);
}

/** Returns the first month of the period of an instant, counted from the year 0. */
function periodOf({ every }: CalendarCondition, instantMs: number): number {
  const [year = 0, monthOfYear = 1] = formatInstant(instantMs).split('-', 2).map(Number);
  const month = year * 12 + monthOfYear - 1;
  return month - (month % MONTHS[every]);
}

function dueIn(exchanges: readonly TradingCalendar[], condition: CalendarCondition, month: number): number {
  return openingOn(exchanges, dayOf(exchanges, condition, month)) + afterOpenMs(condition);
}

/** Whether a date of a condition is another day than the weekday that a normal calendar shows for it. */
export function isMovedDate({ day }: CalendarCondition, dueMs: number): boolean {
  const [year = 0, month = 1] = formatInstant(dueMs).split('-', 2).map(Number);
  const step = day === 'last' ? -1 : 1;
  const wanted = typeof day === 'number' ? dayNumberOf(year, month, day) : dayNumberOf(year, month, 1);
  let expected = day === 'last' ? dayNumberOf(Math.floor((year * 12 + month) / 12), (month % 12) + 1, 1) - 1 : wanted;
  while (!isWeekday(expected)) expected += step;
  return expected !== Math.floor(dueMs / DAY_MS);
}

/** Returns the instant itself while all exchanges are open, else their next common opening. */
export function openFrom(exchanges: readonly TradingCalendar[], instantMs: number): number {
  const today = Math.floor(instantMs / DAY_MS);
  if (exchanges.every((exchange) => exchange.isOpen(instantMs))) return instantMs;
  const opensMs = isOpenDay(exchanges, today) ? openingOn(exchanges, today) : Number.NEGATIVE_INFINITY;
  return opensMs > instantMs ? opensMs : openingOn(exchanges, nextOpenDay(exchanges, today + 1));
}

/**
 * Returns the instant that is the condition's delay after the opening of the first open day, from the day of
 * `instantMs` on.
 */
export function dueFrom(exchanges: readonly TradingCalendar[], condition: CalendarCondition, instantMs: number) {
  const day = nextOpenDay(exchanges, Math.floor(instantMs / DAY_MS));
  return openingOn(exchanges, day) + afterOpenMs(condition);
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
/** No exchange is closed for longer; together they may be for a little more. */
const MAX_CLOSED_DAYS = 366;

/** `month` counts from the year 0 and is the first one of its period. */
function dayOf(exchanges: readonly TradingCalendar[], { every, day }: CalendarCondition, month: number): number {
  const firstDay = firstDayOf(month);
  if (day !== 'last') return nextOpenDay(exchanges, firstDay + (day === 'first' ? 0 : day - 1));
  let last = firstDayOf(month + MONTHS[every]) - 1;
  while (last > firstDay && !isOpenDay(exchanges, last)) last -= 1;
  return nextOpenDay(exchanges, last);
}

function firstDayOf(month: number): number {
  return dayNumberOf(Math.floor(month / 12), (month % 12) + 1, 1);
}

function nextOpenDay(exchanges: readonly TradingCalendar[], dayNumber: number): number {
  for (let day = dayNumber; day <= dayNumber + MAX_CLOSED_DAYS; day += 1) if (isOpenDay(exchanges, day)) return day;
  throw new RangeError(`no day within a year of ${formatDate(dayNumber)} on which all exchanges are open`);
}

function isOpenDay(exchanges: readonly TradingCalendar[], dayNumber: number): boolean {
  const date = formatDate(dayNumber);
  return exchanges.every((exchange) => exchange.session(date) !== null);
}

/** Returns when the last of them opens. */
function openingOn(exchanges: readonly TradingCalendar[], dayNumber: number): number {
  const date = formatDate(dayNumber);
  return Math.max(...exchanges.map((exchange) => exchange.session(date)?.openMs ?? Number.NEGATIVE_INFINITY));
}

/**
 * The calendars of all exchanges from 2000 to 2035, held against the list of facts with sources. The list is evaluated by
 * code of this file alone: its Easter, its weekdays and its substitutes are not those of `src-server/market/calendar`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { makeMarket } from '../market-fixture.ts';

interface Row {
  readonly on: string;
  readonly years?: string;
  readonly but?: readonly number[];
  readonly sources?: readonly string[];
}

interface Facts {
  readonly first_year: number;
  readonly last_year: number;
  readonly sources: Readonly<Record<string, string>>;
  readonly exchanges: Readonly<
    Record<
      string,
      {
        readonly sources: readonly string[];
        readonly closed: readonly Row[];
        readonly half_days: { readonly close: string; readonly on: readonly Row[] };
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
const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
const { calendars, data } = makeMarket(1);
const years = Array.from({ length: facts.last_year - facts.first_year + 1 }, (_, index) => facts.first_year + index);

describe('the calendar facts', () => {
  test(
    'cover every exchange and 36 years, each row with two sources or the notice of an exchange',
    proves('L74'),
    () => {
      expect(Object.keys(facts.exchanges)).toEqual([...data.exchanges.keys()]);
      expect(years).toHaveLength(36);
      for (const { sources, closed, half_days, open } of Object.values(facts.exchanges)) {
        expect(new Set(sources).size).toBeGreaterThan(1);
        expect(open.length).toBeGreaterThan(0);
        const named = [...closed, ...half_days.on].flatMap((row) => row.sources ?? []);
        for (const source of [...sources, ...named]) expect(facts.sources[source], source).toBeDefined();
      }
    },
  );

  test.each(Object.entries(facts.exchanges))('close %s on no other weekdays', (mic, { closed }) => {
    for (const year of years) {
      expect(calendars.get(mic)?.closedWeekdays(year)).toEqual(weekdaysIn(closed, year));
    }
  });

  test.each(Object.entries(facts.exchanges))('close %s early on no other days, and when it does', (mic, fact) => {
    const { timeZone = '' } = data.exchanges.get(mic) ?? {};
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
    for (const year of years) {
      const closed = weekdaysIn(fact.closed, year);
      const early = weekdaysIn(fact.half_days.on, year).filter((date) => !closed.includes(date));
      const sessions = weekdaysOf(year).flatMap((date) => calendars.get(mic)?.session(date) ?? []);
      const halfDays = sessions.filter(({ halfDay }) => halfDay);
      expect(halfDays.map(({ date }) => date)).toEqual(early);
      expect(new Set(halfDays.map(({ closeMs }) => clock.format(closeMs)))).toEqual(
        new Set(early.length === 0 ? [] : [fact.half_days.close]),
      );
    }
  });

  test.each(Object.entries(facts.exchanges))(
    'are those of exchange_calendars at %s, but for what is said',
    (_, fact) => {
      const { differs, ...counts } = fact.exchange_calendars;
      const closed = years.map((year) => weekdaysIn(fact.closed, year));
      const early = years.map((year, index) =>
        weekdaysIn(fact.half_days.on, year).filter((date) => !closed[index]?.includes(date)),
      );
      for (const [of, ours] of [
        ['weekdays_closed', closed],
        ['half_days', early],
      ] as const) {
        const theirs = counts[of].split(' ').map(Number);
        const more = years.map((year) =>
          differs.filter((each) => each.of === of && holdsIn(each, year)).reduce((sum, each) => sum + each.more, 0),
        );
        expect(ours.map(({ length }, index) => length - (more[index] ?? 0))).toEqual(theirs);
      }
    },
  );

  test.each([
    ['XSTO', '2026-10-30', '12:55'],
    ['XSTO', '2027-11-05', '12:55'],
    ['XLON', '2028-12-22', '12:30'],
    ['XLON', '2028-12-29', '12:30'],
    ['XETR', '2026-12-30', '14:00'],
    ['XETR', '2028-12-29', '14:00'],
    ['XPAR', '2027-12-24', '14:00'],
    ['XOSL', '2027-03-24', '13:00'],
    ['XMIL', '2025-08-15', null],
    ['XLON', '2002-06-03', null],
    ['XLON', '2011-04-29', null],
    ['XLON', '2012-06-04', null],
    ['XLON', '2012-06-05', null],
    ['XLON', '2020-05-08', null],
    ['XLON', '2022-06-02', null],
    ['XLON', '2022-06-03', null],
    ['XLON', '2022-09-19', null],
    ['XLON', '2023-05-08', null],
    ['XLON', '2012-05-28', '16:30'],
    ['XLON', '2020-05-04', '16:30'],
    ['XLON', '2022-05-30', '16:30'],
    ['XCSE', '2023-05-05', null],
    ['XCSE', '2024-04-26', '16:55'],
    ['XCSE', '2008-05-02', '16:55'],
    ['XETR', '2021-05-24', null],
    ['XETR', '2022-06-06', '17:30'],
    ['XETR', '2000-10-03', null],
    ['XETR', '2001-10-03', '17:30'],
    ['XSTO', '2004-05-31', null],
    ['XSTO', '2003-06-06', '17:25'],
    ['XPAR', '2001-12-31', null],
    ['XAMS', '2001-04-30', null],
    ['XOSL', '2010-03-31', '16:20'],
  ])('have %s on %s end at %s', (mic, date, close) => {
    const session = calendars.get(mic)?.session(date);
    const { timeZone = '' } = data.exchanges.get(mic) ?? {};
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
    expect(session ? clock.format(session.closeMs) : null).toBe(close);
  });
});

/** The rows of a year that fall on weekdays, in order. */
function weekdaysIn(rows: readonly Row[], year: number): string[] {
  const held = rows.filter((row) => holdsIn(row, year));
  const days = new Set(held.filter(({ on }) => !on.endsWith('next free weekday')).map(({ on }) => dayOf(on, year)));
  for (const { on } of held.filter(({ on }) => on.endsWith('next free weekday'))) {
    let day = dayOf(on.slice(0, 5), year);
    while (isWeekend(day) || days.has(day)) day = plus(day, 1);
    days.add(day);
  }
  return [...days].filter((day) => !isWeekend(day)).sort();
}

function holdsIn({ on, years: span, but }: Partial<Row>, year: number): boolean {
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

/** By the tables of the Gregorian calendar, which hold from 1900 to 2099. */
function easter(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const late = moon + sunday === 35 || (moon === 28 && sunday === 6 && year % 19 > 10) ? 7 : 0;
  return plus(`${year}-03-22`, moon + sunday - late);
}

function weekdaysOf(year: number): string[] {
  return Array.from({ length: 366 }, (_, index) => plus(`${year}-01-01`, index)).filter(
    (day) => day.startsWith(`${year}`) && !isWeekend(day),
  );
}

function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function nameOf(day: string): string | undefined {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
}

function isWeekend(day: string): boolean {
  return nameOf(day) === 'saturday' || nameOf(day) === 'sunday';
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

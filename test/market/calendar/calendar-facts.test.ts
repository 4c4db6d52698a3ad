/** The calendars of all exchanges from 2000 to 2035, compared with the list of facts with sources. */
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { makeMarket } from '../market-fixture.ts';
import { facts, holdsIn, weekdaysIn, weekdaysOf } from './calendar-facts.ts';

const { calendars, data } = makeMarket(1);
const years = Array.from({ length: facts.last_year - facts.first_year + 1 }, (_, index) => facts.first_year + index);

describe('the calendar facts', () => {
  test(
    'cover every exchange and 36 years, each row with two sources or the notice of an exchange',
    proves('L74'),
    () => {
      expect(Object.keys(facts.calendars)).toEqual([...data.exchanges.keys()]);
      expect(years).toHaveLength(36);
      for (const { sources, closed, half_days, open } of Object.values(facts.calendars)) {
        expect(new Set(sources).size).toBeGreaterThan(1);
        expect(open.length).toBeGreaterThan(0);
        const named = [...closed, ...half_days.on].flatMap((row) => row.sources ?? []);
        for (const source of [...sources, ...named]) expect(facts.sources[source], source).toBeDefined();
      }
    },
  );

  test.each(Object.entries(facts.calendars))('close %s on no other weekdays', (mic, { closed }) => {
    for (const year of years) {
      expect(calendars.get(mic)?.closedWeekdays(year)).toEqual(weekdaysIn(closed, year));
    }
  });

  test.each(Object.entries(facts.calendars))('close %s early on no other days, and at the right time', (mic, fact) => {
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

  test.each(Object.entries(facts.calendars))(
    'equal exchange_calendars at %s, except for listed differences',
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

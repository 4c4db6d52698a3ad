import { describe, expect, it } from 'vitest';
import { dayNumberOf, formatDate } from '../../../src-server/market/calendar/civil-date.ts';
import { easterSunday, type HolidayRule, holidaysIn } from '../../../src-server/market/calendar/holidays.ts';

const christmas: HolidayRule = { kind: 'fixed', month: 12, day: 25, substitute: 'next-weekday' };
const boxingDay: HolidayRule = { kind: 'fixed', month: 12, day: 26, substitute: 'next-weekday' };
const newYear: HolidayRule = { kind: 'fixed', month: 1, day: 1, substitute: 'next-weekday' };

describe('holiday rules', () => {
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
  ])('put Easter Sunday of %i on %s', (year, date) => {
    expect(formatDate(easterSunday(year))).toBe(date);
  });

  it.each([
    [2021, ['2021-12-27', '2021-12-28'], 'Saturday and Sunday move to Monday and Tuesday'],
    [2022, ['2022-12-26', '2022-12-27'], 'Sunday moves past the holiday on Monday'],
    [2026, ['2026-12-25', '2026-12-28'], 'Friday stays, Saturday moves to Monday'],
    [2027, ['2027-12-27', '2027-12-28'], 'Saturday and Sunday move to Monday and Tuesday'],
  ])('substitute Christmas and Boxing Day of %i', (year, dates) => {
    expect(days([christmas, boxingDay], year)).toEqual(dates);
  });

  it('substitute a New Year on a Saturday with the Monday', () => {
    expect(days([newYear], 2028)).toEqual(['2028-01-03']);
  });

  it('leave a holiday without substitute on its weekend', () => {
    expect(days([{ kind: 'fixed', month: 12, day: 26 }], 2026)).toEqual(['2026-12-26']);
  });

  it.each([
    [2027, '2027-12-24', 'a Friday stays'],
    [2022, '2022-12-23', 'Saturday moves to the Friday before'],
    [2028, '2028-12-22', 'Sunday moves to the Friday before'],
  ])('use the weekday before for Christmas Eve of %i', (year, date) => {
    expect(days([{ kind: 'fixed', month: 12, day: 24, substitute: 'previous-weekday' }], year)).toEqual([date]);
  });

  it('apply from their first to their last year, except for excluded years', () => {
    const prayerDay: HolidayRule = { kind: 'easter', offsetDays: 26, from: 2021, until: 2023, except: [2022] };
    expect([2020, 2021, 2022, 2023, 2024].flatMap((year) => days([prayerDay], year))).toEqual([
      '2021-04-30',
      '2023-05-05',
    ]);
    const funeral: HolidayRule = { kind: 'one-off', day: dayNumberOf(2022, 9, 19), name: 'State funeral' };
    expect([2021, 2022, 2023].flatMap((year) => days([funeral], year))).toEqual(['2022-09-19']);
  });

  it('find the first and the last Monday of a month', () => {
    const may = { kind: 'nth', month: 5, weekday: 'monday' } as const;
    expect(
      days(
        [
          { ...may, nth: 1 },
          { ...may, nth: -1 },
        ],
        2026,
      ),
    ).toEqual(['2026-05-04', '2026-05-25']);
    expect(days([{ kind: 'nth', month: 12, weekday: 'thursday', nth: -1 }], 2026)).toEqual(['2026-12-31']);
  });

  it.each([
    [2025, '2025-06-20'],
    [2026, '2026-06-19'],
    [2027, '2027-06-25'],
  ])('put Midsummer Eve of %i on %s', (year, date) => {
    expect(days([{ kind: 'on-or-after', month: 6, weekday: 'friday', onOrAfter: 19 }], year)).toEqual([date]);
  });
});

function days(rules: readonly HolidayRule[], year: number): string[] {
  return [...holidaysIn(rules, year).keys()].sort((a, b) => a - b).map(formatDate);
}

import { expect, test } from 'vitest';
import { dayNumberOf, parseDate } from '../../../src-server/market/calendar/civil-date.ts';

test('a date is a day of the calendar: 29 February only in a leap year', () => {
  expect(parseDate('2028-02-29')).toBe(dayNumberOf(2028, 2, 29));
  for (const date of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-04-31', '2026-4-1', 'today']) {
    expect(() => parseDate(date)).toThrow(new RangeError(`not a date: ${date}`));
  }
});

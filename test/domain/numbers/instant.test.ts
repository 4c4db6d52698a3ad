import { describe, expect, test } from 'vitest';
import { addMonths, durationIssue, formatInstant } from '../../../src-server/domain/numbers/instant.ts';

describe('months later', () => {
  test.each([
    ['the same day', '2026-01-15', 1, '2026-02-15'],
    ['the last day of a shorter month', '2026-01-31', 1, '2026-02-28'],
    ['29 February in a leap year', '2027-11-30', 3, '2028-02-29'],
    ['day 31 again where the month has one', '2026-01-31', 2, '2026-03-31'],
    ['a day of the next year', '2026-12-31', 2, '2027-02-28'],
  ])('is %s, at the same time', (_what, from, months, to) => {
    const laterMs = addMonths(Date.parse(`${from}T09:30:00.000Z`), months);
    expect(formatInstant(laterMs)).toBe(`${to}T09:30:00.000Z`);
  });
});

test.each([
  ['-5m', 'is negative'],
  ['400y', 'has the unit y: write w, d, h, m, s or ms, as in 90m or 1.5d'],
  ['2 hours', 'has the unit hours: write w, d, h, m, s or ms, as in 90m or 1.5d'],
  ['1.5 d', 'is not a duration like 90m, 1.5d, 23h59m or PT90M'],
  ['99999999999999999w', 'is not a duration like 90m, 1.5d, 23h59m or PT90M'],
  ['soon', 'is not a duration like 90m, 1.5d, 23h59m or PT90M'],
  ['90', 'is not a duration like 90m, 1.5d, 23h59m or PT90M'],
])('%s %s', (text, issue) => {
  expect(durationIssue(text)).toBe(issue);
});

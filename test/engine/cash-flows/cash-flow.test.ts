/** When a repeating cash flow is booked (decision O1): by the local clock, on business days, from its first date. */
import { describe, expect, test } from 'vitest';
import { type CashFlowInterval, occurrenceMs } from '../../../src-server/engine/cash-flows/cash-flow.ts';
import { createBookingDays, UTC_DAYS } from '../../../src-server/market/calendar/booking-days.ts';
import { createCustomMarket } from '../../../src-server/market/data/custom-market.ts';
import { proves } from '../../conformance/proves.ts';
import { makeMarket } from '../../market/market-fixture.ts';

const { data } = makeMarket(1);
const daysOf = createBookingDays(data);
const CREATED_MS = Date.parse('2026-01-01T00:00:00Z');

/** The first `count` instants of a cash flow, without the milliseconds. */
function instantsOf(first: string, every: CashFlowInterval, count: number, days = daysOf('EUR')): (string | null)[] {
  const flow = { firstMs: Date.parse(first), every, untilMs: null, createdMs: CREATED_MS };
  return Array.from({ length: count }, (_, index) => {
    const dueMs = occurrenceMs(flow, index, days);
    return dueMs === null ? null : `${new Date(dueMs).toISOString().slice(0, 16)}Z`;
  });
}

describe('a repeating cash flow', () => {
  test('retains its local time when the clocks change', proves('O1.2'), () => {
    // 10:30 in Frankfurt: 09:30 UTC in winter, 08:30 from 29 March to 25 October 2026.
    expect(instantsOf('2026-03-02T09:30Z', 'month', 9)).toEqual([
      ...['2026-03-02T09:30Z', '2026-04-02T08:30Z'],
      // 2 May and 2 August are on weekends: Monday 4 May, Monday 3 August.
      ...['2026-05-04T08:30Z', '2026-06-02T08:30Z', '2026-07-02T08:30Z', '2026-08-03T08:30Z'],
      ...['2026-09-02T08:30Z', '2026-10-02T08:30Z', '2026-11-02T09:30Z'],
    ]);
    expect(instantsOf('2026-10-19T23:30Z', 'week', 2)).toEqual(['2026-10-19T23:30Z', '2026-10-27T00:30Z']);
  });

  test('is booked on the next business day, and returns to its own day', proves('O1.3'), () => {
    // 31 January and 28 February are Saturdays, 31 May is a Sunday; 3 April is Good Friday, 6 April Easter Monday.
    expect(instantsOf('2026-01-31T12:00Z', 'month', 5)).toEqual([
      ...['2026-02-02T12:00Z', '2026-03-02T12:00Z', '2026-03-31T11:00Z', '2026-04-30T11:00Z', '2026-06-01T11:00Z'],
    ]);
    expect(instantsOf('2026-03-27T12:00Z', 'week', 3)).toEqual([
      ...['2026-03-27T12:00Z', '2026-04-07T11:00Z', '2026-04-10T11:00Z'],
    ]);
    // 1 January is a holiday, and 2, 3 January 2027 are a weekend.
    expect(instantsOf('2026-10-01T12:00Z', 'quarter', 2)).toEqual(['2026-10-01T12:00Z', '2027-01-04T13:00Z']);
    expect(instantsOf('2026-12-25T12:00Z', 'year', 3)).toEqual([
      ...['2026-12-28T12:00Z', '2027-12-27T12:00Z', '2028-12-27T12:00Z'],
    ]);
  });

  test.each([
    // Early May bank holiday in London alone; Ascension Day where its exchange is closed.
    ['EUR', '2026-05-04T12:00Z'],
    ['GBP', '2026-05-05T12:00Z'],
    ['CHF', '2026-05-04T12:00Z'],
  ])('has the business days of %s', proves('O1.3'), (currency, booked) => {
    expect(instantsOf('2026-05-04T12:00Z', 'week', 1, daysOf(currency))).toEqual([booked]);
  });

  test.each([
    ['EUR', '2026-05-14T12:00Z'],
    ['GBP', '2026-05-14T12:00Z'],
    ['CHF', '2026-05-15T12:00Z'],
    ['SEK', '2026-05-15T12:00Z'],
    ['NOK', '2026-05-15T12:00Z'],
    // Copenhagen is closed on the day after, too.
    ['DKK', '2026-05-18T12:00Z'],
  ])('has the Ascension Day of %s', proves('O1.3'), (currency, booked) => {
    expect(instantsOf('2026-05-14T12:00Z', 'week', 1, daysOf(currency))).toEqual([booked]);
  });

  test('is booked on Christmas Eve and New Year’s Eve in euro, when T2S settles', proves('O1.3'), () => {
    expect(instantsOf('2026-12-24T12:00Z', 'week', 2)).toEqual(['2026-12-24T12:00Z', '2026-12-31T12:00Z']);
  });

  test('is postponed if the world closes the exchange of the currency', proves('O1.3', 'L59'), () => {
    const own = { replace_instruments: false, instruments: [], synthetic: null, fx: {} };
    const laid = createCustomMarket(data, { ...own, calendars: { XETR: { closed: ['2026-03-03'], half_days: [] } } });
    if (!laid.ok) throw new Error(JSON.stringify(laid.issues));
    const days = createBookingDays(laid.market)('EUR');
    expect(instantsOf('2026-03-03T12:00Z', 'month', 1, days)).toEqual(['2026-03-04T12:00Z']);
  });

  test('is booked for the last time at its end, if it is due at that instant', proves('O1.2'), () => {
    const firstMs = Date.parse('2026-03-02T09:30:00Z');
    const untilMs = Date.parse('2026-03-16T09:30:00Z');
    const dueMs = (index: number, endMs: number) =>
      occurrenceMs({ firstMs, every: 'week', untilMs: endMs, createdMs: CREATED_MS }, index, daysOf('EUR'));
    expect([1, 2, 3].map((index) => dueMs(index, untilMs))).toEqual([
      ...[Date.parse('2026-03-09T09:30:00Z'), untilMs, null],
    ]);
    expect(dueMs(2, untilMs - 1)).toBeNull();
  });

  test('is booked at once on any day if it begins now', proves('O1.3'), () => {
    const saturdayMs = Date.parse('2026-03-07T12:00:00Z');
    const flow = { firstMs: saturdayMs, every: 'month' as const, untilMs: null, createdMs: saturdayMs };
    expect(occurrenceMs(flow, 0, daysOf('EUR'))).toBe(saturdayMs);
    expect(occurrenceMs(flow, 1, daysOf('EUR'))).toBe(Date.parse('2026-04-07T11:00:00Z'));
  });

  test('retains its day and time in UTC in a world of an earlier version', proves('O1.4'), () => {
    expect(instantsOf('2026-01-31T12:00Z', 'month', 5, UTC_DAYS)).toEqual([
      ...['2026-01-31T12:00Z', '2026-02-28T12:00Z', '2026-03-31T12:00Z', '2026-04-30T12:00Z', '2026-05-31T12:00Z'],
    ]);
  });
});

test('a cash flow that does not repeat is booked at its instant, on any day', proves('O1.1'), () => {
  const flow = { firstMs: Date.parse('2026-03-07T12:00:00Z'), every: null, untilMs: null, createdMs: CREATED_MS };
  expect(occurrenceMs(flow, 0, daysOf('EUR'))).toBe(flow.firstMs);
  expect(occurrenceMs(flow, 1, daysOf('EUR'))).toBeNull();
});

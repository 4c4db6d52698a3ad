/** The day on which trades settle (decision O4): cycles, business days without trading, days of a single world. */
import { describe, expect, it, test } from 'vitest';
import { createCalendars } from '../../../src-server/market/calendar/calendar.ts';
import { createSettlementDays } from '../../../src-server/market/calendar/settlement-days.ts';
import { createCustomMarket } from '../../../src-server/market/data/custom-market.ts';
import type { MarketData } from '../../../src-server/market/data/market-data.ts';
import { MarketDataError } from '../../../src-server/market/data/market-data-error.ts';
import { parseMarketData } from '../../../src-server/market/data/parse-market-data.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { at, readRawMarketData } from '../market-fixture.ts';

const data = parseMarketData(readRawMarketData());
const daysOf = (market: MarketData) => createSettlementDays(market, createCalendars(market));
const days = daysOf(data);
const noon = (date: string) => at(`${date}T12:00:00Z`);
const dateOf = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);
const settles = (mic: string, date: string) => dateOf(days.termsOf(mic, noon(date)).settlesMs);

describe('the settlement date', () => {
  it.each([
    // Cycles: T+2 up to Friday 2027-10-08, T+1 from Monday 2027-10-11 on, everywhere.
    ...[...data.exchanges.keys()].flatMap((mic): [string, string, string][] => [
      [mic, '2027-10-07', '2027-10-11'],
      [mic, '2027-10-08', '2027-10-12'],
      [mic, '2027-10-11', '2027-10-12'],
      [mic, '2027-10-12', '2027-10-13'],
      [mic, '2027-10-15', '2027-10-18'],
    ]),
    // Christmas Eve is no trading day at Xetra, but T2S settles on it; in Stockholm nothing does.
    ['XETR', '2026-12-22', '2026-12-24'],
    ['XETR', '2026-12-23', '2026-12-28'],
    ['XSTO', '2026-12-22', '2026-12-28'],
    ['XETR', '2026-12-29', '2026-12-31'],
    ['XSTO', '2026-12-29', '2027-01-04'],
    // Reformation Day 2017: no trading at Xetra, but T2S settles; in London nothing settles on a one-off bank holiday.
    ['XETR', '2017-10-27', '2017-10-31'],
    ['XLON', '2022-09-16', '2022-09-21'],
    // Easter: Thursday to Tuesday and Wednesday; Labour Day; a bank holiday in London alone.
    ['XPAR', '2026-04-02', '2026-04-08'],
    ['XAMS', '2026-04-30', '2026-05-05'],
    ['XLON', '2026-04-30', '2026-05-05'],
    ['XLON', '2026-08-28', '2026-09-02'],
    ['XETR', '2026-08-28', '2026-09-01'],
  ])('of a trade at %s on %s is %s', proves('O4.2'), (mic, traded, settled) => {
    expect(settles(mic, traded)).toBe(settled);
  });

  test('is reached at 18:00 in Frankfurt, in summer and winter', proves('O4.2'), () => {
    const settledAt = (date: string) => new Date(days.termsOf('XLON', noon(date)).settlesMs).toISOString();
    expect([settledAt('2026-03-05'), settledAt('2026-07-02')]).toEqual([
      '2026-03-09T17:00:00.000Z',
      '2026-07-06T16:00:00.000Z',
    ]);
  });

  test('is the given number of business days after another one for a trade that fails', proves('O4.7'), () => {
    const friday = days.termsOf('XETR', noon('2026-03-04')).settlesMs;
    expect([1, 2, 6].map((late) => dateOf(days.later('XETR', friday, late)))).toEqual([
      '2026-03-09',
      '2026-03-10',
      '2026-03-16',
    ]);
  });

  test('follows from the session that an order would still reach', proves('O4.5'), () => {
    // The closing auction of Xetra ends at 17:35, 16:35 UTC.
    expect(dateOf(days.expectedMs('XETR', at('2026-03-05T16:34:59Z')))).toBe('2026-03-09');
    expect(dateOf(days.expectedMs('XETR', at('2026-03-05T16:35:00Z')))).toBe('2026-03-10');
    expect(dateOf(days.expectedMs('XETR', at('2026-03-07T12:00:00Z')))).toBe('2026-03-11');
    expect(days.tradeDateEndMs('XETR', at('2026-03-05T12:00:00Z'))).toBe(at('2026-03-05T17:00:00Z'));
    expect(days.tradeDateEndMs('XETR', at('2026-03-05T17:00:00Z'))).toBe(at('2026-03-06T17:00:00Z'));
  });

  test('is never earlier for a later trade', proves('O4.2', 'O4.5'), () => {
    const instants = fc.integer({ min: noon('2024-01-01'), max: noon('2032-12-31') });
    fc.assert(
      fc.property(fc.constantFrom(...data.exchanges.keys()), instants, instants, (mic, one, other) => {
        const [first, second] = [Math.min(one, other), Math.max(one, other)];
        expect(days.expectedMs(mic, first)).toBeLessThanOrEqual(days.expectedMs(mic, second));
        expect(days.expectedMs(mic, first)).toBeGreaterThan(first);
        expect(days.tradeDateEndMs(mic, first)).toBeGreaterThan(first);
      }),
      { numRuns: 300 },
    );
  });

  test('skips days on which only this world closes an exchange', proves('O4.2', 'L59'), () => {
    const calendars = { XETR: { closed: ['2026-03-06'], half_days: [] } };
    const own = { replace_instruments: false, instruments: [], synthetic: null, fx: {}, calendars };
    const made = createCustomMarket(data, own);
    if (!made.ok) throw new Error(JSON.stringify(made.issues));
    expect(dateOf(daysOf(made.market).termsOf('XETR', noon('2026-03-05')).settlesMs)).toBe('2026-03-10');
    expect(dateOf(daysOf(made.market).termsOf('XPAR', noon('2026-03-05')).settlesMs)).toBe('2026-03-09');
  });
});

describe('settlement.json', () => {
  const issuesOf = (change: object) => {
    const raw = readRawMarketData();
    try {
      parseMarketData({ ...raw, settlement: { ...(raw.settlement as object), ...change } });
    } catch (error) {
      if (error instanceof MarketDataError) return error.issues.map(({ pointer }) => pointer);
      throw error;
    }
    return [];
  };

  it.each([
    ['a first cycle that has a beginning', { cycles: [{ from: '2020-01-01', days: 2 }] }, '/cycles/0/from'],
    [
      'cycles in another order',
      { cycles: [null, '2027-10-11', '2024-05-28'].map((from) => ({ from, days: 1 })) },
      '/cycles',
    ],
    ['a cycle of no day', { cycles: [{ from: null, days: 0 }] }, '/cycles/0/days'],
    [
      'an exchange that is not there',
      { calendars: [{ name: 'DTC', exchanges: ['XNYS'], holidays: [] }] },
      '/calendars',
    ],
    ['a zone that is not there', { time_zone: 'Europe/Nowhere' }, '/time_zone'],
  ])('refuses %s', (_what, change, pointer) => {
    expect(issuesOf(change)).toContain(pointer);
  });
});

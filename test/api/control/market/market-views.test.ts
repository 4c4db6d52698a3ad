/** `/sim/market/fx/table`, `/sim/market/fx/path` and `/sim/market/calendars` (decisions L73, L74). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarList } from '../../../../src-server/contract/control/market/market-calendars.ts';
import { rateList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { ratePath, rateTable } from '../../../../src-server/contract/control/market/market-rates.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('exchange rates', () => {
  test('are those of now and of a day ago, the euro among them', proves('L73'), async () => {
    const own = await startBallast();
    const before = (await own.sim.get('/market/fx')).as(rateList).rates;
    await own.advance('1d');
    const { currencies, at, half_spread_bps: halfSpreadBps } = (await own.sim.get('/market/fx/table')).as(rateTable);
    const now = (await own.sim.get('/market/fx')).as(rateList).rates;
    expect(at).toBe('2026-03-03T09:30:00.000Z');
    expect(halfSpreadBps).toBe(3);
    expect(currencies).toContainEqual({ currency: 'EUR', per_eur: 1, per_eur_day_ago: 1 });
    for (const { currency, per_eur: perEur } of now) {
      const dayAgo = before.find((rate) => rate.currency === currency)?.per_eur;
      expect(currencies).toContainEqual({ currency, per_eur: perEur, per_eur_day_ago: dayAgo });
    }
  });

  test('over time end with now, and show the pin of a rate', proves('L73'), async () => {
    const own = await startBallast();
    await own.sim.post('/market/pins', { currency: 'GBP', per_eur: 0.9 });
    await own.advance('12h');
    const { points, span } = (await own.sim.get('/market/fx/path?currency=GBP&span=1d')).as(ratePath);
    expect([span, points.length]).toEqual(['1d', 121]);
    expect([points[0]?.at, points.at(-1)?.at]).toEqual(['2026-03-01T21:30:00.000Z', '2026-03-02T21:30:00.000Z']);
    const pinned = points.filter(({ at }) => at >= '2026-03-02T09:30:00.000Z').map(({ per_eur: perEur }) => perEur);
    expect(new Set(pinned)).toEqual(new Set([0.9]));
    expect(points[0]?.per_eur).not.toBe(0.9);
  });

  test.each([
    ['currency=EUR', '/currency'],
    ['currency=JPY', '/currency'],
    ['currency=gbp', '/currency'],
    ['currency=GBP&span=2d', '/span'],
  ])('requested by %s are 400', proves('L73'), async (query, pointer) => {
    const response = await server.sim.get(`/market/fx/path?${query}`);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual([pointer]);
  });
});

describe('calendars', () => {
  test('have every day of the present month, and the next opening and closing', proves('L74'), async () => {
    const { month, exchanges } = (await server.sim.get('/market/calendars')).as(calendarList);
    const [xetra] = exchanges;
    expect([month, xetra?.days.length, exchanges.length]).toEqual(['2026-03', 31, 9]);
    expect(xetra).toMatchObject({
      mic: 'XETR',
      open: true,
      next_open_at: '2026-03-03T08:00:00.000Z',
      next_close_at: '2026-03-02T16:30:00.000Z',
    });
    // Summer time begins on Sunday the 29th: an hour earlier in UTC from then on.
    const hours = (date: string) => xetra?.days.find((day) => day.date === date);
    expect(hours('2026-03-27')).toMatchObject({ kind: 'full_day', open_at: '2026-03-27T08:00:00.000Z' });
    expect(hours('2026-03-28')).toMatchObject({ kind: 'weekend', open_at: null, name: null });
    expect(hours('2026-03-30')).toMatchObject({ kind: 'full_day', open_at: '2026-03-30T07:00:00.000Z' });
  });

  test.each([
    ['XETR', '2026-04-03', 'holiday', 'Good Friday'],
    ['XLON', '2026-12-24', 'half_day', 'Christmas Eve'],
    ['XLON', '2026-12-28', 'holiday', 'Boxing Day (substitute)'],
    ['XLON', '2027-12-28', 'holiday', 'Boxing Day (substitute)'],
    ['XLON', '2027-12-27', 'holiday', 'Christmas Day (substitute)'],
    ['XLON', '2026-05-25', 'holiday', 'Spring bank holiday'],
    ['XSTO', '2026-06-19', 'holiday', 'Midsummer Eve'],
    ['XSTO', '2026-05-13', 'half_day', 'Eve of Ascension'],
    ['XCSE', '2026-05-15', 'holiday', 'Day after Ascension'],
    ['XSWX', '2028-08-01', 'holiday', 'National Day'],
    ['XSTO', '2026-10-30', 'half_day', 'Eve of All Saints'],
    ['XMIL', '2025-08-15', 'holiday', 'Assumption Day'],
    ['XLON', '2028-12-22', 'half_day', 'Christmas Eve'],
    ['XLON', '2022-09-19', 'holiday', 'State funeral of Queen Elizabeth II'],
    ['XLON', '2022-06-02', 'holiday', 'Spring bank holiday'],
    ['XCSE', '2023-05-05', 'holiday', 'General Prayer Day'],
    ['XETR', '2026-12-30', 'half_day', 'Last trading day of the year'],
    ['XAMS', '2001-04-30', 'holiday', 'Queen’s Day'],
    ['XPAR', '2000-07-14', 'holiday', 'National Day'],
  ])('call a day of %s, %s, a %s: %s', proves('L74'), async (mic, date, kind, name) => {
    const { exchanges } = (await server.sim.get(`/market/calendars?month=${date.slice(0, 7)}`)).as(calendarList);
    const day = exchanges.find((exchange) => exchange.mic === mic)?.days.find((each) => each.date === date);
    expect(day).toMatchObject({ kind, name });
    expect(day?.close_at === null).toBe(kind === 'holiday');
  });

  test('name every holiday from 2000 to 2035', { ...proves('L74'), tags: ['deep'] }, async () => {
    const months = Array.from(
      { length: 36 * 12 },
      (_, month) => `${2000 + Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}`,
    );
    const names = new Set<string | null>();
    for (const month of months) {
      const { exchanges } = (await server.sim.get(`/market/calendars?month=${month}`)).as(calendarList);
      for (const { days } of exchanges) {
        for (const { kind, name } of days) if (kind === 'holiday' || kind === 'half_day') names.add(name);
      }
    }
    expect(names.has('Closed day') || names.has('Half day') || names.has(null)).toBe(false);
    expect(names.size).toBeGreaterThan(15);
  });

  test.each(['2026-13', '1999-12', '2100-01', '2026-3'])('of %s are 400', proves('L74'), async (month) => {
    const response = await server.sim.get(`/market/calendars?month=${month}`);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual(['/month']);
  });
});

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

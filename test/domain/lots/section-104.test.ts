import { describe, expect, test } from 'vitest';
import type { Buy, LotMovement, Sale } from '../../../src-server/domain/lots/trade.ts';
import { timeZone } from '../../../src-server/market/calendar/time-zone.ts';
import { section104 } from './section-104-history.ts';

const DAY_MS = 86_400_000;
const london = timeZone('Europe/London');
const dayOf = (instantMs: number) => Math.floor((instantMs + london.offsetMs(instantMs)) / DAY_MS);

describe('the Section 104 pool', () => {
  test('HMRC HS284, example 3: gains of 329.33 and 300.33', () => {
    const trades = [
      buy('2015-04-01', 1000, 4150_00), // 1 000 × 4.00 + 150
      buy('2018-09-01', 500, 2130_00), // 500 × 4.10 + 80
      sell('2023-05-01', 700, 3260_00), // 700 × 4.80 − 100
      sell('2024-02-01', 400, 1975_00), // 400 × 5.20 − 105
    ];
    const { disposals, pool } = matched(trades);
    // 1 500 cost 6 280; × 700/1 500 = 2 930.666… → 2 930.67; 3 260 − 2 930.67 = 329.33; 800 costing 3 349.33 remain.
    expect(disposals[0]).toMatchObject({ costMinor: 2930_67, gainMinor: 329_33 });
    expect(matched(trades.slice(0, 3)).pool).toEqual({ quantityMicro: 800e6, costMinor: 3349_33 });
    // 3 349.33 × 400/800 = 1 674.665 → 1 674.67; 1 975 − 1 674.67 = 300.33.
    expect(disposals[1]).toMatchObject({ costMinor: 1674_67, gainMinor: 300_33 });
    // HMRC shows 1 674.67 for the other half too, which is 0.01 more than there was: 3 349.33 − 1 674.67 = 1 674.66.
    expect(pool).toEqual({ quantityMicro: 400e6, costMinor: 1674_66 });
  });

  test('a sale of more than was held at that time is refused, even if enough is bought later that day', () => {
    const short = sell('2026-03-02T10:00', 11, 11_00);
    const trades = [buy('2026-03-01', 10, 10_00), short, buy('2026-03-02T15:00', 5, 5_00)];
    expect(section104(trades, dayOf)).toEqual({
      kind: 'not_enough_held',
      tradeId: short.tradeId,
      heldMicro: 10e6,
      requestedMicro: 11e6,
    });
  });

  test('nothing traded is an empty pool without disposals', () => {
    expect(matched([])).toEqual({ kind: 'matched', disposals: [], pool: { quantityMicro: 0, costMinor: 0 } });
  });
});

describe('purchases of the same day', () => {
  test('come before the pool, and all trades of a day on one side count as one', () => {
    const { disposals, pool } = matched([
      buy('2026-01-05', 100, 1000_00),
      sell('2026-03-02T09:00', 30, 360_00),
      buy('2026-03-02T10:00', 20, 260_00),
      buy('2026-03-02T11:00', 20, 240_00),
      sell('2026-03-02T12:00', 20, 250_00),
    ]);
    // 50 sold for 610: 40 of the day cost 260 + 240 = 500, 10 of the pool at 10 cost 100; 610 − 600 = 10.
    expect(disposals).toHaveLength(1);
    expect(disposals[0]).toMatchObject({
      quantityMicro: 50e6,
      proceedsMinor: 610_00,
      costMinor: 600_00,
      gainMinor: 10_00,
    });
    expect(rules(disposals[0])).toEqual(['same_day 40 500.00', 'pool 10 100.00']);
    expect(pool).toEqual({ quantityMicro: 90e6, costMinor: 900_00 });
  });

  test("the rest of a day's purchases joins the pool at the average of the day", () => {
    const { disposals, pool } = matched([
      buy('2026-03-02T09:00', 10, 100_00),
      buy('2026-03-02T10:00', 10, 120_00),
      sell('2026-03-02T12:00', 5, 60_00),
    ]);
    // 220/20 = 11 a share: 5 for 55, 15 for 165.
    expect(rules(disposals[0])).toEqual(['same_day 5 55.00']);
    expect(pool).toEqual({ quantityMicro: 15e6, costMinor: 165_00 });
  });

  test('are those of the day in London: in summer, 23:30 UTC belongs to the next day', () => {
    const purchases = [buy('2026-06-01', 10, 100_00), buy('2026-07-01T23:30', 10, 150_00)];
    expect(rules(matched([...purchases, sell('2026-07-02T12:00', 10, 200_00)]).disposals[0])).toEqual([
      'same_day 10 150.00',
    ]);
    expect(
      rules(
        matched([
          buy('2026-06-01', 10, 100_00),
          sell('2026-07-01T22:30', 10, 200_00),
          buy('2026-07-01T23:30', 10, 150_00),
        ]).disposals[0],
      ),
    ).toEqual(['thirty_days 10 150.00']);
  });

  test('come before an earlier disposal’s claim to them', () => {
    const { disposals } = matched([
      buy('2026-01-05', 20, 200_00),
      sell('2026-03-02', 10, 120_00),
      buy('2026-03-10T09:00', 10, 150_00),
      sell('2026-03-10T10:00', 10, 160_00),
    ]);
    expect(disposals.map(rules)).toEqual([['pool 10 100.00'], ['same_day 10 150.00']]);
  });
});

describe('purchases within 30 days', () => {
  const before = [buy('2025-01-06', 1000, 10_000_00), sell('2026-03-02', 400, 4800_00)];

  test('restate an earlier disposal: of 400 sold, 200 are matched with 200 bought eight days later', () => {
    // At first 400 of the pool at 10: 4 800 − 4 000 = 800.
    expect(matched(before)).toMatchObject({ disposals: [{ gainMinor: 800_00 }], pool: { costMinor: 6000_00 } });
    // Then 200 at 11 and 200 at 10: 4 800 − 2 200 − 2 000 = 600; the pool retains 800 at 10.
    const after = matched([...before, buy('2026-03-10', 200, 2200_00)]);
    expect(after.disposals[0]).toMatchObject({ costMinor: 4200_00, gainMinor: 600_00 });
    expect(rules(after.disposals[0])).toEqual(['thirty_days 200 2200.00', 'pool 200 2000.00']);
    expect(after.pool).toEqual({ quantityMicro: 800e6, costMinor: 8000_00 });
  });

  test('share the proceeds by quantity, so that each match has its own gain', () => {
    const trades = [
      buy('2017-05-01', 9500, 1850_00),
      sell('2018-08-30', 4000, 6000_00),
      buy('2018-09-11', 500, 850_00),
    ];
    const [disposal] = matched(trades).disposals;
    // 6 000 × 500/4 000 = 750, less 850 is a loss of 100; 5 250 − 1 850 × 3 500/9 500 (681.578… → 681.58) = 4 568.42.
    expect(disposal?.matches.map(({ proceedsMinor, gainMinor }) => [proceedsMinor, gainMinor])).toEqual([
      [750_00, -100_00],
      [5250_00, 4568_42],
    ]);
    expect(disposal?.gainMinor).toBe(4468_42);
  });

  test('count up to and including the thirtieth day, across the change to summer time', () => {
    // 2 March + 30 days is 1 April; its last half hour in London is 22:30 to 23:00 UTC and later belongs to 2 April.
    expect(rules(matched([...before, buy('2026-04-01T22:30', 400, 4400_00)]).disposals[0])).toEqual([
      'thirty_days 400 4400.00',
    ]);
    expect(rules(matched([...before, buy('2026-04-01T23:00', 400, 4400_00)]).disposals[0])).toEqual([
      'pool 400 4000.00',
    ]);
  });

  test('go to the earliest disposal first and are used in the order of time', () => {
    const { disposals, pool } = matched([
      buy('2025-01-06', 100, 1000_00),
      sell('2026-03-02', 30, 400_00),
      sell('2026-03-05', 30, 400_00),
      buy('2026-03-09', 20, 220_00),
      buy('2026-03-16', 20, 240_00),
    ]);
    expect(disposals.map(rules)).toEqual([
      ['thirty_days 20 220.00', 'thirty_days 10 120.00'],
      ['thirty_days 10 120.00', 'pool 20 200.00'],
    ]);
    expect(pool).toEqual({ quantityMicro: 80e6, costMinor: 800_00 });
  });

  test('name the first purchase of their day and its instant', () => {
    const first = buy('2026-03-10T09:00', 1, 11_00);
    const { disposals } = matched([...before, first, buy('2026-03-10T10:00', 1, 13_00)]);
    // 11 + 13 = 24 for the two of the day.
    expect(disposals[0]?.matches[0]).toMatchObject({ lotId: first.tradeId, acquiredMs: first.atMs, costMinor: 24_00 });
  });
});

let count = 0;

function buy(at: string, shares: number, costMinor: number): Buy {
  count += 1;
  return { side: 'buy', tradeId: `buy-${count}`, atMs: instant(at), quantityMicro: shares * 1e6, costMinor };
}

function sell(at: string, shares: number, proceedsMinor: number): Sale {
  count += 1;
  const [tradeId, method] = [`sale-${count}`, 'average_cost' as const];
  return { side: 'sell', tradeId, atMs: instant(at), quantityMicro: shares * 1e6, proceedsMinor, method };
}

function instant(at: string): number {
  return Date.parse(at.includes('T') ? `${at}Z` : `${at}T12:00Z`);
}

function matched(trades: readonly LotMovement[]) {
  const result = section104(trades, dayOf);
  if (result.kind !== 'matched') throw new Error('refused');
  return result;
}

function rules(disposal: ReturnType<typeof matched>['disposals'][number] | undefined): string[] {
  return (disposal?.matches ?? []).map(
    ({ rule, quantityMicro, costMinor }) => `${rule} ${quantityMicro / 1e6} ${(costMinor / 100).toFixed(2)}`,
  );
}

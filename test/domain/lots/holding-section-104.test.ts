import { describe, expect, test } from 'vitest';
import {
  EMPTY_HOLDING,
  estimateSales,
  type Holding,
  recordTrade,
  sharesOfSales,
} from '../../../src-server/domain/lots/holding.ts';
import { costOfLots, type SaleMethod } from '../../../src-server/domain/lots/lot.ts';
import type { Buy, LotMovement, Sale } from '../../../src-server/domain/lots/trade.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

describe('booking under Section 104', () => {
  const sold = holdingWith([buy(0, 1000, 10_000_00), sell(100, 400, 4800_00, 'section_104')]);

  test('a purchase within 30 days reports which earlier disposals it restated', () => {
    const result = recorded(sold, buy(108, 200, 2200_00));
    expect(result.disposal).toBeNull();
    // 200 × 11 + 200 × 10 = 4 200; 4 800 − 4 200 = 600, formerly 800.
    expect(result.restated).toMatchObject([{ day: 100, gainMinor: 600_00 }]);
    expect(recorded(sold, buy(131, 200, 2200_00)).restated).toEqual([]);
  });

  test('a purchase at the cost of the pool restates too: the shares differ, though the gain is the same', () => {
    const { restated } = recorded(sold, buy(108, 400, 4000_00));
    expect(restated).toMatchObject([{ gainMinor: 800_00, matches: [{ rule: 'thirty_days' }] }]);
  });

  test('free shares restate by their quantity alone', () => {
    const free = holdingWith([buy(0, 10, 0), sell(5, 4, 40_00, 'section_104'), buy(6, 2, 0)]);
    expect(recorded(free, buy(6, 1, 0)).restated).toMatchObject([
      { day: 5, matches: [{ quantityMicro: 3e6 }, { rule: 'pool', quantityMicro: 1e6 }] },
    ]);
  });

  test('restating one disposal changes the pool, and with it the cost of the next', () => {
    const holding = holdingWith([
      buy(0, 10, 100_00),
      sell(100, 5, 75_00, 'section_104'),
      buy(101, 1, 40_00),
      sell(140, 2, 40_00, 'section_104'),
    ]);
    // Day 100: 1 at 40 and 4 at 10 is 80. The pool retains 6 at 10, so the 2 of day 140 cost 20.
    expect(holding.disposals.map(({ costMinor }) => costMinor)).toEqual([80_00, 20_00]);
    // A late report of one bought on day 50 for 32: the pool is 11 for 132, 12 a share; day 100 costs 40 + 48, day 140
    // 24.
    const result = recorded(holding, buy(50, 1, 32_00));
    expect(result.restated.map(({ day, costMinor }) => [day, costMinor])).toEqual([
      [100, 88_00],
      [140, 24_00],
    ]);
  });

  test('a sale that is booked late is refused by the present quantity, and is the one that the error names', () => {
    const holding = holdingWith([buy(0, 10, 100_00), sell(5, 10, 120_00, 'section_104')]);
    const late = sell(3, 5, 60_00, 'section_104');
    expect(recordTrade(holding, late, dayOf)).toMatchObject({
      tradeId: late.tradeId,
      heldMicro: 0,
      requestedMicro: 5e6,
    });
  });

  test('fills of one day are one disposal, of which each sale has its share', () => {
    const first = sell(200, 30, 360_00, 'section_104');
    const second = sell(200, 20, 250_00, 'section_104');
    let holding = holdingWith([buy(0, 100, 1000_00), first, buy(200, 40, 500_00)]);
    const result = recorded(holding, second);
    holding = result.holding;
    expect(result.disposal).toMatchObject({ proceedsMinor: 610_00, costMinor: 600_00, gainMinor: 10_00 });
    expect(result.restated).toEqual([]);
    // The first has 30 of the 40 bought that day at 12.50; the second the other 10 and 10 of the pool at 10.
    expect(sharesOfSales(holding, [first.tradeId, second.tradeId])).toMatchObject([
      { saleId: first.tradeId, proceedsMinor: 360_00, costMinor: 375_00, gainMinor: -15_00 },
      {
        saleId: second.tradeId,
        gainMinor: 25_00,
        matches: [
          { rule: 'same_day', quantityMicro: 10e6, costMinor: 125_00, proceedsMinor: 125_00 },
          { rule: 'pool', quantityMicro: 10e6, costMinor: 100_00, proceedsMinor: 125_00 },
        ],
      },
    ]);
  });

  test('an estimate states by how much it would change the gain of an earlier disposal', () => {
    // The purchase of day 108 served the disposal of day 100; a sale on day 108 claims 50 of it back, at 11 for 10 of
    // the pool.
    const holding = recorded(sold, buy(108, 200, 2200_00)).holding;
    const estimate = estimated(holding, [sell(108, 50, 600_00, 'section_104')]);
    expect(estimate.shares).toMatchObject([{ costMinor: 550_00, gainMinor: 50_00, matches: [{ rule: 'same_day' }] }]);
    expect(estimate.restatedGainMinor).toBe(50_00);
  });

  test('a HIFO sale among them takes the dearest of the lots that the matching left', () => {
    const holding = holdingWith([
      buy(0, 10, 100_00),
      buy(40, 5, 100_00),
      sell(80, 3, 60_00, 'section_104'),
      buy(120, 2, 60_00),
      sell(121, 2, 70_00, 'HIFO'),
    ]);
    // 200 for 15 is 13.33 a share: 3 cost 40, the pool retains 12 for 160; the two bought at 30 are dearer.
    expect(holding.disposals.map(({ costMinor }) => costMinor)).toEqual([40_00, 60_00]);
  });

  test('other methods can be combined: a FIFO sale takes lots that the matching left', () => {
    const holding = holdingWith([
      buy(0, 10, 100_00),
      sell(5, 4, 60_00, 'section_104'),
      buy(6, 6, 90_00),
      sell(7, 8, 120_00, 'FIFO'),
    ]);
    // 4 of the purchase of day 6 serve day 5 at 15; FIFO takes 8 of the 10 at 10; 2 at 10 and 2 at 15 remain.
    expect(holding.disposals.map(({ costMinor }) => costMinor)).toEqual([60_00, 80_00]);
    expect(costOfLots(holding.lots)).toBe(50_00);
    expect(holding.lots.map(({ quantityMicro }) => quantityMicro / 1e6)).toEqual([2, 2]);
  });
});

let count = 0;

function buy(day: number, shares: number, costMinor: number): Buy {
  count += 1;
  return { side: 'buy', tradeId: `buy-${count}`, atMs: day * DAY_MS, quantityMicro: shares * 1e6, costMinor };
}

function sell(day: number, shares: number, proceedsMinor: number, method: SaleMethod): Sale {
  count += 1;
  const common = { tradeId: `sale-${count}`, atMs: day * DAY_MS, quantityMicro: shares * 1e6 };
  return { side: 'sell', ...common, proceedsMinor, method };
}

function holdingWith(trades: readonly LotMovement[]): Holding {
  return trades.reduce((holding, trade) => recorded(holding, trade).holding, EMPTY_HOLDING);
}

function recorded(holding: Holding, trade: LotMovement) {
  const result = recordTrade(holding, trade, dayOf);
  if (result.kind !== 'recorded') throw new Error('refused');
  return result;
}

function estimated(holding: Holding, sales: readonly Sale[]) {
  const result = estimateSales(holding, sales, dayOf);
  if (result.kind !== 'estimated') throw new Error('refused');
  return result;
}

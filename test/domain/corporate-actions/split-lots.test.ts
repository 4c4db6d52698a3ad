/** Lots in a split (decision O3), and the British rules around one. */
import { describe, expect, test } from 'vitest';
import { EMPTY_HOLDING, type Holding, recordTrade, sharesOfSales } from '../../../src-server/domain/lots/holding.ts';
import { costOfLots, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { splitLots } from '../../../src-server/domain/lots/split-lots.ts';
import type { LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const lot = fc.record({
  lotId: fc.uuid(),
  quantityMicro: fc.integer({ min: 1, max: 1e12 }),
  costMinor: fc.integer({ min: 0, max: 1e12 }),
  acquiredMs: fc.integer({ min: 0, max: 1e12 }),
});

test('lots match the quantity held exactly, and retain their costs', { ...proves('O3.7'), tags: ['drawn'] }, () => {
  fc.assert(
    fc.property(fc.array(lot, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 1e13 }), (lots, toMicro) => {
      const split = splitLots(lots, toMicro);
      expect([quantityOf(split), costOfLots(split)]).toEqual([toMicro, costOfLots(lots)]);
      expect(split.every(({ quantityMicro }) => quantityMicro > 0)).toBe(true);
      for (const { lotId, quantityMicro } of split) {
        const before = lots.find((each) => each.lotId === lotId)?.quantityMicro ?? 0;
        const share = Number((BigInt(before) * BigInt(toMicro)) / BigInt(quantityOf(lots)));
        expect(Math.abs(quantityMicro - share)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: draws(10_000) },
  );
});

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

function recorded(trades: readonly LotMovement[]): Holding {
  return trades.reduce((holding, trade) => {
    const result = recordTrade(holding, trade, dayOf);
    if (result.kind !== 'recorded') throw new Error(result.kind);
    return result.holding;
  }, EMPTY_HOLDING);
}

describe('under the British rules', () => {
  const sale = { side: 'sell', quantityMicro: 40, proceedsMinor: 500, method: 'section_104' } as const;

  const DAY = { sale: 50, split: 61, buy: 62 };
  const buy = (tradeId: string, day: number, shares: number, unitMinor: number): LotMovement => ({
    side: 'buy',
    tradeId,
    atMs: day * DAY_MS,
    quantityMicro: shares * 1e6,
    costMinor: shares * unitMinor,
  });
  const sell = (tradeId: string, day: number, shares: number, unitMinor: number): LotMovement => ({
    side: 'sell',
    tradeId,
    atMs: day * DAY_MS,
    quantityMicro: shares * 1e6,
    proceedsMinor: shares * unitMinor,
    method: 'section_104',
  });
  const splitOf = (
    tradeId: string,
    day: number,
    heldShares: number,
    newShares: number,
    oldShares: number,
  ): LotMovement => ({
    side: 'split',
    tradeId,
    atMs: day * DAY_MS,
    quantityMicro: Math.floor(heldShares * 1e6),
    ratio: { newShares, oldShares },
  });
  const state = ({ lots, disposals }: Holding) => [
    disposals.map(({ gainMinor }) => gainMinor / 100),
    [quantityOf(lots) / 1e6, costOfLots(lots) / 100],
  ];

  test('a purchase within 30 days after a split is matched in the shares after it', proves('O3.7', 'G39.3'), () => {
    const before = [buy('b', 0, 10, 100_00), sell('s', DAY.sale, 4, 120_00)];
    // The 4 sold are 8 of the new shares, which are bought back for 8 × 55 = 440: 480 − 440 = 40. The pool retains its
    // 1 000 for 10 × 2 = 20 shares, of which 12 were held all the time.
    const holding = recorded([...before, splitOf('ca', DAY.split, 12, 2, 1), buy('c', DAY.buy, 8, 55_00)]);
    expect(state(holding)).toEqual([[40], [20, 1000]]);
    // In the shares of the sale: 4 for 440.
    expect(holding.disposals[0]?.matches).toMatchObject([
      { rule: 'thirty_days', lotId: 'c', quantityMicro: 4e6, costMinor: 440_00 },
    ]);
  });

  test.each<[string, readonly LotMovement[], ReturnType<typeof state>]>([
    [
      // 6 become 2; 1 new share is 3 old ones: 360 − 150 = 210, and the fourth cost 100 of the pool: 20. The pool is 9 old
      // shares for 900, which are 3 new ones.
      'a reverse split',
      [splitOf('ca', DAY.split, 2, 1, 3), buy('c', DAY.buy, 1, 150_00)],
      [[230], [3, 900]],
    ],
    [
      // 6 become 12 and then 4: 4 old shares are 8/3 new ones, bought for 8/3 of 90 = 240; the pool is 10 × 2/3 new ones
      // for 1 000, and a third of one for 30 more.
      'two splits',
      [splitOf('ca', DAY.split, 12, 2, 1), splitOf('cb', DAY.split, 4, 1, 3), buy('c', DAY.buy, 3, 90_00)],
      [[240], [7, 1030]],
    ],
    [
      // The day after the split is the 31st.
      'a purchase that is too late',
      [splitOf('ca', DAY.sale + 30, 12, 2, 1), buy('c', DAY.sale + 31, 8, 55_00)],
      [[80], [20, 1040]],
    ],
    [
      // The same day comes first: 2 new shares of 8 for 55 are 1 old one.
      'a sale on the day of the purchase',
      [splitOf('ca', DAY.split, 12, 2, 1), buy('c', DAY.buy, 8, 55_00), sell('t', DAY.buy, 2, 60_00)],
      // 6 of the 8 are left for 3 of the 4 old ones: 360 − 330 = 30, and the fourth 120 − 100 = 20; 120 − 110 = 10.
      [
        [50, 10],
        [18, 900],
      ],
    ],
    [
      // 4 on the day of the sale, at 110 each: 480 − 440 = 40.
      'a purchase on the day of the sale, before the split',
      [buy('c', DAY.sale, 4, 110_00), splitOf('ca', DAY.split, 20, 2, 1)],
      [[40], [20, 1000]],
    ],
  ])('days are counted across %s', (_what, after, expected) => {
    expect(state(recorded([buy('b', 0, 10, 100_00), sell('s', DAY.sale, 4, 120_00), ...after]))).toEqual(expected);
  });

  test('shares sold whole before a split are matched with a purchase after it', proves('O3.7'), () => {
    const holding = recorded([
      ...[buy('b', 0, 10, 100_00), sell('s', DAY.sale, 10, 120_00)],
      ...[splitOf('ca', DAY.split, 0, 2, 1), buy('c', DAY.buy, 8, 55_00)],
    ]);
    // 4 of the 10 are bought again for 440: 480 − 440 = 40; 6 × (120 − 100) = 120.
    expect(state(holding)).toEqual([[160], [8, 400]]);
  });

  test('sales of one day on both sides of a split are one disposal in the new shares', proves('O3.7'), () => {
    const holding = recorded([
      ...[buy('b', 0, 10, 100_00), sell('s', DAY.split, 4, 120_00)],
      ...[splitOf('ca', DAY.split, 12, 2, 1), sell('t', DAY.split, 2, 60_00)],
    ]);
    // 8 + 2 new shares of 20 that cost 1 000: 500. 480 + 120 − 500 = 100.
    expect(holding.disposals).toMatchObject([{ quantityMicro: 10e6, costMinor: 500_00, gainMinor: 100_00 }]);
    expect(sharesOfSales(holding, ['s', 't']).map(({ costMinor }) => costMinor)).toEqual([400_00, 100_00]);
  });

  test('the pool passes through a split with its cost, and earlier sales do not change', proves('O3.7'), () => {
    const { lots, disposals } = recorded([
      { side: 'buy', tradeId: 'b', atMs: 0, quantityMicro: 100, costMinor: 1000 },
      { ...sale, tradeId: 's', atMs: DAY_MS },
      { side: 'split', tradeId: 'ca', atMs: 2 * DAY_MS, quantityMicro: 180 },
      { ...sale, tradeId: 't', atMs: 3 * DAY_MS, quantityMicro: 90 },
    ]);
    // 40 of 100 cost 400; 60 become 180 for 600, of which 90 cost 300.
    expect(disposals.map(({ quantityMicro, costMinor }) => [quantityMicro, costMinor])).toEqual([
      [40, 400],
      [90, 300],
    ]);
    expect([quantityOf(lots), costOfLots(lots)]).toEqual([90, 300]);
  });

  test(
    'a purchase after a change of lots that is no split is not matched with a sale before it',
    proves('O3.7'),
    () => {
      const { disposals } = recorded([
        { side: 'buy', tradeId: 'b', atMs: 0, quantityMicro: 100, costMinor: 1000 },
        { ...sale, tradeId: 's', atMs: DAY_MS },
        { side: 'split', tradeId: 'ca', atMs: 2 * DAY_MS, quantityMicro: 120 },
        { side: 'buy', tradeId: 'c', atMs: 3 * DAY_MS, quantityMicro: 40, costMinor: 900 },
      ]);
      expect(disposals).toMatchObject([{ costMinor: 400, matches: [{ rule: 'pool' }] }]);
    },
  );
});

/** Lots in a split (decision O3), and the British rules around one. */
import { describe, expect, test } from 'vitest';
import { EMPTY_HOLDING, type Holding, recordTrade } from '../../../src-server/domain/lots/holding.ts';
import { costOf, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { splitLots } from '../../../src-server/domain/lots/split-lots.ts';
import type { Trade } from '../../../src-server/domain/lots/trade.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const lot = fc.record({
  lotId: fc.uuid(),
  quantityMicro: fc.integer({ min: 1, max: 1e12 }),
  costMinor: fc.integer({ min: 0, max: 1e12 }),
  acquiredMs: fc.integer({ min: 0, max: 1e12 }),
});

test('lots become exactly what is held, and cost what they cost', { ...proves('O3'), tags: ['drawn'] }, () => {
  fc.assert(
    fc.property(fc.array(lot, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 1e13 }), (lots, toMicro) => {
      const split = splitLots(lots, toMicro);
      expect([quantityOf(split), costOf(split)]).toEqual([toMicro, costOf(lots)]);
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

function recorded(trades: readonly Trade[]): Holding {
  return trades.reduce((holding, trade) => {
    const result = recordTrade(holding, trade, dayOf);
    if (result.kind !== 'recorded') throw new Error(result.kind);
    return result.holding;
  }, EMPTY_HOLDING);
}

describe('under the British rules', () => {
  const sale = { side: 'sell', quantityMicro: 40, proceedsMinor: 500, method: 'section_104' } as const;

  test('the pool goes through a split with its cost, and what was sold before stays', proves('O3'), () => {
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
    expect([quantityOf(lots), costOf(lots)]).toEqual([90, 300]);
  });

  test('a purchase after a split is not matched with a sale before it', proves('O3'), () => {
    const { disposals } = recorded([
      { side: 'buy', tradeId: 'b', atMs: 0, quantityMicro: 100, costMinor: 1000 },
      { ...sale, tradeId: 's', atMs: DAY_MS },
      { side: 'split', tradeId: 'ca', atMs: 2 * DAY_MS, quantityMicro: 120 },
      { side: 'buy', tradeId: 'c', atMs: 3 * DAY_MS, quantityMicro: 40, costMinor: 900 },
    ]);
    expect(disposals).toMatchObject([{ costMinor: 400, matches: [{ rule: 'pool' }] }]);
  });
});

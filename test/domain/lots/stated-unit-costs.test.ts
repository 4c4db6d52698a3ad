/** The stated unit cost of a lot is returned as stated, whatever the cost in cents is (decision L23). */
import { expect, test } from 'vitest';
import type { Disposal } from '../../../src-server/domain/lots/disposal.ts';
import { EMPTY_HOLDING, type Holding, holdingOf, recordTrade } from '../../../src-server/domain/lots/holding.ts';
import { SALE_METHODS, type SaleMethod, unitCostMicro } from '../../../src-server/domain/lots/lot.ts';
import type { Buy, LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { statedTrades } from '../../../src-server/engine/lots/opening-lots.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5, 9);
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

/** With two to six decimals. */
const unitCost = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 2, max: 6 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
const quantity = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
const lots = fc.array(fc.record({ quantity, unit_cost: unitCost, daysAgo: fc.integer({ min: 1, max: 900 }) }), {
  minLength: 1,
  maxLength: 5,
});
/** Shares of the quantity held at the time. */
const parts = fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { minLength: 1, maxLength: 4 });

type Stated = typeof lots extends fc.Arbitrary<infer L> ? L : never;

function purchases(stated: Stated): readonly Buy[] {
  let count = 0;
  const given = stated.map(({ daysAgo, ...lot }) => ({
    ...lot,
    acquired_at: new Date(START_MS - daysAgo * DAY_MS).toISOString(),
  }));
  return statedTrades(given, [], 'FIFO', () => `lt_${++count}`).filter((trade) => trade.side === 'buy');
}

function heldMicro({ lots: held }: Holding): number {
  return held.reduce((sum, lot) => sum + lot.quantityMicro, 0);
}

function recorded(holding: Holding, trade: LotMovement): Holding {
  const result = recordTrade(holding, trade, dayOf);
  if (result.kind !== 'recorded') throw new Error(result.kind);
  return result.holding;
}

function sold(before: Holding, shares: readonly number[], method: SaleMethod): Holding {
  return shares.reduce((holding, share, index): Holding => {
    const quantityMicro = Math.floor(heldMicro(holding) * share);
    if (quantityMicro === 0) return holding;
    const atMs = START_MS + index * DAY_MS;
    return recorded(holding, { side: 'sell', tradeId: `s${index}`, atMs, quantityMicro, proceedsMinor: 5_000, method });
  }, before);
}

const usedBy = ({ disposals }: { readonly disposals: readonly Disposal[] }) =>
  disposals.flatMap(({ matches }) => matches);

test.each(SALE_METHODS)(
  'the unit cost of a lot is returned as stated, in the part that a sale by %s takes and in the rest',
  { ...proves('L23'), tags: ['drawn'] },
  (method) => {
    fc.assert(
      fc.property(lots, parts, (stated, shares) => {
        const bought = purchases(stated);
        const statedMicro = new Map(bought.map(({ tradeId }, index) => [tradeId, stated[index]?.unit_cost ?? 0]));
        const opened = bought.reduce(recorded, EMPTY_HOLDING);
        expect(opened.lots.map((lot) => unitCostMicro(lot) / 1e6)).toEqual(stated.map((lot) => lot.unit_cost));
        const after = sold(opened, shares, method);
        for (const lot of [...after.lots, ...usedBy(after)]) {
          const isAverage = (method === 'average_cost' || method === 'section_104') && after.disposals.length > 0;
          // An average has no stated unit cost, unless all prices are equal.
          if (isAverage && new Set(statedMicro.values()).size > 1) expect(lot.unitMicro).toBeUndefined();
          else {
            const [first] = statedMicro.values();
            expect(unitCostMicro(lot) / 1e6).toBe(statedMicro.get(lot.lotId ?? '') ?? first);
          }
        }
        // The stored data suffices.
        expect(holdingOf(after.trades, dayOf)).toEqual({ kind: 'recorded', holding: after });
      }),
      { numRuns: draws(2_000) },
    );
  },
);

test.each(SALE_METHODS)(
  'a stated unit cost changes no cost and no gain, with a split between the sales by %s',
  { ...proves('L23', 'G39.6'), tags: ['drawn'] },
  (method) => {
    const asJson = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, each) => (key === 'unitMicro' ? undefined : each)));
    const lived = (bought: readonly Buy[], shares: readonly number[]) => {
      const before = sold(bought.reduce(recorded, EMPTY_HOLDING), shares, method);
      const [quantityMicro, atMs] = [heldMicro(before) * 3, START_MS + 9 * DAY_MS];
      const ratio = { newShares: 3, oldShares: 1 };
      const split = recorded(before, { side: 'split', tradeId: 'ca', atMs, quantityMicro, ratio });
      const sale = { side: 'sell', tradeId: 'last', atMs: atMs + DAY_MS, proceedsMinor: 9_000, method } as const;
      return { before, after: recorded(split, { ...sale, quantityMicro: Math.ceil(quantityMicro / 2) }) };
    };
    fc.assert(
      fc.property(lots, parts, (stated, shares) => {
        const bought = purchases(stated);
        const { before, after } = lived(bought, shares);
        const without = lived(
          bought.map(({ unitMicro: _, ...buy }) => buy),
          shares,
        );
        expect(asJson(after)).toEqual(asJson(without.after));
        // A share after the split is another one; a sale before it sold those whose cost was stated.
        expect([...after.lots, ...usedBy(after).slice(usedBy(before).length)].map((lot) => lot.unitMicro)).toEqual(
          expect.not.arrayContaining([expect.anything()]),
        );
        expect(usedBy(after).slice(0, usedBy(before).length)).toEqual(usedBy(before));
      }),
      { numRuns: draws(2_000) },
    );
  },
);

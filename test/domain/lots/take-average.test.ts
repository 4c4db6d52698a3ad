import { describe, expect, test } from 'vitest';
import { disposalOf } from '../../../src-server/domain/lots/disposal.ts';
import { costOfLots, type Lot, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { takeAverage } from '../../../src-server/domain/lots/take-average.ts';
import { takeLots } from '../../../src-server/domain/lots/take-lots.ts';
import type { Sale } from '../../../src-server/domain/lots/trade.ts';
import { fc } from '../../support/draws.ts';

const THREE = [lot('a', 100, 10_000_00, 1), lot('b', 200, 22_000_00, 2), lot('c', 200, 24_000_00, 3)];

describe('average cost', () => {
  test('100 at 100, 200 at 110 and 200 at 120 average 112; 200 sold at 130 gain 3 600', () => {
    // 10 000 + 22 000 + 24 000 = 56 000 for 500 is 112; 200 × (130 − 112) = 3 600.
    const { parts } = taken(THREE, 200);
    expect(parts).toEqual([
      { rule: 'pool', lotId: null, acquiredMs: null, quantityMicro: 200e6, costMinor: 22_400_00 },
    ]);
    expect(disposalOf(0, [sale(200, 26_000_00)], parts).gainMinor).toBe(3600_00);
  });

  test('leaves the average unchanged, on the younger lots', () => {
    // 200 come from the 100 of a and 100 of b; 300 × 112 = 33 600 remain: 11 200 with b, 22 400 with c.
    expect(taken(THREE, 200).rest).toEqual([lot('b', 100, 11_200_00, 2), lot('c', 200, 22_400_00, 3)]);
  });

  test('takes quantities from the oldest, in whatever order lots are given, and preserves that order', () => {
    expect(taken([...THREE].reverse(), 200).rest).toEqual([lot('c', 200, 22_400_00, 3), lot('b', 100, 11_200_00, 2)]);
  });

  test('a later sale by another method finds lots at the average', () => {
    const taking = takeLots(taken(THREE, 200).rest, 150e6, 'FIFO');
    expect(taking).toMatchObject({
      parts: [
        { lotId: 'b', quantityMicro: 100e6, costMinor: 11_200_00 },
        { lotId: 'c', quantityMicro: 50e6, costMinor: 5600_00 },
      ],
    });
  });

  test('more than all lots together is refused', () => {
    expect(takeAverage(THREE, 500e6 + 1)).toEqual({
      kind: 'not_enough_held',
      heldMicro: 500e6,
      requestedMicro: 500e6 + 1,
    });
  });

  test('a sale of nothing is an error of the caller', () => {
    expect(() => takeAverage(THREE, 0)).toThrow('a sale of nothing');
  });

  test('the last sale takes whatever cost is left: 100 for 3 shares go as 33, 34 and 33', () => {
    // 100/3 = 33.33 → 33; 67/2 = 33.5 → 34; 33 is left.
    let lots: readonly Lot[] = [lot('a', 3, 100, 1)];
    const costs = [1, 1, 1].map((shares) => {
      const taking = taken(lots, shares);
      lots = taking.rest;
      return costOfLots(taking.parts);
    });
    expect(costs).toEqual([33, 34, 33]);
    expect(lots).toEqual([]);
  });
});

describe('every sale at average cost', () => {
  test('takes and leaves exactly what there was, and no lot gets a negative cost', () => {
    fc.assert(
      fc.property(arbitraryLots(), fc.integer({ min: 1, max: 2e12 }), (lots, wanted) => {
        const quantityMicro = Math.min(wanted, quantityOf(lots));
        const { parts, rest } = takenMicro(lots, quantityMicro);
        expect(quantityOf(parts)).toBe(quantityMicro);
        expect(quantityOf(rest)).toBe(quantityOf(lots) - quantityMicro);
        expect(costOfLots(parts) + costOfLots(rest)).toBe(costOfLots(lots));
        expect(rest.every((each) => each.quantityMicro > 0 && each.costMinor >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('costs the same in whatever order the lots are, also if it is sold in several parts', () => {
    const shuffled = arbitraryLots().chain((lots) =>
      fc.record({ lots: fc.constant(lots), other: fc.shuffledSubarray(lots, { minLength: lots.length }) }),
    );
    fc.assert(
      fc.property(shuffled, fc.array(fc.integer({ min: 1, max: 1e12 }), { maxLength: 6 }), ({ lots, other }, sizes) => {
        expect(costsOf(other, sizes)).toEqual(costsOf(lots, sizes));
      }),
      { numRuns: 1000 },
    );
  });
});

function costsOf(lots: readonly Lot[], sizesMicro: readonly number[]): number[] {
  let left = lots;
  return sizesMicro.map((sizeMicro) => {
    const taking = takeAverage(left, sizeMicro);
    if (taking.kind !== 'taken') return Number.NaN;
    left = taking.rest;
    return costOfLots(taking.parts);
  });
}

function lot(lotId: string, shares: number, costMinor: number, acquiredMs: number): Lot {
  return { lotId, quantityMicro: shares * 1e6, costMinor, acquiredMs };
}

function sale(shares: number, proceedsMinor: number): Sale {
  return { side: 'sell', tradeId: 's', atMs: 9, quantityMicro: shares * 1e6, proceedsMinor, method: 'average_cost' };
}

function taken(lots: readonly Lot[], shares: number) {
  return takenMicro(lots, shares * 1e6);
}

function takenMicro(lots: readonly Lot[], quantityMicro: number) {
  const taking = takeAverage(lots, quantityMicro);
  if (taking.kind !== 'taken') throw new Error('refused');
  return taking;
}

function arbitraryLots(): fc.Arbitrary<Lot[]> {
  const quantityMicro = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 1e12 }));
  const row = fc.record({ quantityMicro, costMinor: fc.oneof(fc.nat(12), fc.nat(1e12)), acquiredMs: fc.nat(3) });
  return fc
    .array(row, { minLength: 1, maxLength: 8 })
    .map((rows) => rows.map((each, index) => ({ lotId: `lot-${index}`, ...each })));
}

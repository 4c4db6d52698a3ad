import { describe, expect, test } from 'vitest';
import { costOfLots, type Lot, quantityOf, shareMinor, unitCostMicro } from '../../../src-server/domain/lots/lot.ts';
import { type PickingMethod, takeLots } from '../../../src-server/domain/lots/take-lots.ts';
import { fc } from '../../support/draws.ts';

const METHODS: readonly PickingMethod[] = ['FIFO', 'HIFO', 'specific_id'];

describe('FIFO', () => {
  const lots = [lot('oct-1', 4, 400_00, 1), lot('oct-2', 5, 555_55, 2), lot('oct-3', 6, 733_32, 3)];

  test('7 of 4 at 100, 5 at 111.11 and 6 at 122.22 are 4 at 100 and 3 at 111.11', () => {
    // 4 × 100 = 400; 555.55 × 3/5 = 333.33; 555.55 − 333.33 = 222.22 remains with 2.
    expect(summary(taken(lots, 7, 'FIFO').parts)).toEqual([
      ['oct-1', 4, 400_00],
      ['oct-2', 3, 333_33],
    ]);
    expect(taken(lots, 7, 'FIFO').rest).toEqual([lot('oct-2', 2, 222_22, 2), lot('oct-3', 6, 733_32, 3)]);
  });

  test('16 of 15 are refused, with the quantities held and requested', () => {
    expect(takeLots(lots, 16e6, 'FIFO')).toEqual({ kind: 'not_enough_held', heldMicro: 15e6, requestedMicro: 16e6 });
  });

  test('15 of 15 leave no lot', () => {
    expect(taken(lots, 15, 'FIFO').rest).toEqual([]);
  });

  test('goes by age, not by the order in which lots are given, and preserves that order for the rest', () => {
    const given = [lot('young', 1, 100, 3), lot('old', 1, 100, 1), lot('middle', 1, 100, 2)];
    expect(summary(taken(given, 1, 'FIFO').parts)).toEqual([['old', 1, 100]]);
    expect(taken(given, 1, 'FIFO').rest.map(({ lotId }) => lotId)).toEqual(['young', 'middle']);
  });
});

describe('HIFO', () => {
  test('50 at 115, 50 at 116 and 50 at 114, sold as 40, 35 and 30, go from the dearest down', () => {
    const first = taken([lot('a', 50, 5750_00, 1), lot('b', 50, 5800_00, 2), lot('c', 50, 5700_00, 3)], 40, 'HIFO');
    expect(summary(first.parts)).toEqual([['b', 40, 4640_00]]);
    const second = taken(first.rest, 35, 'HIFO');
    expect(summary(second.parts)).toEqual([
      ['b', 10, 1160_00],
      ['a', 25, 2875_00],
    ]);
    const third = taken(second.rest, 30, 'HIFO');
    expect(summary(third.parts)).toEqual([
      ['a', 25, 2875_00],
      ['c', 5, 570_00],
    ]);
    // Bought for 5 750 + 5 800 + 5 700 = 17 250; sold for 4 640 + 4 035 + 3 445 = 12 120 of it; 45 × 114 = 5 130
    // remain.
    expect(third.rest).toEqual([lot('c', 45, 5130_00, 3)]);
  });

  test('counts purchase charges: a small lot with a minimum commission is dearer per share than its price', () => {
    // 1 at 100 + 5 charges = 105 a share; 100 at 101 + 5 charges = 101.05 a share.
    const lots = [lot('large', 100, 10_105_00, 1), lot('small', 1, 105_00, 2)];
    expect(summary(taken(lots, 1, 'HIFO').parts)).toEqual([['small', 1, 105_00]]);
  });

  test('compares costs per share exactly: a difference far below the cent decides', () => {
    // 1 000 000.00 / 3 000 000 and 1 000 000.01 / 3 000 000 a share.
    const lots = [lot('old', 3e6, 1_000_000_00, 1), lot('dear', 3e6, 1_000_000_01, 2)];
    expect(taken(lots, 1, 'HIFO').parts[0]?.lotId).toBe('dear');
  });
});

describe('specific_id', () => {
  const tied = [lot('old', 30, 300_00, 1), lot('small', 10, 100_00, 2), lot('twin', 10, 100_00, 2)];

  test('differs from HIFO only among lots of equal cost per share: the smallest first instead of the oldest', () => {
    expect(summary(taken(tied, 15, 'HIFO').parts)).toEqual([['old', 15, 150_00]]);
    expect(summary(taken(tied, 15, 'specific_id').parts)).toEqual([
      ['small', 10, 100_00],
      ['twin', 5, 50_00],
    ]);
  });

  test('takes losses first: at a price of 10, lots that cost 12 and 11 go before one that cost 9', () => {
    const lots = [lot('gain', 5, 45_00, 1), lot('loss', 5, 55_00, 2), lot('larger-loss', 5, 60_00, 3)];
    expect(summary(taken(lots, 12, 'specific_id').parts)).toEqual([
      ['larger-loss', 5, 60_00],
      ['loss', 5, 55_00],
      ['gain', 2, 18_00],
    ]);
  });

  test('a sale smaller than every lot is taken from one of them, the dearest', () => {
    const lots = [lot('a', 10, 100_00, 1), lot('b', 40, 440_00, 2), lot('c', 20, 210_00, 3)];
    expect(summary(taken(lots, 3, 'specific_id').parts)).toEqual([['b', 3, 33_00]]);
  });

  test('uses the present cost of a partly used lot, which rounding may have moved past its neighbour', () => {
    // 100 for 3 is 33.33… a share; after one for 33 the other two carry 67, 33.5 a share, more than the 33.4 of its
    // neighbour.
    const lots = [lot('used', 3, 100, 1), lot('other', 5, 167, 2)];
    expect(taken(lots, 5, 'specific_id').parts[0]?.lotId).toBe('other');
    const used = [lot('used', 2, 67, 1), lot('other', 5, 167, 2)];
    expect(taken(used, 1, 'specific_id').parts[0]?.lotId).toBe('used');
  });
});

describe('splitting', () => {
  test('half a cent goes up for the part taken, and the rest gets the remainder: 5 for 2 is 3 and 2', () => {
    expect(taken([lot('a', 2, 5, 1)], 1, 'FIFO')).toMatchObject({
      parts: [{ costMinor: 3 }],
      rest: [{ costMinor: 2 }],
    });
  });

  test('shares of a negative amount mirror those of a positive one, without a negative zero', () => {
    expect(shareMinor(-5, 1, 2)).toBe(-3);
    expect(shareMinor(-1, 1, 3)).toBe(0);
  });

  test('a cost of 333.33 for 3 shares is 111.11 each, in millionths', () => {
    expect(unitCostMicro({ quantityMicro: 3e6, costMinor: 333_33 })).toBe(111_110_000);
  });
});

describe('every sale from lots', () => {
  test('takes and leaves exactly what there was, lot by lot, and splits one lot at most', () => {
    fc.assert(
      fc.property(lotsAndQuantity(), fc.constantFrom(...METHODS), ({ lots, quantityMicro }, method) => {
        const taking = takeLots(lots, quantityMicro, method);
        expect(taking.kind).toBe(quantityMicro > quantityOf(lots) ? 'not_enough_held' : 'taken');
        if (taking.kind !== 'taken') return;
        expect(quantityOf(taking.parts)).toBe(quantityMicro);
        for (const each of lots) {
          const pieces = [...taking.parts, ...taking.rest].filter(({ lotId }) => lotId === each.lotId);
          expect(quantityOf(pieces)).toBe(each.quantityMicro);
          expect(costOfLots(pieces)).toBe(each.costMinor);
          expect(pieces.every((piece) => piece.quantityMicro > 0 && piece.costMinor >= 0)).toBe(true);
        }
        expect(taking.parts.length + taking.rest.length).toBeLessThanOrEqual(lots.length + 1);
      }),
      { numRuns: 2000 },
    );
  });

  test('HIFO never gains more than FIFO, and specific_id never more than HIFO', () => {
    fc.assert(
      fc.property(lotsAndQuantity(), ({ lots, quantityMicro }) => {
        const requested = Math.min(quantityMicro, quantityOf(lots));
        const [fifo, hifo, specific] = METHODS.map((method) => costOfLots(partsOf(lots, requested, method)));
        // Proceeds are the same, so the larger cost is the smaller gain.
        expect(hifo).toBeGreaterThanOrEqual(fifo ?? Number.NaN);
        expect(specific).toBeGreaterThanOrEqual(hifo ?? Number.NaN);
      }),
      { numRuns: 2000 },
    );
  });

  test('specific_id gains as little, to the cent, as the best of all orders in which the lots could be used', () => {
    fc.assert(
      fc.property(lotsAndQuantity(5), ({ lots, quantityMicro }) => {
        const requested = Math.min(quantityMicro, quantityOf(lots));
        // FIFO uses lots of one age as given, so it tries every order without knowledge of costs.
        const costs = permutations(lots.map((each) => ({ ...each, acquiredMs: 0 }))).map((order) =>
          costOfLots(partsOf(order, requested, 'FIFO')),
        );
        expect(costOfLots(partsOf(lots, requested, 'specific_id'))).toBe(Math.max(...costs));
      }),
      { numRuns: 1000 },
    );
  });

  test('does not depend on the order in which lots of different age, cost and size are given', () => {
    fc.assert(
      fc.property(lotsAndQuantity(), fc.constantFrom(...METHODS), ({ lots, quantityMicro }, method) => {
        const aged = lots.map((each, index) => ({ ...each, acquiredMs: index }));
        const requested = Math.min(quantityMicro, quantityOf(lots));
        expect(partsOf([...aged].reverse(), requested, method)).toEqual(partsOf(aged, requested, method));
      }),
      { numRuns: 1000 },
    );
  });
});

function lot(lotId: string, shares: number, costMinor: number, acquiredMs: number): Lot {
  return { lotId, quantityMicro: shares * 1e6, costMinor, acquiredMs };
}

function taken(lots: readonly Lot[], shares: number, method: PickingMethod) {
  return takenMicro(lots, shares * 1e6, method);
}

function takenMicro(lots: readonly Lot[], quantityMicro: number, method: PickingMethod) {
  const taking = takeLots(lots, quantityMicro, method);
  if (taking.kind !== 'taken') throw new Error('refused');
  return taking;
}

function partsOf(lots: readonly Lot[], quantityMicro: number, method: PickingMethod) {
  return takenMicro(lots, quantityMicro, method).parts;
}

function summary(parts: ReturnType<typeof taken>['parts']) {
  return parts.map(({ lotId, quantityMicro, costMinor }) => [lotId, quantityMicro / 1e6, costMinor]);
}

/** Small numbers make ties, large ones leave the range of exact float products. */
function lotsAndQuantity(maxLength = 8) {
  const size = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 1e12 }));
  const cost = fc.oneof(fc.nat(12), fc.nat(1e12));
  const row = fc.record({ quantityMicro: size, costMinor: cost, acquiredMs: fc.nat(3) });
  return fc.record({
    lots: fc
      .array(row, { minLength: 1, maxLength })
      .map((rows) => rows.map((each, index): Lot => ({ lotId: `lot-${index}`, ...each }))),
    quantityMicro: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4e12 })),
  });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

import { describe, expect, test } from 'vitest';
import {
  EMPTY_HOLDING,
  estimateSales,
  type Holding,
  holdingOf,
  recordTrade,
  sharesOfSales,
} from '../../../src-server/domain/lots/holding.ts';
import { costOfLots, quantityOf, type SaleMethod } from '../../../src-server/domain/lots/lot.ts';
import type { Buy, LotMovement, Sale } from '../../../src-server/domain/lots/trade.ts';
import { fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

describe('booking', () => {
  test('a purchase adds a lot, and a sale gives the disposal with its lots and the proceeds of each', () => {
    const holding = holdingWith([buy(0, 4, 400_00), buy(1, 5, 555_55)]);
    const result = recordTrade(holding, sell(9, 7, 910_00, 'FIFO'), dayOf);
    // 7 sold for 910: 4 brought 520 and cost 400, 3 brought 390 and cost 333.33; 120 + 56.67 = 176.67.
    expect(result).toMatchObject({
      kind: 'recorded',
      restated: [],
      disposal: {
        day: 9,
        method: 'FIFO',
        proceedsMinor: 910_00,
        costMinor: 733_33,
        gainMinor: 176_67,
        matches: [
          { rule: 'lot', acquiredMs: 0, proceedsMinor: 520_00, gainMinor: 120_00 },
          { rule: 'lot', acquiredMs: DAY_MS, proceedsMinor: 390_00, gainMinor: 56_67 },
        ],
      },
    });
  });

  test('each sale may use another method, as its rebalance says', () => {
    let holding = holdingWith([buy(0, 2, 20_00), buy(1, 2, 24_00), buy(2, 2, 22_00)]);
    const costs = (['HIFO', 'average_cost', 'FIFO'] as const).map((method, index) => {
      const result = recorded(holding, sell(3 + index, 1, 12_00, method));
      holding = result.holding;
      return result.disposal?.costMinor;
    });
    // HIFO takes one of the second lot for 12; 54 for 5 is 10.80 a share, for the sale and for every lot from then on.
    expect(costs).toEqual([12_00, 10_80, 10_80]);
  });

  test('charges above the value of a sale make negative proceeds and a loss', () => {
    const result = recorded(holdingWith([buy(0, 1, 5_00)]), sell(1, 1, -2_50, 'FIFO'));
    expect(result.disposal).toMatchObject({ proceedsMinor: -2_50, gainMinor: -7_50, matches: [{ gainMinor: -7_50 }] });
  });

  test('a sale of more than is held is refused by every method, and the holding does not change', () => {
    const holding = holdingWith([buy(0, 2, 20_00)]);
    for (const method of METHODS) {
      const sale = sell(1, 3, 30_00, method);
      expect(recordTrade(holding, sale, dayOf)).toEqual({
        kind: 'not_enough_held',
        tradeId: sale.tradeId,
        heldMicro: 2e6,
        requestedMicro: 3e6,
      });
    }
    expect(holding).toEqual(holdingOfTrades(holding.trades));
  });

  test('a trade of nothing is a bug of the caller, by every method', () => {
    const holding = holdingWith([buy(0, 2, 20_00)]);
    expect(() => recordTrade(holding, buy(1, 0, 0), dayOf)).toThrow('invariant');
    for (const method of METHODS) {
      expect(() => recordTrade(holding, sell(1, 0, 0, method), dayOf)).toThrow('invariant');
    }
  });

  test('stored trades that sell too much are reported with the sale that does', () => {
    const sale = sell(1, 3, 30_00, 'HIFO');
    expect(holdingOf([buy(0, 2, 20_00), sale], dayOf)).toMatchObject({
      kind: 'not_enough_held',
      tradeId: sale.tradeId,
    });
  });
});

describe('an estimate', () => {
  test('of several sales uses lots one after the other', () => {
    const holding = holdingWith([buy(0, 2, 20_00), buy(1, 2, 30_00)]);
    const { shares } = estimated(holding, [sell(2, 1, 16_00, 'FIFO'), sell(2, 2, 32_00, 'FIFO')]);
    // 1 at 10; then 1 at 10 and 1 at 15.
    expect(shares.map(({ costMinor, gainMinor }) => [costMinor, gainMinor])).toEqual([
      [10_00, 6_00],
      [25_00, 7_00],
    ]);
  });

  test('of more than is held in total is refused', () => {
    const holding = holdingWith([buy(0, 2, 20_00)]);
    const second = sell(2, 1, 16_00, 'FIFO');
    expect(estimateSales(holding, [sell(2, 2, 32_00, 'FIFO'), second], dayOf)).toMatchObject({
      kind: 'not_enough_held',
      tradeId: second.tradeId,
      heldMicro: 0,
    });
  });
});

describe('any sequence of purchases and sales', () => {
  test('never oversells, and preserves quantities, costs and proceeds to the unit, with any mix of methods', () => {
    forEverySequence((holding) => {
      const bought = holding.trades.filter((trade) => trade.side === 'buy');
      const sold = holding.trades.filter((trade) => trade.side === 'sell');
      expect(quantityOf(holding.lots) + quantityOf(holding.disposals)).toBe(quantityOf(bought));
      expect(costOfLots(holding.lots) + costOfLots(holding.disposals)).toBe(costOfLots(bought));
      expect(sum(holding.disposals, 'proceedsMinor')).toBe(sum(sold, 'proceedsMinor'));
      expect(holding.lots.every((lot) => lot.quantityMicro > 0 && lot.costMinor >= 0)).toBe(true);
      for (const { matches, ...whole } of holding.disposals) {
        expect(sum(matches, 'quantityMicro')).toBe(whole.quantityMicro);
        expect(sum(matches, 'costMinor')).toBe(whole.costMinor);
        expect(sum(matches, 'gainMinor')).toBe(whole.gainMinor);
        expect(whole.gainMinor).toBe(whole.proceedsMinor - whole.costMinor);
      }
    });
  });

  test('gives the same booked one by one as replayed from the store', () => {
    forEverySequence((holding) => expect(holdingOfTrades(holding.trades)).toEqual(holding));
  });

  test('gives every sale its share, and the shares sum to the disposals', () => {
    forEverySequence((holding) => {
      const saleIds = holding.trades.filter((trade) => trade.side === 'sell').map(({ tradeId }) => tradeId);
      const shares = sharesOfSales(holding, saleIds);
      expect(shares.map(({ saleId }) => saleId)).toEqual(saleIds);
      for (const part of ['quantityMicro', 'proceedsMinor', 'costMinor', 'gainMinor'] as const) {
        expect(sum(shares, part)).toBe(sum(holding.disposals, part));
      }
    });
  });

  test('is not changed by an estimate, which equals the later booking', () => {
    forEverySequence((holding, [next]) => {
      if (next?.side !== 'sell') return;
      const before = structuredClone(holding);
      const estimate = estimateSales(holding, [next], dayOf);
      expect(holding).toEqual(before);
      const booked = recordTrade(holding, next, dayOf);
      if (booked.kind !== 'recorded') {
        expect(estimate).toEqual(booked);
        return;
      }
      const shares = sharesOfSales(booked.holding, [next.tradeId]);
      const gainMinor = sum(booked.holding.disposals, 'gainMinor') - sum(holding.disposals, 'gainMinor');
      const restatedGainMinor = gainMinor - sum(shares, 'gainMinor');
      expect(estimate).toEqual({ kind: 'estimated', shares, restatedGainMinor });
      const isBritish = holding.trades.some((trade) => trade.side === 'sell' && trade.method === 'section_104');
      if (!isBritish && next.method !== 'section_104') expect(restatedGainMinor).toBe(0);
    });
  });
});

const METHODS: readonly SaleMethod[] = ['FIFO', 'HIFO', 'specific_id', 'average_cost', 'section_104'];

/** Checks the holding before every step of random sequences; refused sales must leave it untouched. */
function forEverySequence(check: (holding: Holding, following: readonly LotMovement[]) => void): void {
  fc.assert(
    fc.property(arbitraryTrades(), (trades) => {
      let holding = EMPTY_HOLDING;
      trades.forEach((trade, index) => {
        check(holding, trades.slice(index));
        const heldMicro = quantityOf(holding.lots);
        const result = recordTrade(holding, trade, dayOf);
        const isTooMuch = trade.side === 'sell' && trade.quantityMicro > heldMicro;
        expect(result.kind).toBe(isTooMuch ? 'not_enough_held' : 'recorded');
        if (result.kind === 'recorded') holding = result.holding;
      });
      check(holding, []);
    }),
    { numRuns: 800 },
  );
}

function arbitraryTrades(): fc.Arbitrary<LotMovement[]> {
  const step = fc.record({
    dayGap: fc.constantFrom(0, 0, 0, 1, 12, 30, 31),
    isBuy: fc.boolean(),
    quantityMicro: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1e10 })),
    amountMinor: fc.oneof(fc.nat(20), fc.nat(1e10)),
    method: fc.nat(),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 12 });
  // One method alone, or a mix of all of them.
  const allowed = fc.oneof(
    fc.constantFrom(...METHODS).map((method) => [method]),
    fc.constant(METHODS),
  );
  return fc.tuple(steps, allowed).map(([rows, methods]) => {
    let day = 0;
    return rows.map(({ dayGap, isBuy, quantityMicro, amountMinor, method: choice }, index): LotMovement => {
      day += dayGap;
      const common = { tradeId: `t${index}`, atMs: day * DAY_MS + index, quantityMicro };
      const method = methods[choice % methods.length] ?? 'FIFO';
      if (isBuy) return { side: 'buy', ...common, costMinor: amountMinor };
      return { side: 'sell', ...common, proceedsMinor: amountMinor - 10, method };
    });
  });
}

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

function holdingOfTrades(trades: readonly LotMovement[]): Holding {
  const result = holdingOf(trades, dayOf);
  if (result.kind !== 'recorded') throw new Error('refused');
  return result.holding;
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

function sum<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** The Irish rules (sections 580 and 581 of the Taxes Consolidation Act 1997), by their smallest cases. */
import { describe, expect, test } from 'vitest';
import { EMPTY_HOLDING, type Holding, recordTrade } from '../../../src-server/domain/lots/holding.ts';
import { costOfLots, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { realisedGains } from '../../../src-server/domain/lots/realised-gains.ts';
import type { LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);
const at = (date: string) => Date.parse(`${date}T10:00:00Z`);

let count = 0;
function buy(date: string, shares: number, unit: number): LotMovement {
  count += 1;
  const quantityMicro = shares * 1e6;
  return { side: 'buy', tradeId: `b${count}`, atMs: at(date), quantityMicro, costMinor: shares * unit * 100 };
}
function sell(date: string, shares: number, unit: number): LotMovement {
  count += 1;
  const common = { side: 'sell', tradeId: `s${count}`, atMs: at(date), method: 'section_581' } as const;
  return { ...common, quantityMicro: shares * 1e6, proceedsMinor: shares * unit * 100 };
}

function recorded(trades: readonly LotMovement[]): Holding {
  return trades.reduce((holding, trade) => {
    const result = recordTrade(holding, trade, dayOf);
    if (result.kind !== 'recorded') throw new Error(result.kind);
    return result.holding;
  }, EMPTY_HOLDING);
}

const gains = ({ disposals }: Holding) => disposals.map(({ gainMinor }) => gainMinor / 100);
function totals({ disposals }: Holding, year = '2026') {
  const report = realisedGains([{ isin: 'IE', disposals }], 'IE', year);
  if (report.kind !== 'report') throw new Error(report.kind);
  const { gainsMinor, lossesMinor, netMinor } = report.totals;
  return [gainsMinor / 100, lossesMinor / 100, netMinor / 100];
}

const OLD = buy('2025-03-03', 10, 10);

describe('a sale', () => {
  test('takes the shares of the four weeks before it, the last bought first', proves('G39.4'), () => {
    // 5 × (15 − 20) = −25; first in, first out it would be 5 × (15 − 10) = +25.
    const holding = recorded([OLD, buy('2026-02-20', 10, 20), sell('2026-02-27', 5, 15)]);
    expect([gains(holding), totals(holding)]).toEqual([[-25], [0, 25, -25]]);
    expect(holding.disposals[0]?.matches).toMatchObject([{ rule: 'four_weeks', quantityMicro: 5e6 }]);
  });

  test.each([
    // A purchase 28 days before counts: 5 × (15 − 20); one 29 days before does not: 5 × (15 − 10).
    ['2026-01-30', '2026-02-27', -25],
    ['2026-01-29', '2026-02-27', 25],
    ['2026-02-27', '2026-02-27', -25],
  ])('of shares bought on %s and sold on %s gains %d', (bought, sold, gain) => {
    expect(gains(recorded([OLD, buy(bought, 10, 20), sell(sold, 5, 15)]))).toEqual([gain]);
  });

  test('takes the excess from the oldest', () => {
    // 2 at 30, 3 at 20, then 4 of the oldest at 10: 9 × 25 − 60 − 60 − 40 = 65; 6 at 10 and 1 of June are left.
    const trades = [OLD, buy('2025-06-03', 1, 12), buy('2026-02-20', 3, 20), buy('2026-02-23', 2, 30)];
    const holding = recorded([...trades, sell('2026-02-27', 9, 25)]);
    expect([gains(holding), quantityOf(holding.lots) / 1e6, costOfLots(holding.lots) / 100]).toEqual([[65], 7, 72]);
  });
});

describe('a loss', () => {
  const LOSS = [buy('2025-03-03', 10, 20), sell('2026-02-27', 5, 15)];

  test('counts if nothing is bought again', proves('G39.5'), () => {
    expect(totals(recorded(LOSS))).toEqual([0, 25, -25]);
    // 29 days after the sale.
    expect(totals(recorded([...LOSS, buy('2026-03-28', 5, 15)]))).toEqual([0, 25, -25]);
  });

  test('is deferred if the shares are bought again within four weeks', proves('G39.5'), () => {
    const before = recorded(LOSS);
    const result = recordTrade(before, buy('2026-03-27', 5, 16), dayOf);
    if (result.kind !== 'recorded') throw new Error(result.kind);
    expect(gains(result.holding)).toEqual([-25]);
    expect(totals(result.holding)).toEqual([0, 0, 0]);
    expect(result.restated).toMatchObject([{ gainMinor: -25_00, relief: { heldBackMinor: 25_00, setOffMinor: 0 } }]);
  });

  test('counts in part if fewer are bought again', () => {
    // 2 of 5 defer 10 of the 25.
    expect(totals(recorded([...LOSS, buy('2026-03-02', 2, 15)]))).toEqual([0, 15, -15]);
  });

  test('counts against gains on the shares that were bought again, and against nothing else', proves('G39.5'), () => {
    const again = [...LOSS, buy('2026-03-02', 5, 15)];
    // Sold in July, when the shares of 2025 go first: 5 × (30 − 20) = 50, of which nothing is set off.
    const others = recorded([...again, sell('2026-07-01', 5, 30)]);
    expect([gains(others), totals(others)]).toEqual([
      [-25, 50],
      [50, 0, 50],
    ]);
    // Then those bought again: 5 × (18 − 15) = 15, against which 15 of the 25 count, and the rest against none.
    const own = recorded([...again, sell('2026-07-01', 5, 30), sell('2027-01-04', 5, 18)]);
    expect([gains(own), totals(own, '2027')]).toEqual([
      [-25, 50, 15],
      [15, 15, 0],
    ]);
    expect(own.disposals[2]?.relief).toEqual({ heldBackMinor: 0, setOffMinor: 15_00 });
  });

  test('of two sales is deferred once by each share that is bought again', () => {
    const twice = [buy('2025-03-03', 10, 20), sell('2026-02-26', 5, 15), sell('2026-02-27', 5, 14)];
    // 5 shares defer the 25 of the first sale; the 30 of the second count.
    expect(totals(recorded([...twice, buy('2026-03-02', 5, 15)]))).toEqual([0, 30, -30]);
  });

  test('is deferred in the shares after a split', proves('O3.7'), () => {
    const split: LotMovement = {
      side: 'split',
      tradeId: 'ca',
      atMs: at('2026-03-01'),
      quantityMicro: 10e6,
      ratio: { newShares: 2, oldShares: 1 },
    };
    // 5 new shares are 2.5 old ones: half of the 25.
    expect(totals(recorded([...LOSS, split, buy('2026-03-02', 5, 8)]))).toEqual([0, 12.5, -12.5]);
  });
});

const step = fc.record({
  days: fc.constantFrom(0, 1, 7, 27, 28, 29, 90),
  isBuy: fc.boolean(),
  shares: fc.integer({ min: 1, max: 9 }),
  unit: fc.integer({ min: 1, max: 40 }),
});

test('no loss counts twice, and a loss that is not deferred counts', { ...proves('G39.5'), tags: ['drawn'] }, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), (steps) => {
      let [day, held] = [20_000, 0];
      const trades = steps.flatMap(({ days, isBuy, shares, unit }): LotMovement[] => {
        day += days;
        const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
        const sold = Math.min(held, shares);
        held += isBuy ? shares : -sold;
        if (isBuy) return [buy(date, shares, unit)];
        return sold === 0 ? [] : [sell(date, sold, unit)];
      });
      const { disposals, lots } = recorded(trades);
      const sum = (of: (each: (typeof disposals)[number]) => number) =>
        disposals.reduce((all, each) => all + of(each), 0);
      const amount = (trade: LotMovement) =>
        trade.side === 'buy' ? -trade.costMinor : trade.side === 'sell' ? trade.proceedsMinor : 0;
      const spent = trades.reduce((all, trade) => all + amount(trade), 0);
      expect(sum(({ gainMinor }) => gainMinor)).toBe(spent + costOfLots(lots));
      const [back, off] = [
        sum(({ relief }) => relief?.heldBackMinor ?? 0),
        sum(({ relief }) => relief?.setOffMinor ?? 0),
      ];
      expect(off).toBeLessThanOrEqual(back);
      for (const { gainMinor, relief = { heldBackMinor: 0, setOffMinor: 0 } } of disposals) {
        expect(relief.heldBackMinor).toBeLessThanOrEqual(Math.max(0, -gainMinor));
        expect(Math.min(relief.heldBackMinor, relief.setOffMinor)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: draws(2_000) },
  );
});

/**
 * For every method and sequence: the amount spent on a holding is still in it, was realised, or was removed manually.
 */
import { expect, test } from 'vitest';
import {
  type ExactQuantity,
  quantityOfExact,
  splitQuantity,
} from '../../../src-server/domain/corporate-actions/split-position.ts';
import { EMPTY_HOLDING, holdingOf, recordTrade } from '../../../src-server/domain/lots/holding.ts';
import { costOfLots, quantityOf, SALE_METHODS } from '../../../src-server/domain/lots/lot.ts';
import type { LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

const step = fc.record({
  days: fc.constantFrom(0, 0, 1, 15, 28, 30, 31),
  what: fc.constantFrom('buy', 'buy', 'sell', 'sell', 'split', 'set'),
  micro: fc.integer({ min: 1, max: 5_000_000 }),
  minor: fc.integer({ min: 0, max: 90_000 }),
  chargesMinor: fc.integer({ min: 0, max: 500 }),
  ratio: fc.record({ newShares: fc.integer({ min: 1, max: 20 }), oldShares: fc.integer({ min: 1, max: 20 }) }),
});

/** A history that never sells what is not held; a sale of more becomes a sale of one of everything. */
function tradesOf(
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  method: (typeof SALE_METHODS)[number],
) {
  let [day, held]: [number, ExactQuantity] = [20_000, { quantityMicro: 0 }];
  return steps.flatMap(({ days, what, micro, minor, chargesMinor, ratio }, index): LotMovement[] => {
    day += days;
    const common = { tradeId: `t${index}`, atMs: day * DAY_MS + index };
    if (what === 'buy') {
      held = { ...held, quantityMicro: held.quantityMicro + micro };
      return [{ side: 'buy', ...common, quantityMicro: micro, costMinor: minor }];
    }
    if (held.quantityMicro === 0) return [];
    if (what === 'set') {
      held = { quantityMicro: 0 };
      return [{ side: 'set', ...common, quantityMicro: 0 }];
    }
    if (what === 'split') {
      const after = quantityOfExact(splitQuantity(held, ratio));
      if (after.quantityMicro === 0) return [];
      held = after;
      return [{ side: 'split', ...common, quantityMicro: after.quantityMicro, ratio }];
    }
    const sale = { side: 'sell', ...common, proceedsMinor: minor, chargesMinor, method } as const;
    const { quantityMicro, ...rest } = held;
    const isAll = micro >= quantityMicro;
    held = isAll ? { quantityMicro: 0 } : { ...rest, quantityMicro: quantityMicro - micro };
    return isAll ? [{ ...sale, quantityMicro, ...rest }] : [{ ...sale, quantityMicro: micro }];
  });
}

test.each(SALE_METHODS)(
  'gains and remaining cost equal what was paid and received, by %s',
  {
    ...proves('G39.2', 'G39.6', 'L5', 'O3.7'),
    tags: ['drawn'],
  },
  (method) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), (steps) => {
        const trades = tradesOf(steps, method);
        let holding = EMPTY_HOLDING;
        let heldMicro = 0;
        for (const trade of trades) {
          const result = recordTrade(holding, trade, dayOf);
          if (result.kind !== 'recorded') throw new Error(`${trade.tradeId} is ${result.kind}`);
          holding = result.holding;
          if (trade.side === 'split' || trade.side === 'set') heldMicro = trade.quantityMicro;
          else heldMicro += trade.side === 'buy' ? trade.quantityMicro : -trade.quantityMicro;
          expect(quantityOf(holding.lots)).toBe(heldMicro);
        }
        const { lots, disposals, removals } = holding;
        const all = (of: (trade: LotMovement) => number) => trades.reduce((sum, trade) => sum + of(trade), 0);
        const spent = all((trade) => (trade.side === 'buy' ? trade.costMinor : 0));
        const brought = all((trade) => (trade.side === 'sell' ? trade.proceedsMinor - (trade.chargesMinor ?? 0) : 0));
        const gains = disposals.reduce((sum, { gainMinor }) => sum + gainMinor, 0);
        expect(gains).toBe(brought - spent + costOfLots(lots) + costOfLots(removals));
        for (const { proceedsMinor, costMinor, gainMinor, quantityMicro, matches } of disposals) {
          expect(gainMinor).toBe(proceedsMinor - costMinor);
          expect(matches.reduce((sum, match) => sum + match.gainMinor, 0)).toBe(gainMinor);
          expect(quantityOf(matches)).toBe(quantityMicro);
        }
        // The stored data suffices.
        expect(holdingOf(trades, dayOf)).toEqual({ kind: 'recorded', holding });
      }),
      { numRuns: draws(2_000) },
    );
  },
);

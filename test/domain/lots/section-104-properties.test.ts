import { describe, expect, test } from 'vitest';
import type { Disposal } from '../../../src-server/domain/lots/disposal.ts';
import type { Buy, LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { fc } from '../../support/draws.ts';
import { section104 } from './section-104-history.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

/** Divisible so often that most averages of few lots are whole, so that costs can be compared exactly. */
const DIVISIBLE = 27_720 ** 3;

describe('Section 104 matching', () => {
  test('equals a count share by share that does not use lots', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const { disposals, pool } = matched(trades);
        const slow = shareByShare(trades);
        expect(disposals.map(({ day }) => day)).toEqual([...slow.byDay.keys()]);
        // Each part may be rounded by half a unit, and passes on the other half to the rest.
        const parts = disposals.reduce((sum, { matches }) => sum + matches.length, 0);
        const isExact = [...slow.byDay.values()].every((counts) =>
          [...counts.values()].every(({ cost }) => isWhole(cost)),
        );
        const allowed = isExact ? 0 : parts;
        for (const { day, matches } of disposals) {
          const counts = slow.byDay.get(day);
          expect(matches.map(keyOf)).toEqual([...(counts?.keys() ?? [])]);
          for (const match of matches) {
            const expected = counts?.get(keyOf(match));
            expect(match.quantityMicro).toBe(expected?.shares);
            expect(distance(match.costMinor, expected?.cost ?? ZERO)).toBeLessThanOrEqual(allowed);
          }
        }
        expect(pool.quantityMicro).toBe(slow.poolShares);
        expect(distance(pool.costMinor, slow.poolCost)).toBeLessThanOrEqual(allowed);
      }),
      { numRuns: 3000 },
    );
  });

  test('does not depend on the order in which days were booked: fills may be reported late', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const latestDayFirst = trades.toSorted((a, b) => dayOf(b.atMs) - dayOf(a.atMs));
        expect(matched(latestDayFirst)).toEqual(matched(trades));
      }),
      { numRuns: 1000 },
    );
  });

  test('preserves quantities, costs and proceeds to the unit', () => {
    fc.assert(
      fc.property(arbitraryTrades(), (trades) => {
        const { disposals, pool } = matched(trades);
        const total = (side: 'buy' | 'sell', read: (trade: LotMovement) => number) =>
          trades.filter((trade) => trade.side === side).reduce((sum, trade) => sum + read(trade), 0);
        const sum = (read: (disposal: Disposal) => number) => disposals.reduce((all, each) => all + read(each), 0);
        const amount = (trade: LotMovement) => {
          if (trade.side === 'split' || trade.side === 'set') return 0;
          return trade.side === 'buy' ? trade.costMinor : trade.proceedsMinor;
        };
        const quantity = (trade: LotMovement) => trade.quantityMicro;
        expect(sum(({ costMinor }) => costMinor) + pool.costMinor).toBe(total('buy', amount));
        expect(sum(({ quantityMicro }) => quantityMicro) + pool.quantityMicro).toBe(total('buy', quantity));
        expect(sum(({ proceedsMinor }) => proceedsMinor)).toBe(total('sell', amount));
        for (const { matches, gainMinor } of disposals) {
          expect(matches.reduce((all, match) => all + match.gainMinor, 0)).toBe(gainMinor);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a further purchase changes earlier disposals only where it is within their 30 days', () => {
    fc.assert(
      fc.property(arbitraryTrades(), fc.nat(110), fc.integer({ min: 1, max: 6 }), (trades, day, shares) => {
        const extra: Buy = {
          side: 'buy',
          tradeId: 'extra',
          atMs: day * DAY_MS,
          quantityMicro: shares,
          costMinor: 1000,
        };
        const before = matched(trades);
        const after = matched([...trades, extra]);
        let matchedMoreMicro = 0;
        before.disposals.forEach((was, index) => {
          const is = after.disposals[index];
          if (is === undefined || was.day >= day) return;
          if (was.day < day - 30) expect(is).toEqual(was);
          // Purchases before that day match as they did; the new one can only replace later ones and the pool.
          expect(before30(is, day)).toEqual(before30(was, day));
          const moreMicro = onDay(is, day) - onDay(was, day);
          expect(moreMicro).toBeGreaterThanOrEqual(0);
          expect(fromPool(is)).toBeLessThanOrEqual(fromPool(was));
          matchedMoreMicro += moreMicro;
        });
        expect(matchedMoreMicro).toBeLessThanOrEqual(shares);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The purchases before that day that a disposal uses. */
function before30({ matches }: Disposal, day: number) {
  return matches
    .filter(({ acquiredMs }) => acquiredMs !== null && dayOf(acquiredMs) < day)
    .map(({ rule, lotId, quantityMicro, costMinor }) => ({ rule, lotId, quantityMicro, costMinor }));
}

function onDay({ matches }: Disposal, day: number): number {
  return matches
    .filter(({ acquiredMs }) => acquiredMs !== null && dayOf(acquiredMs) === day)
    .reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
}

function fromPool({ matches }: Disposal): number {
  return matches.filter(({ rule }) => rule === 'pool').reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
}

function keyOf({ rule, acquiredMs }: Disposal['matches'][number]): string {
  return acquiredMs === null ? rule : `${rule} ${dayOf(acquiredMs)}`;
}

function matched(trades: readonly LotMovement[]) {
  const result = section104(trades, dayOf);
  if (result.kind !== 'matched') throw new Error('refused');
  return result;
}

/** Histories of a hundred days that never sell what is not held; the quantity is a few millionths, one unit a share. */
function arbitraryTrades(): fc.Arbitrary<LotMovement[]> {
  const step = fc.record({
    dayGap: fc.constantFrom(0, 0, 1, 5, 10, 15, 29, 30, 31),
    isBuy: fc.boolean(),
    shares: fc.integer({ min: 1, max: 4 }),
    amount: fc.integer({ min: 0, max: 40 }),
  });
  const steps = fc.array(step, { minLength: 4, maxLength: 10 });
  return fc.tuple(steps, fc.constantFrom(1, 97, DIVISIBLE)).map(([rows, scale]) => {
    let [day, held] = [0, 0];
    return rows.flatMap(({ dayGap, isBuy, shares, amount }, index): LotMovement[] => {
      day += dayGap;
      const [tradeId, atMs] = [`t${index}`, day * DAY_MS + index];
      const quantityMicro = isBuy ? shares : Math.min(shares, held);
      held += isBuy ? quantityMicro : -quantityMicro;
      if (isBuy) return [{ side: 'buy', tradeId, atMs, quantityMicro, costMinor: amount * scale }];
      if (quantityMicro === 0) return [];
      return [{ side: 'sell', tradeId, atMs, quantityMicro, proceedsMinor: amount - 5, method: 'section_104' }];
    });
  });
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const ZERO: Fraction = { over: 0n, under: 1n };

interface Count {
  shares: number;
  cost: Fraction;
}

interface Share {
  readonly day: number;
  readonly cost: Fraction;
  taken: boolean;
}

/** Every share is one object; each sold share searches for its match. Costs are fractions and never rounded. */
function shareByShare(trades: readonly LotMovement[]) {
  const days = [...new Set(trades.map(({ atMs }) => dayOf(atMs)))].sort((a, b) => a - b);
  const bought = days.flatMap((day) => sharesOfDay(trades, day));
  const sold = days.flatMap((day) => Array.from({ length: soldOn(trades, day) }, () => ({ day, isOpen: true })));
  const byDay = new Map(sold.map(({ day }) => [day, new Map<string, Count>()]));
  const assign = (day: number, key: string, cost: Fraction) => {
    const count = byDay.get(day)?.get(key) ?? { shares: 0, cost: ZERO };
    byDay.get(day)?.set(key, { shares: count.shares + 1, cost: plus(count.cost, cost) });
  };
  const pair = (rule: string, fits: (days: number) => boolean) => {
    for (const each of sold.filter(({ isOpen }) => isOpen)) {
      const partner = bought.find(({ day, taken }) => !taken && fits(day - each.day));
      if (partner === undefined) continue;
      partner.taken = true;
      each.isOpen = false;
      assign(each.day, `${rule} ${partner.day}`, partner.cost);
    }
  };
  pair('same_day', (apart) => apart === 0);
  pair('thirty_days', (apart) => apart >= 1 && apart <= 30);
  let [poolShares, poolCost] = [0, ZERO];
  for (const day of days) {
    for (const share of bought.filter((each) => each.day === day && !each.taken)) {
      poolShares += 1;
      poolCost = plus(poolCost, share.cost);
    }
    for (const each of sold.filter((one) => one.day === day && one.isOpen)) {
      const average = times(poolCost, 1n, BigInt(poolShares));
      assign(each.day, 'pool', average);
      poolShares -= 1;
      poolCost = plus(poolCost, times(average, -1n, 1n));
    }
  }
  return { byDay, poolShares, poolCost };
}

function sharesOfDay(trades: readonly LotMovement[], day: number): Share[] {
  const buys = trades.filter((trade) => trade.side === 'buy' && dayOf(trade.atMs) === day) as Buy[];
  const shares = buys.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
  const costMinor = buys.reduce((sum, buy) => sum + buy.costMinor, 0);
  const cost = { over: BigInt(costMinor), under: BigInt(shares || 1) };
  return Array.from({ length: shares }, () => ({ day, cost, taken: false }));
}

function soldOn(trades: readonly LotMovement[], day: number): number {
  return trades
    .filter((trade) => trade.side === 'sell' && dayOf(trade.atMs) === day)
    .reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
}

function plus(a: Fraction, b: Fraction): Fraction {
  return reduced(a.over * b.under + b.over * a.under, a.under * b.under);
}

function times(a: Fraction, over: bigint, under: bigint): Fraction {
  return reduced(a.over * over, a.under * under);
}

function reduced(over: bigint, under: bigint): Fraction {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b > 0n) [a, b] = [b, a % b];
  return { over: over / a, under: under / a };
}

function isWhole({ over, under }: Fraction): boolean {
  return over % under === 0n;
}

function distance(amountMinor: number, { over, under }: Fraction): number {
  const difference = BigInt(amountMinor) * under - over;
  return Number(difference < 0n ? -difference : difference) / Number(under);
}

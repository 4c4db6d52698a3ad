import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashDeltaAtMidMinor, cashDeltaMinor } from '../../src-server/domain/cost-parts.ts';
import { isFinalRebalance } from '../../src-server/domain/rebalance-life-cycle.ts';
import type { PositionRecord } from '../../src-server/engine/records.ts';
import { firstBrokenLink } from '../../src-server/kernel/event-chain.ts';
import { type ExecutingWorld, HORIZON_MS, randomCuts, randomWorld, startRandomWorld } from './random-world.ts';

const RUNS = 60;
const COMPARED_WORLDS = 200;

describe('random worlds', () => {
  it('keep cash and positions at or above zero and balance to the cent at every instant looked at', () => {
    fc.assert(
      fc.property(randomWorld, randomCuts, (random, cuts) => {
        const executing = startRandomWorld(random);
        const cashBeforeMinor = Math.round(random.portfolio.cash * 100);
        for (const instantMs of instants(random.startAt, cuts)) {
          executing.advanceTo(instantMs);
          expectBalance(executing, cashBeforeMinor, random.portfolio.holdings);
        }
        executing.close();
      }),
      { numRuns: RUNS },
    );
  });

  it('end every rebalance: complete where all orders were filled, failed where cash or positions ran short', () => {
    fc.assert(
      fc.property(randomWorld, (random) => {
        const { world, rebalanceId, advanceTo, close } = startRandomWorld(random);
        advanceTo(random.startAt + HORIZON_MS);
        if (rebalanceId !== null) {
          const rebalance = world.rebalances.find(rebalanceId);
          const orders = world.rebalances.orders(rebalanceId);
          expect(rebalance && isFinalRebalance(rebalance.status)).toBe(true);
          const isAllFilled = orders.every(({ status }) => status === 'filled');
          expect(rebalance?.status).toBe(isAllFilled ? 'complete' : 'failed');
          expect(orders.every(({ workingMicro, reservedMinor }) => workingMicro === 0 && reservedMinor === 0)).toBe(
            true,
          );
        }
        close();
      }),
      { numRuns: RUNS },
    );
  });

  it('write the same event log whatever the interleaving of time advances', () => {
    fc.assert(
      fc.property(randomWorld, randomCuts, (random, cuts) => {
        // Twice the same way, and once with the advance cut into pieces.
        const heads = [[], [], cuts].map((chosen) => {
          const executing = startRandomWorld(random);
          for (const instantMs of instants(random.startAt, chosen)) executing.advanceTo(instantMs);
          const { head, eventCount } = executing.world.kernel;
          expect(firstBrokenLink(executing.events.after(0, eventCount))).toBeNull();
          executing.close();
          return head;
        });
        expect(new Set(heads).size).toBe(1);
      }),
      { numRuns: COMPARED_WORLDS },
    );
  });
});

/** The cuts in order, and the end. */
function instants(startMs: number, cuts: readonly number[]): number[] {
  const inner = [...cuts].sort((a, b) => a - b).map((cut) => startMs + Math.round(cut ** 4 * HORIZON_MS));
  return [...inner, startMs + HORIZON_MS];
}

function expectBalance(
  { world, portfolioId, rebalanceId }: ExecutingWorld,
  cashBeforeMinor: number,
  holdings: readonly { isin: string; exchange: string; quantity: number }[],
): void {
  const cashMinor = world.portfolios.find(portfolioId)?.cashMinor ?? Number.NaN;
  const positions = world.portfolios.positions(portfolioId);
  expect(cashMinor).toBeGreaterThanOrEqual(0);
  expect(positions.every(({ quantityMicro }) => quantityMicro > 0)).toBe(true);
  const fills = rebalanceId === null ? [] : world.rebalances.fills(rebalanceId);
  const orders = new Map(world.rebalances.orders(rebalanceId ?? '').map((order) => [order.orderId, order]));
  let expectedCashMinor = cashBeforeMinor;
  let expectedAtMidMinor = cashBeforeMinor;
  const expected = new Map(
    holdings.map(({ isin, exchange, quantity }) => [key(isin, exchange), Math.round(quantity * 1e6)]),
  );
  for (const { orderId, mic, quantityMicro, valueMinor, costs } of fills) {
    const order = orders.get(orderId);
    if (order === undefined) throw new Error(`fill of an unknown order ${orderId}`);
    const { side, isin } = order;
    expectedCashMinor += cashDeltaMinor(side, valueMinor, costs);
    const implicitMinor = costs.spreadMinor + costs.impactMinor;
    const atMidMinor = side === 'buy' ? valueMinor - implicitMinor : valueMinor + implicitMinor;
    expectedAtMidMinor += cashDeltaAtMidMinor(side, atMidMinor, costs);
    const change = side === 'buy' ? quantityMicro : -quantityMicro;
    expected.set(key(isin, mic), Math.round((expected.get(key(isin, mic)) ?? 0) + change));
  }
  expect(cashMinor).toBe(expectedCashMinor);
  expect(cashMinor).toBe(expectedAtMidMinor);
  expect(quantities(positions)).toEqual(new Map([...expected].filter(([, quantity]) => quantity !== 0).sort()));
}

function quantities(positions: readonly PositionRecord[]): Map<string, number> {
  const rows = positions.map(({ isin, mic, quantityMicro }): [string, number] => [key(isin, mic), quantityMicro]);
  return new Map(rows.sort());
}

function key(isin: string, mic: string): string {
  return `${isin} ${mic}`;
}

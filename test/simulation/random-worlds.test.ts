import { describe, expect, it } from 'vitest';
import { mifidRecord } from '../../src-server/contract/service/mifid.ts';
import { cashDeltaAtMidMinor, cashDeltaMinor } from '../../src-server/domain/costs/cost-parts.ts';
import { isFinalRebalance } from '../../src-server/domain/lifecycle/rebalance-life-cycle.ts';
import { costOfLots, quantityOf } from '../../src-server/domain/lots/lot.ts';
import { mifidRecordOf } from '../../src-server/engine/mifid/mifid-record.ts';
import type { FillRecord, PositionRecord } from '../../src-server/engine/records.ts';
import type { World } from '../../src-server/engine/world.ts';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import { proves } from '../conformance/proves.ts';
import { isReached } from '../engine/execution/settled-orders.ts';
import { draws, fc } from '../support/draws.ts';
import {
  advanceCuts,
  advanceTargets,
  type ComparedWorld,
  comparedWorld,
  compareRuns,
  expectSameRuns,
  recordRuns,
} from './compare-runs.ts';
import { type ExecutingWorld, HORIZON_MS, randomWorld, startRandomWorld } from './random-world.ts';

const RUNS = draws(60);
const COMPARED_WORLDS = draws(200);

describe('random worlds', { tags: ['drawn'] }, () => {
  it('keep cash and positions at or above zero and balance to the cent at every instant that is checked', () => {
    fc.assert(
      fc.property(randomWorld, advanceCuts, (random, cuts) => {
        const executing = startRandomWorld(random);
        const cashBeforeMinor = Math.round(random.portfolio.cash * 100);
        for (const instantMs of advanceTargets(random.startAt, cuts)) {
          executing.advanceTo(instantMs);
          expectBalance(executing, cashBeforeMinor, random.portfolio.holdings);
        }
        executing.close();
      }),
      { numRuns: RUNS },
    );
  });

  it('end every rebalance: complete where nearly all of all orders was filled, failed where cash or positions ran short', () => {
    fc.assert(
      fc.property(randomWorld, (random) => {
        const { world, rebalanceId, advanceTo, close } = startRandomWorld(random);
        advanceTo(random.startAt + HORIZON_MS);
        if (rebalanceId !== null) {
          const rebalance = world.rebalances.find(rebalanceId);
          const orders = world.rebalances.orders(rebalanceId);
          expect(rebalance && isFinalRebalance(rebalance.status)).toBe(true);
          const navMinor = rebalance?.plan.navMinor ?? 0;
          expect(rebalance?.status).toBe(isReached(orders, navMinor) ? 'complete' : 'failed');
          expect(orders.every(({ workingMicro, reservedMinor }) => workingMicro === 0 && reservedMinor === 0)).toBe(
            true,
          );
        }
        close();
      }),
      { numRuns: RUNS },
    );
  });

  it('write the same event log twice, and whatever the interleaving of time advances', () =>
    expectSameRuns({ count: COMPARED_WORLDS }));
});

describe('comparing the runs of random worlds', () => {
  it('runs each twice and on two interleavings of advances that are not the same', () => {
    for (const world of fc.sample(comparedWorld, 50)) {
      const startMs = world.random.startAt;
      const [first, second] = world.cuts.map((cuts) => [...new Set(advanceTargets(startMs, cuts))]);
      expect(first).not.toEqual(second);
      for (const targets of [first, second]) {
        expect(targets?.at(-1)).toBe(startMs + HORIZON_MS);
        expect(targets?.slice(0, -1).some((targetMs) => targetMs > startMs)).toBe(true);
      }
    }
    const names = recordRuns(oneWorld()).map(({ name }) => name.replace(/ \(.*/, ''));
    expect(names).toEqual(['first run', 'second run', 'third run', 'fourth run']);
  });

  it('reports the first event that differs, the world, and a command that draws this one world again', {
    tags: ['deep'],
  }, async ({ task }) => {
    const failureText = await failure(expectSameRuns({ count: 7, seed: -5 }, oneOtherRun));
    expect(failureText).toContain('7 of 7 worlds differ from themselves');
    expect(failureText).toContain('world 3: event 1 differs\n  first run: portfolio.created at ');
    expect(failureText).toContain('and, as BALLAST_FC_PATH: 5 6');
    const line = /again: BALLAST_FC_SEED=(\S+) BALLAST_FC_PATH=(3) npx vitest run (.*)\n {2}world: (.*)/.exec(
      failureText,
    );
    expect(line?.[3]).toBe(`test/simulation/random-worlds.test.ts -t "${task.name}"`);
    const again = await failure(
      expectSameRuns({ count: 200, seed: Number(line?.[1]), path: line?.[2] ?? '' }, oneOtherRun),
    );
    expect(again).toContain('1 of 1 worlds differ');
    expect(again).toContain(line?.[0]);
  });

  it('shows a world that cannot be run, and continues with the next', async () => {
    const failureText = await failure(
      expectSameRuns({ count: 2, seed: 1 }, () => {
        throw new Error('no such world');
      }),
    );
    expect(failureText).toMatch(
      /^2 of 2 worlds[\s\S]*world 0: could not be run\n {2}Error: no such world[\s\S]*world 1: could/,
    );
  });

  it('detects a head that is not the one of the last event, and a chain that is broken in every run', () => {
    const runs = recordRuns(oneWorld());
    expect(compareRuns(runs, 'again')).toBeNull();
    const [first, second] = runs;
    if (first === undefined || second === undefined) throw new Error('a world has four runs');
    expect(compareRuns([first, { ...second, head: 'f' }], 'again')).toContain('heads differ where all events agree');
    const broken = {
      ...first,
      events: first.events.map((event, index) => (index === 1 ? { ...event, type: 'x' } : event)),
    };
    expect(compareRuns([broken, broken], 'again')).toContain('every run has a chain that is broken at event 2');
  });

  it('detects an entry that does not match its type', proves('K139.3'), () => {
    const [first] = recordRuns(oneWorld());
    if (first === undefined) throw new Error('a world has four runs');
    const made = { ...(first.events[0] as LoggedEvent), data: { seed: 1 } };
    const run = { ...first, events: [chainEvent(GENESIS_HEAD, made)] };
    expect(compareRuns([run, run], 'again')).toContain('event 1: portfolio.created has no /form');
  });
});

function oneWorld(): ComparedWorld {
  const [world] = fc.sample(comparedWorld, { numRuns: 1, seed: 1 });
  if (world === undefined) throw new Error('nothing was drawn');
  return world;
}

/** Runs of a world the first of which had another seed, as if events did not follow from the world alone. */
function oneOtherRun({ random, cuts }: ComparedWorld): ReturnType<typeof recordRuns> {
  const other = recordRuns({ random: { ...random, seed: random.seed + 1 }, cuts });
  return [...other.slice(0, 1), ...recordRuns({ random, cuts }).slice(1)];
}

/** The reason of a rejected promise. */
async function failure(promise: Promise<void>): Promise<string> {
  return promise.then(
    () => 'nothing failed',
    (error: Error) => error.message,
  );
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
  expectLots(world, portfolioId, positions);
  expectRecords(world, fills);
  expect(quantities(positions)).toEqual(new Map([...expected].filter(([, quantity]) => quantity !== 0).sort()));
}

function quantities(positions: readonly PositionRecord[]): Map<string, number> {
  const rows = positions.map(({ isin, mic, quantityMicro }): [string, number] => [key(isin, mic), quantityMicro]);
  return new Map(rows.sort());
}

function key(isin: string, mic: string): string {
  return `${isin} ${mic}`;
}

/** Every fill has its record, which agrees with the fill. */
function expectRecords(world: World, fills: readonly FillRecord[]): void {
  for (const fill of fills) {
    const { quantityMicro, priceMicro, costs } = fill;
    expect(world.mifid.find(fill.mifidRecordId)).toEqual(fill);
    const body = mifidRecord.parse(mifidRecordOf(world, fill).body);
    expect(body.execution).toMatchObject({ quantity: quantityMicro / 1e6, price: priceMicro / 1e6 });
    const cents = body.costs_and_charges.items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(costs.totalMinor);
  }
}

/** The lots of every ISIN are as many shares as its positions, and its disposals all that was ever sold. */
function expectLots(world: World, portfolioId: string, positions: readonly PositionRecord[]): void {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error(`portfolio ${portfolioId} has vanished`);
  for (const { isin, holding } of world.lots.holdings(portfolio)) {
    const heldMicro = positions.reduce((sum, row) => sum + (row.isin === isin ? row.quantityMicro : 0), 0);
    expect(quantityOf(holding.lots)).toBe(heldMicro);
    const sold = holding.trades.filter(({ side }) => side === 'sell');
    expect(quantityOf(holding.disposals)).toBe(quantityOf(sold));
    // Every cent that was paid, for sales too, is either still in a lot or was deducted from a disposal.
    const paidMinor = holding.trades.reduce(
      (sum, trade) =>
        sum + (trade.side === 'buy' ? trade.costMinor : trade.side === 'sell' ? (trade.chargesMinor ?? 0) : 0),
      0,
    );
    expect(costOfLots(holding.lots) + costOfLots(holding.disposals)).toBe(paidMinor);
  }
}

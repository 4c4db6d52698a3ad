import { describe, expect, it } from 'vitest';
import { cashDeltaMinor } from '../../src-server/domain/costs/cost-parts.ts';
import { FAULT_KINDS } from '../../src-server/domain/events/event-choices.ts';
import { isFinalRebalance } from '../../src-server/domain/lifecycle/rebalance-life-cycle.ts';
import type { FaultKind } from '../../src-server/market/faults/fault.ts';
import { closeWorldsAfterEach, NO_ROWS, rowsLeft } from '../engine/execution/exchange-world.ts';
import { isReached } from '../engine/execution/settled-orders.ts';
import { draws, fc } from '../support/draws.ts';
import { drawsAsUsual } from '../support/fast-check.ts';
import {
  advanceCuts,
  advanceTargets,
  type ComparedWorld,
  type Cuts,
  expectSameRuns,
  type RecordedRun,
} from './compare-runs.ts';
import { FAULTY_HORIZON_MS, type FaultyWorld, startFaultyWorld, troubleOf } from './random-faults.ts';
import { type RandomWorld, randomWorld } from './random-world.ts';

closeWorldsAfterEach();

const RUNS = draws(150);
const COMPARED_WORLDS = draws(100);

describe('random worlds with faults', { tags: ['drawn'] }, () => {
  it('balance to the cent at every instant that is checked, and leave nothing open once the faults are over', () => {
    const seen = { rebalances: new Set<string>(), orders: new Set<string>(), hits: new Set<FaultKind>() };
    const property = fc.property(randomWorld, advanceCuts, (random, cuts) => {
      const faulty = startFaultyWorld(random, troubleOf(random));
      for (const instantMs of targetsOf(random, cuts)) {
        faulty.runTo(instantMs);
        expectBalance(faulty, random);
      }
      expectOver(faulty);
      for (const { status, rebalanceId } of rebalancesOf(faulty)) {
        if (status === 'plan_ready') continue;
        seen.rebalances.add(status);
        for (const order of faulty.world.rebalances.orders(rebalanceId)) seen.orders.add(order.status);
      }
      for (const { kind, hits } of faulty.world.faults.all()) if (hits > 0) seen.hits.add(kind);
      faulty.close();
    });
    fc.assert(property, { numRuns: RUNS });
    // Few worlds, and those of another seed, need not cover everything.
    if (!drawsAsUsual || RUNS < 150) return;
    const counting = FAULT_KINDS.filter((kind) => /_(slow|orders|fills|acknowledgements)$/.test(kind));
    expect(seen.rebalances).toEqual(new Set(['complete', 'failed']));
    expect([...seen.orders]).toEqual(expect.arrayContaining(['filled', 'rejected', 'cancelled']));
    expect([...seen.hits].sort()).toEqual([...counting].sort());
  });

  it('write the same event log twice, and whatever the interleaving of time advances', () =>
    expectSameRuns({ count: COMPARED_WORLDS }, recordFaultyRuns));
});

/** Advances also end where interventions happen; the cuts are what differs between the runs. */
function targetsOf({ startAt }: RandomWorld, cuts: Cuts): number[] {
  return [...advanceTargets(startAt, cuts), startAt + FAULTY_HORIZON_MS];
}

function recordFaultyRuns({ random, cuts }: ComparedWorld): RecordedRun[] {
  const ways: [string, Cuts][] = [
    ['first run', []],
    ['second run', []],
    [`third run (${cuts[0].length + 2} advances)`, cuts[0]],
    [`fourth run (${cuts[1].length + 2} advances)`, cuts[1]],
  ];
  return ways.map(([name, chosen]) => {
    const { world, events, runTo, close } = startFaultyWorld(random, troubleOf(random));
    for (const targetMs of targetsOf(random, chosen)) runTo(targetMs);
    const { head, eventCount } = world.kernel;
    const run = { name, seed: random.seed, events: events.after(0, eventCount), head };
    close();
    return run;
  });
}

function rebalancesOf({ world, portfolioId }: FaultyWorld) {
  return world.rebalances.list({ portfolioId, limit: 10 });
}

function ordersOf(faulty: FaultyWorld) {
  return rebalancesOf(faulty).flatMap(({ rebalanceId }) => faulty.world.rebalances.orders(rebalanceId));
}

/** Cash and positions are the initial ones plus the fills, and never below zero. */
function expectBalance(faulty: FaultyWorld, { portfolio }: RandomWorld): void {
  const { world, portfolioId } = faulty;
  const orders = new Map(ordersOf(faulty).map((order) => [order.orderId, order]));
  const fills = rebalancesOf(faulty).flatMap(({ rebalanceId }) => world.rebalances.fills(rebalanceId));
  const expected = new Map(
    portfolio.holdings.map(({ isin, exchange, quantity }) => [`${isin} ${exchange}`, Math.round(quantity * 1e6)]),
  );
  const filled = new Map<string, number>();
  let expectedMinor = Math.round(portfolio.cash * 100);
  for (const { orderId, mic, quantityMicro, valueMinor, costs } of fills) {
    const order = orders.get(orderId);
    if (order === undefined) throw new Error(`fill of an unknown order ${orderId}`);
    const key = `${order.isin} ${mic}`;
    expected.set(key, (expected.get(key) ?? 0) + (order.side === 'buy' ? quantityMicro : -quantityMicro));
    expectedMinor += cashDeltaMinor(order.side, valueMinor, costs);
    filled.set(orderId, (filled.get(orderId) ?? 0) + quantityMicro);
  }
  const positions = world.portfolios.positions(portfolioId);
  const cashMinor = world.portfolios.find(portfolioId)?.cashMinor ?? Number.NaN;
  const reservedMinor = [...orders.values()].reduce((sum, order) => sum + order.reservedMinor, 0);
  expect(cashMinor).toBe(expectedMinor);
  expect(cashMinor).toBeGreaterThanOrEqual(reservedMinor);
  expect(positions.every(({ quantityMicro }) => quantityMicro > 0)).toBe(true);
  expect(new Map(positions.map(({ isin, mic, quantityMicro }) => [`${isin} ${mic}`, quantityMicro]))).toEqual(
    new Map([...expected].filter(([, quantityMicro]) => quantityMicro !== 0)),
  );
  for (const { orderId, filledMicro } of orders.values()) expect(filled.get(orderId) ?? 0).toBe(filledMicro);
}

/** Every rebalance is final, nothing is working or delayed, and the stores of orders have no rows left. */
function expectOver(faulty: FaultyWorld): void {
  for (const { rebalanceId, status, failure, plan } of rebalancesOf(faulty)) {
    const orders = faulty.world.rebalances.orders(rebalanceId);
    expect(status === 'plan_ready' || isFinalRebalance(status), `${rebalanceId} is ${status}`).toBe(true);
    if (status === 'plan_ready') continue;
    const isComplete = isReached(orders, plan.navMinor);
    expect([status, failure === null]).toEqual(isComplete ? ['complete', true] : ['failed', false]);
    expect(orders.every(({ workingMicro, reservedMinor }) => workingMicro === 0 && reservedMinor === 0)).toBe(true);
  }
  expect(rowsLeft(faulty)).toEqual(NO_ROWS);
}

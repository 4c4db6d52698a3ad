/** Changed settings of an exchange: from when on they apply, and to which orders. */
import { describe, expect, it } from 'vitest';
import { changeExchange } from '../../../src-server/engine/commands/market/change-exchange.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  ALLIANZ,
  accept,
  allCash,
  breakMarket,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  fillsOf,
  HOUR_MS,
  MINUTE_MS,
  orderOf,
  plan,
  planAndExecute,
  rebalanceOf,
  refusal,
  SAP,
  SECOND_MS,
  start,
  statuses,
  tryExecute,
} from './exchange-world.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;

describe('settings of an exchange', () => {
  it('apply from now on: commission in plans and fills', () => {
    const test = start(allCash());
    const before = rebalanceOf(test, plan(test)).plan.costs.commissionMinor;
    change(test, { settings: { commission: { bps: 0, minimumMinor: 12_345, capMinor: 12_345 } } });
    const rebalanceId = planAndExecute(test);
    expect(rebalanceOf(test, rebalanceId).plan.costs.commissionMinor).toBe(12_345);
    expect(before).not.toBe(12_345);
    test.advanceTo(at(DAY_MS));
    const paid = fillsOf(test, rebalanceId).reduce((sum, { costs }) => sum + costs.commissionMinor, 0);
    expect(paid).toBe(12_345);
  });

  it(
    'do not reach sent orders: a commission raised meanwhile cannot overdraw the cash reserved for them',
    proves('G38'),
    () => {
      const test = start(allCash());
      const rebalanceId = planAndExecute(test);
      const planned = rebalanceOf(test, rebalanceId).plan.costs.commissionMinor;
      test.advanceTo(at(SECOND_MS));
      change(test, { settings: { commission: { bps: 1000, minimumMinor: 0, capMinor: 100_000_000 } } });
      test.advanceTo(at(DAY_MS));
      expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
      const paid = fillsOf(test, rebalanceId).reduce((sum, { costs }) => sum + costs.commissionMinor, 0);
      // Both orders' consideration differs a little from the estimate, and so do 1.2 basis points of it.
      expect(Math.abs(paid - planned)).toBeLessThan(planned * 0.02 + 2);
    },
  );

  it('apply from now on: a tenth of the participation takes about ten times as long', () => {
    const [usual, less] = [start(allCash()), start(allCash())];
    change(less, { settings: { participation: 0.015 } });
    const took = [usual, less].map((test) => {
      const rebalanceId = planAndExecute(test);
      test.advanceTo(at(DAY_MS));
      return (rebalanceOf(test, rebalanceId).completedMs ?? 0) - TEST_START_MS;
    });
    // The volume of an exchange moves through the day and slices are drawn, so this is a wide band.
    expect((took[1] ?? 0) / (took[0] ?? 1)).toBeGreaterThan(7);
    expect((took[1] ?? 0) / (took[0] ?? 1)).toBeLessThan(14);
  });

  it('apply from now on: a latency of a minute each way', () => {
    const test = start(allCash());
    const minute = { kind: 'fixed', ms: MINUTE_MS } as const;
    // A query returns fills before their reports come, so there must be no query.
    change(test, { settings: { acknowledgeWithinMs: HOUR_MS }, latency: { submit: minute, report: minute } });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    const [first] = fillsOf(test, rebalanceId);
    expect(first?.filledMs).toBeGreaterThan(at(MINUTE_MS));
    expect(eventsOf(test, 'order.filled')[0]?.atMs).toBe((first?.filledMs ?? 0) + MINUTE_MS);
  });

  it('apply to messages sent at the very instant at which the connection comes up', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * SECOND_MS));
    breakMarket(test, 'late_fills', { amount: HOUR_MS, count: 1 });
    breakMarket(test, 'stale_prices', { isin: ALLIANZ, untilMs: at(2 * HOUR_MS) });
    test.advanceTo(at(HOUR_MS + 30 * MINUTE_MS));
    change(test, { connected: false });
    test.advanceTo(at(3 * HOUR_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy new']);
    change(test, { connected: true, latency: { submit: { kind: 'fixed', ms: 3 * MINUTE_MS } } });
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy sent']);
    test.advanceTo(at(3 * HOUR_MS + 3 * MINUTE_MS));
    const { orderId } = orderOf(test, rebalanceId, 'buy');
    expect(eventsOf(test, 'order.acknowledged').some(({ data }) => data.order_id === orderId)).toBe(false);
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('are refused for an exchange that does not exist and for a connection that a fault takes down', () => {
    const test = start();
    const nothing = { connected: null, settings: {}, latency: {} };
    expect(refusal(changeExchange(test.world, 'XNYS', nothing)).code).toBe('not_found');
    const { faultId } = breakMarket(test, 'exchange_down');
    const { code, details } = refusal(changeExchange(test.world, 'XETR', { ...nothing, connected: true }));
    expect([code, details]).toEqual([
      'invalid_request',
      [{ path: '/connected', issue: `cannot be true while the fault ${faultId} keeps XETR down` }],
    ]);
  });
});

describe('lots', () => {
  it('of one share make whole orders of new plans, of which none is rejected', () => {
    const test = start({ holdings: [{ isin: SAP, exchange: 'XETR', quantity: 3000.7351 }] });
    change(test, { settings: { lotMicro: 1_000_000 } });
    const rebalanceId = planAndExecute(test);
    const orders = test.world.rebalances.orders(rebalanceId);
    expect(orders.map(({ quantityMicro }) => quantityMicro % 1_000_000)).toEqual([0, 0]);
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.rejected')).toEqual([]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expect(fillsOf(test, rebalanceId).every(({ quantityMicro }) => quantityMicro % 1_000_000 === 0)).toBe(true);
  });

  it('set after a plan get its orders rejected, with the reason', () => {
    const test = start();
    const rebalanceId = plan(test);
    change(test, { settings: { lotMicro: 1_000_000 } });
    accept(tryExecute(test, rebalanceId));
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell rejected', 'buy cancelled']);
    const { termination, quantityMicro } = orderOf(test, rebalanceId, 'sell');
    const message = `${quantityMicro / 1e6} is not a multiple of the lot of 1 on XETR.`;
    expect(termination).toEqual({ code: 'lot_size', message });
    expect(rebalanceOf(test, rebalanceId).failure?.message).toContain(message);
  });

  it('set after an order was accepted do not affect it', () => {
    const test = start(allCash());
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(SECOND_MS));
    change(test, { settings: { lotMicro: 1_000_000_000 } });
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });
});

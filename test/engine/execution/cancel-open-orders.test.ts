/** Cancelling the open orders of a rebalance, as support would: orders that were sent, that wait, or that were lost. */
import { describe, expect, it } from 'vitest';
import { cancelOpenOrders } from '../../../src-server/engine/commands/rebalances/cancel-open-orders.ts';
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
  MINUTE_MS,
  NO_ROWS,
  orderOf,
  plan,
  planAndExecute,
  rebalanceOf,
  refusal,
  rowsLeft,
  SECOND_MS,
  start,
  statuses,
} from './exchange-world.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;

describe('cancelling open orders', () => {
  it('is 404 for a rebalance that does not exist', () => {
    expect(refusal(cancelOpenOrders(start().world, 'rb_none'))).toMatchObject({ code: 'not_found' });
  });

  it('is 400 for a plan that was not executed and for a rebalance that is over', () => {
    const test = start();
    const rebalanceId = plan(test);
    expect(refusal(cancelOpenOrders(test.world, rebalanceId)).message).toContain('is plan_ready');
    const executedId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    const { code, message } = refusal(cancelOpenOrders(test.world, executedId));
    expect([code, message]).toEqual(['invalid_request', `Rebalance ${executedId} is complete: it has no open orders.`]);
    expect(eventsOf(test, 'rebalance.cancel_requested')).toEqual([]);
  });

  it('ends unsent orders at once, and sent ones once their exchange has replied', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    const before = fillsOf(test, rebalanceId).length;
    expect(before).toBeGreaterThan(3);
    expect(accept(cancelOpenOrders(test.world, rebalanceId)).status).toBe('partially_filled');
    expect(statuses(test, rebalanceId)).toEqual(['sell partially_filled', 'buy cancelled']);
    test.advanceTo(at(2 * MINUTE_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell cancelled', 'buy cancelled']);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expect(rebalanceOf(test, rebalanceId).failure?.message).toBe(
      '2 of 2 orders were not filled: 1 (sell DE0007164600) cancelled: Cancelled on request.; 2 (buy DE0008404005) cancelled: Cancelled on request.',
    );
    expect(fillsOf(test, rebalanceId).length).toBeGreaterThanOrEqual(before);
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('reports every cancelled order in the same form', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(2 * MINUTE_MS));
    const events = eventsOf(test, 'order.cancelled').map(({ data }) => data);
    expect(events.map(({ order }) => (order as { side: string }).side)).toEqual(['buy', 'sell']);
    for (const data of events) {
      expect(data).toMatchObject({
        rebalance_id: rebalanceId,
        portfolio_id: test.portfolioId,
        order: { status: 'cancelled' },
        reason: { code: 'requested', message: 'Cancelled on request.' },
      });
    }
  });

  it('ends a rebalance without sent orders at the same instant', () => {
    const test = start();
    breakMarket(test, 'stale_prices', { isin: ALLIANZ, fromMs: at(SECOND_MS) });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * MINUTE_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy new']);
    expect(accept(cancelOpenOrders(test.world, rebalanceId))).toMatchObject({
      status: 'failed',
      completedMs: at(30 * MINUTE_MS),
    });
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy cancelled']);
  });

  it('retains every fill that came before the cancellation reached the exchange, reported late or not', () => {
    const test = start(allCash());
    breakMarket(test, 'late_fills', { amount: 5 * MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    expect(fillsOf(test, rebalanceId)).toEqual([]);
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(3 * MINUTE_MS));
    // The exchange cancelled long ago, but the reports of earlier fills are still being sent.
    expect(statuses(test, rebalanceId)).toEqual(['buy sent']);
    test.advanceTo(at(10 * MINUTE_MS));
    const fills = fillsOf(test, rebalanceId);
    expect(fills.length).toBeGreaterThan(3);
    // A cancellation takes at most 22 ms to Xetra.
    for (const { filledMs } of fills) expect(filledMs).toBeLessThanOrEqual(at(MINUTE_MS) + 22);
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
  });

  it('remains complete if every fill was made before the cancellation came', () => {
    const test = start(allCash(undefined, 5_000));
    breakMarket(test, 'late_fills', { amount: 5 * MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(10 * MINUTE_MS));
    const buy = orderOf(test, rebalanceId, 'buy');
    expect([buy.status, buy.termination]).toEqual(['filled', null]);
    expect(rebalanceOf(test, rebalanceId)).toMatchObject({ status: 'complete', failure: null });
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('while the connection is down happens after the reconnect, if the exchange trades meanwhile', () => {
    const test = start(allCash());
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    change(test, { connected: false });
    const before = fillsOf(test, rebalanceId).length;
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(2 * MINUTE_MS));
    expect(statuses(test, rebalanceId)).toEqual(['buy partially_filled']);
    change(test, { connected: true });
    test.advanceTo(at(3 * MINUTE_MS));
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    const fills = fillsOf(test, rebalanceId);
    expect(fills.length).toBeGreaterThan(before);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('of an order that was lost never sends it again', () => {
    const test = start(allCash());
    const rebalanceId = planAndExecute(test);
    change(test, { connected: false });
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(MINUTE_MS));
    change(test, { connected: true });
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    expect(eventsOf(test, 'order.sent_again')).toEqual([]);
    expect(fillsOf(test, rebalanceId)).toEqual([]);
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('requested twice is sent to the exchange once and ends the same', () => {
    const test = start(allCash());
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    accept(cancelOpenOrders(test.world, rebalanceId));
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.cancelled')).toHaveLength(1);
    expect(eventsOf(test, 'rebalance.failed')).toHaveLength(1);
  });

  it('ends an order whose day ends before the cancellation arrives, and does not send it again', () => {
    // Xetra's closing auction ends at 17:35 Berlin time, 16:35 UTC.
    const closeMs = Date.UTC(2026, 2, 2, 16, 30);
    const test = start(allCash(undefined, 10_000_000), { startAt: closeMs - MINUTE_MS });
    breakMarket(test, 'halt_instrument', { isin: ALLIANZ, untilMs: closeMs + 20 * MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(closeMs);
    change(test, { connected: false });
    accept(cancelOpenOrders(test.world, rebalanceId));
    test.advanceTo(closeMs + 10 * MINUTE_MS);
    change(test, { connected: true });
    test.advanceTo(closeMs + 2 * DAY_MS);
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    expect(eventsOf(test, 'order.sent')).toHaveLength(1);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
  });
});

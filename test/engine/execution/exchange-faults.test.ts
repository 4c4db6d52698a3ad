/** The effect of order and exchange faults on a running rebalance: orders, fills, cash, status and log. */
import { describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  allCash,
  breakMarket,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  fillsOf,
  MINUTE_MS,
  orderOf,
  planAndExecute,
  rebalanceOf,
  SECOND_MS,
  start,
  statuses,
} from './exchange-world.ts';
import { expectSettled, reportedFills } from './settled-orders.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;

describe('an exchange that refuses orders', () => {
  it(
    'rejects the sell, announces that once, cancels the buy for lack of cash and fails the rebalance',
    proves('G35'),
    () => {
      const test = start();
      const fault = breakMarket(test, 'reject_orders');
      const rebalanceId = planAndExecute(test);
      expect(statuses(test, rebalanceId)).toEqual(['sell sent', 'buy new']);
      test.advanceTo(at(DAY_MS));
      expect(statuses(test, rebalanceId)).toEqual(['sell rejected', 'buy cancelled']);
      const reason = `XETR refuses orders (fault ${fault.faultId}).`;
      expect(eventsOf(test, 'order.rejected').map(({ data }) => data)).toEqual([
        expect.objectContaining({
          event_id: expect.stringMatching(/^ev_/),
          order: expect.objectContaining({ side: 'sell', status: 'rejected', filled_quantity: 0 }),
          reason: { code: 'exchange_refused', message: reason },
        }),
      ]);
      expect(rebalanceOf(test, rebalanceId)).toMatchObject({ status: 'failed', completedMs: expect.any(Number) });
      expect(rebalanceOf(test, rebalanceId).failure?.message).toContain(`(sell DE0007164600) rejected: ${reason}`);
      expect(fillsOf(test, rebalanceId)).toEqual([]);
      expectSettled(test, rebalanceId, 0);
    },
  );

  it('retains the fills of the sell if only the buy is rejected, with their proceeds as cash', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * SECOND_MS));
    breakMarket(test, 'reject_orders');
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy rejected']);
    const fills = fillsOf(test, rebalanceId);
    expect(fills.length).toBeGreaterThan(10);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expectSettled(test, rebalanceId, 0);
  });

  it('reduces a buy to the remaining cash if a sell that was to pay for it is rejected', () => {
    const test = start({ cash: 50_000 });
    breakMarket(test, 'reject_orders', { count: 1 });
    const rebalanceId = planAndExecute(test);
    const planned = orderOf(test, rebalanceId, 'buy').quantityMicro;
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell rejected', 'buy filled']);
    const buy = orderOf(test, rebalanceId, 'buy');
    expect(buy.filledMicro).toBeLessThan(planned);
    // About 352 EUR a share: 50 000 EUR pay for 130 to 142 of them.
    expect(buy.filledMicro).toBeGreaterThan(130e6);
    expect(rebalanceOf(test, rebalanceId).warnings.at(-1)?.message).toMatch(/was reduced .* cash ran short\.$/);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expectSettled(test, rebalanceId, 5_000_000);
  });
});

describe('an exchange that fills in part', () => {
  it('cancels the rest of the sell at the share it fills, and the rebalance fails with those fills', () => {
    const test = start();
    breakMarket(test, 'partial_fills', { amount: 0.25, count: 1 });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    const sell = orderOf(test, rebalanceId, 'sell');
    expect(sell.status).toBe('cancelled');
    // A quarter of the order, cut to a ten-thousandth of a share.
    expect(sell.filledMicro).toBe(Math.floor((sell.quantityMicro * 0.25) / 100) * 100);
    expect(sell.termination).toMatchObject({ code: 'partial_fill' });
    expect(orderOf(test, rebalanceId, 'buy').status).toBe('filled');
    expect(rebalanceOf(test, rebalanceId).failure?.message).toContain('cancelled the rest');
    expect(eventsOf(test, 'order.cancelled')).toHaveLength(1);
    expectSettled(test, rebalanceId, 0);
  });

  it('cancels an order of which it fills nothing without a single fill', () => {
    const test = start(allCash());
    breakMarket(test, 'partial_fills', { amount: 0 });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    expect(fillsOf(test, rebalanceId)).toEqual([]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expectSettled(test, rebalanceId, 100_000_000);
  });
});

describe('an exchange that breaks down', () => {
  it('and loses its orders cancels them: the rebalance fails and retains its fills, also those reported late', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    const before = fillsOf(test, rebalanceId).length;
    expect(before).toBeGreaterThan(3);
    breakMarket(test, 'exchange_down', { cancelsOrders: true, untilMs: at(3 * MINUTE_MS) });
    test.advanceTo(at(3 * MINUTE_MS - 1));
    expect(fillsOf(test, rebalanceId)).toHaveLength(before);
    expect(statuses(test, rebalanceId)).toEqual(['sell partially_filled', 'buy new']);
    test.advanceTo(at(DAY_MS));
    const sell = orderOf(test, rebalanceId, 'sell');
    expect([sell.status, sell.termination]).toEqual([
      'cancelled',
      { code: 'book_lost', message: 'XETR lost its order book.' },
    ]);
    expect(orderOf(test, rebalanceId, 'buy').status).toBe('filled');
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expect(fillsOf(test, rebalanceId).length).toBeGreaterThanOrEqual(before);
    expectSettled(test, rebalanceId, 0);
  });

  it('and retains its orders trades nothing meanwhile and completes the rebalance later', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    const untilMs = at(31 * MINUTE_MS);
    breakMarket(test, 'exchange_down', { untilMs });
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expect(fillsOf(test, rebalanceId).some(({ filledMs }) => filledMs >= at(MINUTE_MS) && filledMs < untilMs)).toBe(
      false,
    );
    const [down] = eventsOf(test, 'exchange.disconnected');
    const [up] = eventsOf(test, 'exchange.connected');
    expect([down?.atMs, down?.data]).toEqual([at(MINUTE_MS), { exchange: 'XETR', cause: 'fault' }]);
    // The connection is retried about once a minute by then: after half an hour it takes up to 72 s more.
    expect(up?.atMs).toBeGreaterThanOrEqual(untilMs);
    expect(up?.atMs).toBeLessThanOrEqual(untilMs + 72 * SECOND_MS);
    expectSettled(test, rebalanceId, 0);
  });

  it('while an order is being sent receives it a second time, and executes it once', () => {
    const test = start(allCash());
    const rebalanceId = planAndExecute(test);
    breakMarket(test, 'exchange_down', { untilMs: at(5 * SECOND_MS) });
    test.advanceTo(at(DAY_MS));
    const { orderId } = orderOf(test, rebalanceId, 'buy');
    expect(eventsOf(test, 'order.sent_again').map(({ data }) => data)).toEqual([
      { order_id: orderId, exchange: 'XETR' },
    ]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 100_000_000);
  });

  it('and replies more slowly than it is queried still executes every order once', () => {
    const test = start(allCash(undefined, 20_000));
    const rebalanceId = planAndExecute(test);
    breakMarket(test, 'exchange_down', { untilMs: at(5 * SECOND_MS) });
    breakMarket(test, 'exchange_slow', { fromMs: at(5 * SECOND_MS), amount: MINUTE_MS });
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.unacknowledged').length).toBeGreaterThan(1);
    expect(eventsOf(test, 'order.sent_again')).toHaveLength(1);
    expect(eventsOf(test, 'order.report_ignored')).toEqual([]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 2_000_000);
  });
});

describe('an exchange that is slow', () => {
  it('completes the same rebalance later: every message takes the additional time', () => {
    const quick = start(allCash());
    const slow = start(allCash());
    breakMarket(slow, 'exchange_slow', { amount: MINUTE_MS });
    const [quickId, slowId] = [planAndExecute(quick), planAndExecute(slow)];
    slow.advanceTo(at(2 * MINUTE_MS));
    // A minute to the exchange and a minute back: its first response is not here before that.
    expect(eventsOf(slow, 'order.acknowledged')).toEqual([]);
    for (const test of [quick, slow]) test.advanceTo(at(DAY_MS));
    const [quickMs, slowMs] = [rebalanceOf(quick, quickId), rebalanceOf(slow, slowId)].map(
      ({ completedMs }) => completedMs ?? 0,
    );
    expect(rebalanceOf(slow, slowId).status).toBe('complete');
    expect((slowMs ?? 0) - (quickMs ?? 0)).toBeGreaterThan(MINUTE_MS);
    for (const fill of reportedFills(slow)) expect(fill.reportedMs - fill.filledMs).toBeGreaterThanOrEqual(MINUTE_MS);
    expectSettled(slow, slowId, 100_000_000);
  });
});

/** What faults of orders and of their reports do to a rebalance that is under way: orders, fills, cash, status and log. */
import { describe, expect, it } from 'vitest';
import { cashDeltaMinor } from '../../src-server/domain/cost-parts.ts';
import { endFault } from '../../src-server/engine/commands/end-fault.ts';
import type { LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import { TEST_START_MS } from '../support/ballast-defaults.ts';
import {
  accept,
  allCash,
  breakMarket,
  cashMinorOf,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  fillsOf,
  MINUTE_MS,
  NO_ROWS,
  orderOf,
  planAndExecute,
  rebalanceOf,
  rowsLeft,
  SECOND_MS,
  type StartedWorld,
  start,
  statuses,
} from './exchange-world.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;

describe('an exchange that refuses orders', () => {
  it('rejects the sell, announces that once, gives up the buy for want of cash and fails the rebalance', () => {
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
  });

  it('keeps the fills of the sell where only the buy is rejected, with their proceeds as cash', () => {
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

  it('shrinks a buy to the cash that is left where a sell that was to pay for it is rejected', () => {
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
    expect(sell.ending).toMatchObject({ code: 'partial_fill' });
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
  it('and loses its book cancels what it held: the rebalance fails and keeps its fills, late told ones too', () => {
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
    expect([sell.status, sell.ending]).toEqual([
      'cancelled',
      { code: 'book_lost', message: 'XETR lost its order book.' },
    ]);
    expect(orderOf(test, rebalanceId, 'buy').status).toBe('filled');
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expect(fillsOf(test, rebalanceId).length).toBeGreaterThanOrEqual(before);
    expectSettled(test, rebalanceId, 0);
  });

  it('and keeps its book trades nothing meanwhile and completes the rebalance later', () => {
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
    // The line is tried about once a minute by then: after half an hour it takes up to 72 s more.
    expect(up?.atMs).toBeGreaterThanOrEqual(untilMs);
    expect(up?.atMs).toBeLessThanOrEqual(untilMs + 72 * SECOND_MS);
    expectSettled(test, rebalanceId, 0);
  });

  it('while an order is on its way gets it a second time, and executes it once', () => {
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

  it('and answers slower than it is asked still executes every order once', () => {
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
  it('completes the same rebalance later: every message takes the time that was added', () => {
    const quick = start(allCash());
    const slow = start(allCash());
    breakMarket(slow, 'exchange_slow', { amount: MINUTE_MS });
    const [quickId, slowId] = [planAndExecute(quick), planAndExecute(slow)];
    slow.advanceTo(at(2 * MINUTE_MS));
    // A minute to the exchange and a minute back: its first answer is not here before that.
    expect(eventsOf(slow, 'order.acknowledged')).toEqual([]);
    for (const test of [quick, slow]) test.advanceTo(at(DAY_MS));
    const [quickMs, slowMs] = [rebalanceOf(quick, quickId), rebalanceOf(slow, slowId)].map(
      ({ completedMs }) => completedMs ?? 0,
    );
    expect(rebalanceOf(slow, slowId).status).toBe('complete');
    expect((slowMs ?? 0) - (quickMs ?? 0)).toBeGreaterThan(MINUTE_MS);
    for (const fill of told(slow)) expect(fill.toldMs - fill.filledMs).toBeGreaterThanOrEqual(MINUTE_MS);
    expectSettled(slow, slowId, 100_000_000);
  });
});

describe('reports of fills', () => {
  it('that are late are told late, with the instant at which the exchange executed', () => {
    const test = start();
    breakMarket(test, 'late_fills', { amount: 10 * MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(10 * MINUTE_MS));
    expect(told(test)).toEqual([]);
    expect(cashMinorOf(test, test.portfolioId)).toBe(0);
    test.advanceTo(at(DAY_MS));
    expect(told(test).length).toBeGreaterThan(20);
    for (const { filledMs, toldMs } of told(test)) {
      expect(toldMs - filledMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);
      // A report takes at most 30 ms by itself.
      expect(toldMs - filledMs).toBeLessThanOrEqual(10 * MINUTE_MS + 30);
    }
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });

  it('that come twice are booked once, and the log says what was ignored', () => {
    const test = start();
    const twice = breakMarket(test, 'duplicate_fills');
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    const fills = fillsOf(test, rebalanceId);
    expect(test.world.faults.find(twice.faultId)?.hits).toBe(fills.length);
    const ignored = eventsOf(test, 'order.report_ignored');
    expect(ignored).toHaveLength(fills.length);
    expect(ignored[0]?.data).toMatchObject({ execution: 1, reason: 'duplicate' });
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });

  it('that overtake each other are booked as they come, each once, out of the order of execution', () => {
    const test = start();
    breakMarket(test, 'reordered_fills', { share: 0.4 });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    const instants = told(test).map(({ filledMs }) => filledMs);
    expect(instants).not.toEqual([...instants].sort((a, b) => a - b));
    expect(new Set(told(test).map(({ fillId }) => fillId)).size).toBe(instants.length);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });

  it('of a sell that are a week late keep the rebalance open, and the buy waiting, for a week', () => {
    const test = start();
    breakMarket(test, 'late_fills', { amount: 7 * DAY_MS, untilMs: at(20 * MINUTE_MS) });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(7 * DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell sent', 'buy new']);
    test.advanceTo(at(8 * DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });
});

describe('acknowledgements that are lost', () => {
  it('are found missing by asking, and the order executes once', () => {
    // On a Sunday no fill can tell of the order first.
    const sundayMs = Date.UTC(2026, 2, 1, 12);
    const test = start(allCash(), { startAt: sundayMs });
    breakMarket(test, 'lost_acknowledgements');
    const rebalanceId = planAndExecute(test);
    test.advanceTo(sundayMs + MINUTE_MS);
    const { orderId } = orderOf(test, rebalanceId, 'buy');
    const [asked, answered] = eventsOf(test).slice(-2);
    // Ten seconds unanswered, as the exchange's settings have it.
    expect([asked?.type, asked?.atMs]).toEqual(['order.unacknowledged', sundayMs + 10 * SECOND_MS]);
    expect([answered?.type, answered?.data]).toEqual([
      'order.acknowledged',
      { order_id: orderId, exchange: 'XETR', reconciled: true },
    ]);
    test.advanceTo(sundayMs + 2 * DAY_MS);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expect(eventsOf(test, 'order.sent_again')).toEqual([]);
    expectSettled(test, rebalanceId, 100_000_000);
  });

  it('are not missed where a fill tells of the order first', () => {
    const test = start();
    change(test, { settings: { acknowledgeWithinMs: 3_600_000 } });
    breakMarket(test, 'lost_acknowledgements');
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.unacknowledged')).toEqual([]);
    expect(eventsOf(test, 'order.acknowledged').map(({ data }) => data.reconciled)).toEqual([true, true]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });
});

describe('several faults at once', () => {
  it('still book every execution once and end the rebalance', () => {
    const test = start();
    for (const kind of ['duplicate_fills', 'reordered_fills', 'lost_acknowledgements'] as const) {
      breakMarket(test, kind, { share: 0.5 });
    }
    breakMarket(test, 'late_fills', { amount: 20 * SECOND_MS, share: 0.3 });
    const slow = breakMarket(test, 'exchange_slow', { amount: 3 * SECOND_MS, share: 0.5 });
    const rebalanceId = planAndExecute(test);
    for (const minute of [1, 2, 4]) {
      test.advanceTo(at(minute * MINUTE_MS));
      breakMarket(test, 'exchange_down', { untilMs: at((minute + 0.5) * MINUTE_MS) });
    }
    test.advanceTo(at(20 * MINUTE_MS));
    accept(endFault(test.world, slow.faultId));
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expectSettled(test, rebalanceId, 0);
  });
});

/** Nothing is under way or held back, orders have what their fills say, and cash balances to the cent. */
function expectSettled(test: StartedWorld, rebalanceId: string, cashBeforeMinor: number): void {
  const orders = test.world.rebalances.orders(rebalanceId);
  const fills = fillsOf(test, rebalanceId);
  expect(rowsLeft(test)).toEqual(NO_ROWS);
  let cashMinor = cashBeforeMinor;
  for (const { orderId, side, filledMicro, workingMicro, reservedMinor } of orders) {
    const own = fills.filter((fill) => fill.orderId === orderId);
    expect([workingMicro, reservedMinor]).toEqual([0, 0]);
    expect(own.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0)).toBe(filledMicro);
    for (const { valueMinor, costs } of own) cashMinor += cashDeltaMinor(side, valueMinor, costs);
  }
  expect(cashMinorOf(test, test.portfolioId)).toBe(cashMinor);
  expect(told(test).map(({ fillId }) => fillId)).toEqual(fills.map(({ fillId }) => fillId));
}

/** The fills that receivers were told of, in that order. */
function told(test: StartedWorld): { fillId: string; filledMs: number; toldMs: number }[] {
  return eventsOf(test, 'order.filled').map(({ atMs, data }: LoggedEvent) => {
    const fill = data.fill as { fill_id: string; filled_at: string };
    return { fillId: fill.fill_id, filledMs: Date.parse(fill.filled_at), toldMs: atMs };
  });
}

/**
 * The effect of faults in an exchange's reports: fills late, twice or out of order, acknowledgements lost, all at once.
 */
import { describe, expect, it } from 'vitest';
import { endFault } from '../../../src-server/engine/commands/market/set-fault.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
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

describe('reports of fills', () => {
  it('that are late are booked late, with the instant at which the exchange executed', proves('D8'), () => {
    const test = start();
    breakMarket(test, 'late_fills', { amount: 10 * MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(10 * MINUTE_MS));
    expect(reportedFills(test)).toEqual([]);
    expect(cashMinorOf(test, test.portfolioId)).toBe(0);
    test.advanceTo(at(DAY_MS));
    expect(reportedFills(test).length).toBeGreaterThan(20);
    for (const { filledMs, reportedMs } of reportedFills(test)) {
      expect(reportedMs - filledMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);
      // A report takes at most 30 ms by itself.
      expect(reportedMs - filledMs).toBeLessThanOrEqual(10 * MINUTE_MS + 30);
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
    const instants = reportedFills(test).map(({ filledMs }) => filledMs);
    expect(instants).not.toEqual([...instants].sort((a, b) => a - b));
    expect(new Set(reportedFills(test).map(({ fillId }) => fillId)).size).toBe(instants.length);
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
  it('are detected by a query, and the order executes once', proves('G36'), () => {
    // On a Sunday no fill can report the order first.
    const sundayMs = Date.UTC(2026, 2, 1, 12);
    const test = start(allCash(), { startAt: sundayMs });
    breakMarket(test, 'lost_acknowledgements');
    const rebalanceId = planAndExecute(test);
    test.advanceTo(sundayMs + MINUTE_MS);
    const { orderId } = orderOf(test, rebalanceId, 'buy');
    const [requested, reported] = eventsOf(test).slice(-2);
    // Ten seconds without a reply, by the exchange's settings.
    expect([requested?.type, requested?.atMs]).toEqual(['order.unacknowledged', sundayMs + 10 * SECOND_MS]);
    expect([reported?.type, reported?.data]).toEqual([
      'order.acknowledged',
      { order_id: orderId, exchange: 'XETR', reconciled: true },
    ]);
    test.advanceTo(sundayMs + 2 * DAY_MS);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expect(eventsOf(test, 'order.sent_again')).toEqual([]);
    expectSettled(test, rebalanceId, 100_000_000);
  });

  it('are not needed if a fill reports the order first', () => {
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

/**
 * The life of a fault: set, scheduled, counted, ended by time, manually or by its last hit, refused, and rolled back.
 */
import { describe, expect, it } from 'vitest';
import { endAllFaults, endFault, setFault } from '../../../src-server/engine/commands/market/set-fault.ts';
import { faultStatus, type MarketFault } from '../../../src-server/market/faults/fault.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  ALLIANZ,
  accept,
  breakMarket,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  faultRequest,
  HOUR_MS,
  MINUTE_MS,
  openTestWorld,
  planAndExecute,
  rebalanceOf,
  refusal,
  SAP,
  type StartedWorld,
  start,
  statuses,
} from './exchange-world.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;

describe('a fault that is set for later', () => {
  it('begins and ends at its instants, and the log says so', () => {
    const test = start();
    const fault = breakMarket(test, 'exchange_down', { fromMs: at(MINUTE_MS), untilMs: at(3 * MINUTE_MS) });
    const statusesSeen = [at(0), at(MINUTE_MS - 1), at(MINUTE_MS), at(3 * MINUTE_MS - 1), at(3 * MINUTE_MS)].map(
      (ms) => {
        test.advanceTo(ms);
        return statusOf(test, fault);
      },
    );
    expect(statusesSeen).toEqual(['scheduled', 'scheduled', 'active', 'active', 'over']);
    const log = eventsOf(test).filter(({ type }) => type.startsWith('fault.') || type === 'exchange.disconnected');
    expect(log.map(({ type, atMs }) => [type, atMs - TEST_START_MS])).toEqual([
      ['fault.set', 0],
      ['fault.began', MINUTE_MS],
      ['exchange.disconnected', MINUTE_MS],
      ['fault.ended', 3 * MINUTE_MS],
    ]);
  });

  it('and ended before it began never begins', () => {
    const test = start();
    const { faultId } = breakMarket(test, 'exchange_down', { fromMs: at(MINUTE_MS), untilMs: at(HOUR_MS) });
    expect(statusOf(test, accept(endFault(test.world, faultId)))).toBe('cancelled');
    test.advanceTo(at(2 * HOUR_MS));
    expect(eventsOf(test, 'fault.began')).toEqual([]);
    expect(eventsOf(test, 'fault.ended')).toHaveLength(1);
    expect(test.world.connectors.isConnected('XETR')).toBe(true);
  });
});

describe('ending a fault manually', () => {
  it('ends it now and leaves no timer that would end it again', () => {
    const test = start();
    const { faultId } = breakMarket(test, 'stale_prices', { untilMs: at(HOUR_MS) });
    test.advanceTo(at(MINUTE_MS));
    expect(accept(endFault(test.world, faultId))).toMatchObject({ endedMs: at(MINUTE_MS), timerSeq: null });
    test.advanceTo(at(2 * HOUR_MS));
    expect(eventsOf(test, 'fault.ended').map(({ atMs }) => atMs)).toEqual([at(MINUTE_MS)]);
  });

  it('changes nothing of one that is over, and is 404 for one that never existed', () => {
    const test = start();
    const { faultId } = breakMarket(test, 'stale_prices', { untilMs: at(MINUTE_MS) });
    test.advanceTo(at(HOUR_MS));
    const over = test.world.faults.find(faultId);
    expect(accept(endFault(test.world, faultId))).toEqual(over);
    expect(eventsOf(test, 'fault.ended')).toHaveLength(1);
    expect(refusal(endFault(test.world, 'ft_none')).code).toBe('not_found');
  });

  it('for all ends the active and the scheduled, and the exchange comes back', () => {
    const test = start();
    const over = breakMarket(test, 'wide_spread', { amount: 2, untilMs: at(MINUTE_MS) });
    const active = breakMarket(test, 'exchange_down');
    const scheduled = breakMarket(test, 'reject_orders', { fromMs: at(HOUR_MS) });
    test.advanceTo(at(2 * MINUTE_MS));
    const ended = endAllFaults(test.world).map(({ faultId }) => faultId);
    expect(ended).toEqual([active.faultId, scheduled.faultId]);
    expect([over, active, scheduled].map((fault) => statusOf(test, fault))).toEqual(['over', 'over', 'cancelled']);
    // The next attempt is at most 36 s away: they come after 1, 2, 4 … 32 s, a tenth early or late, by then.
    test.advanceTo(at(2 * MINUTE_MS) + 72_000);
    expect(test.world.connectors.isConnected('XETR')).toBe(true);
    const count = test.world.kernel.eventCount;
    expect(endAllFaults(test.world)).toEqual([]);
    expect(test.world.kernel.eventCount).toBe(count);
  });
});

describe('a fault with a count', () => {
  it('hits so often and then ends by itself, once', () => {
    const test = start();
    const { faultId } = breakMarket(test, 'duplicate_fills', { count: 3, untilMs: at(HOUR_MS) });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.report_ignored')).toHaveLength(3);
    expect(test.world.faults.find(faultId)).toMatchObject({ hits: 3, endedMs: expect.any(Number) });
    expect(eventsOf(test, 'fault.ended').map(({ data }) => data)).toEqual([
      { fault_id: faultId, kind: 'duplicate_fills', hits: 3 },
    ]);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('of one instrument and exchange counts only hits there', () => {
    const test = start();
    const elsewhere = breakMarket(test, 'reject_orders', { mic: 'XLON' });
    const other = breakMarket(test, 'reject_orders', { isin: ALLIANZ, count: 5 });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(DAY_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy rejected']);
    expect([elsewhere, other].map(({ faultId }) => test.world.faults.find(faultId)?.hits)).toEqual([0, 1]);
  });
});

describe('a fault is refused', () => {
  it('with one detail for every issue of its place and its time', () => {
    const test = start();
    const request = { mic: 'XNYS', isin: 'US0378331005', fromMs: at(-2), untilMs: at(-3) };
    const { code, message, details } = refusal(setFault(test.world, faultRequest('stale_prices', request)));
    expect([code, message]).toEqual([
      'invalid_request',
      expect.stringMatching(
        /^The fault cannot be set: \/exchange is not one of XETR, .*, and 3 more \(see details\)\.$/,
      ),
    ]);
    expect(details.map(({ path }) => path)).toEqual(['/exchange', '/isin', '/from', '/until']);
    expect(details.map(({ issue }) => issue)).toEqual([
      expect.stringMatching(/^is not one of XETR, /),
      'is not an instrument of this world',
      'is before the current time, 2026-03-02T09:30:00.000Z',
      'is not after 2026-03-02T09:30:00.000Z',
    ]);
    expect(eventsOf(test, 'fault.set')).toEqual([]);
  });

  it('if its exchange does not list the instrument', () => {
    const test = start();
    const { details } = refusal(setFault(test.world, faultRequest('halt_instrument', { mic: 'XOSL', isin: SAP })));
    expect(details).toEqual([{ path: '/exchange', issue: `does not list ${SAP}` }]);
  });

  it('if it would end the moment it begins', () => {
    const test = start();
    const { details } = refusal(setFault(test.world, faultRequest('stale_prices', { untilMs: TEST_START_MS })));
    expect(details).toEqual([{ path: '/until', issue: 'is not after 2026-03-02T09:30:00.000Z' }]);
  });

  it('beyond a thousand that are not over; those that are over do not count', () => {
    const test = openTestWorld(3, TEST_START_MS);
    const first = breakMarket(test, 'reject_orders', { mic: 'XOSL', untilMs: at(MINUTE_MS) });
    for (let count = 1; count < 1000; count += 1) breakMarket(test, 'reject_orders', { fromMs: at(HOUR_MS) });
    const another = () => setFault(test.world, faultRequest('reject_orders'));
    expect(refusal(another())).toMatchObject({ code: 'invalid_request', details: [] });
    expect(refusal(another()).message).toMatch(/^1000 faults are set, the maximum/);
    test.advanceTo(at(MINUTE_MS));
    expect(statusOf(test, first)).toBe('over');
    accept(another());
    expect(refusal(another()).code).toBe('invalid_request');
  });
});

describe('a command that throws after it set faults', () => {
  it('leaves faults, connections, prices, log and timers unchanged', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    const lasting = breakMarket(test, 'wide_spread', { amount: 3, isin: SAP });
    const before = look(test);
    const throwing = () =>
      test.world.kernel.execute((unit) => {
        const { faults } = test.world;
        const set = (request: ReturnType<typeof faultRequest>) => faults.set(unit, { ...request, fromMs: unit.nowMs });
        set(faultRequest('exchange_down', { cancelsOrders: true, untilMs: at(2 * HOUR_MS) }));
        set(faultRequest('halt_instrument', { isin: SAP }));
        set(faultRequest('crossed_quotes', { amount: 500 }));
        faults.end(unit, lasting);
        expect(look(test)).not.toEqual(before);
        throw new Error('in the middle');
      });
    expect(throwing).toThrow('in the middle');
    expect(look(test)).toEqual(before);
    const twin = start();
    const twinId = planAndExecute(twin);
    twin.advanceTo(at(MINUTE_MS));
    breakMarket(twin, 'wide_spread', { amount: 3, isin: SAP });
    for (const each of [test, twin]) each.advanceTo(at(DAY_MS));
    expect(test.world.kernel.head).toBe(twin.world.kernel.head);
    expect(rebalanceOf(test, rebalanceId)).toEqual(rebalanceOf(twin, twinId));
  });

  it('leaves the counts of faults unchanged if a timer throws', () => {
    const test = start();
    const { faultId } = breakMarket(test, 'duplicate_fills', { count: 2 });
    planAndExecute(test);
    test.world.kernel.onTimer('test.throw', () => {
      throw new Error('a timer');
    });
    const seq = test.world.kernel.execute((unit) => unit.schedule(at(HOUR_MS), 'test.throw', null));
    expect(() => test.advanceTo(at(DAY_MS))).toThrow('a timer');
    expect(test.world.faults.find(faultId)).toMatchObject({ hits: 0, endedMs: null });
    test.world.kernel.execute((unit) => unit.cancel(seq));
    test.advanceTo(at(DAY_MS));
    expect(test.world.faults.find(faultId)?.hits).toBe(2);
    expect(eventsOf(test, 'order.report_ignored')).toHaveLength(2);
  });
});

function statusOf({ world }: Pick<StartedWorld, 'world'>, { faultId }: MarketFault): string {
  const fault = world.faults.find(faultId);
  if (fault === null) throw new Error(`no fault ${faultId}`);
  return faultStatus(fault, world.kernel.nowMs);
}

/** The state that a rollback must restore: faults, connections, prices, the head of the log and the next due timer. */
function look({ world }: StartedWorld) {
  const laterMs = world.kernel.nowMs + HOUR_MS;
  return {
    faults: [...world.faults.all()],
    line: world.connections.status('XETR', world.kernel.nowMs),
    outages: world.connections.outages('XETR')?.slice() ?? null,
    quote: world.prices.quote(SAP, 'XETR', laterMs),
    trade: world.prices.lastTrade(SAP, 'XETR', laterMs),
    head: world.kernel.head,
    nextDueMs: world.kernel.nextDueMs,
  };
}

import { describe, expect, it } from 'vitest';
import { streamKey } from '../../../src-server/kernel/streams.ts';
import { attemptAfterMs } from '../../../src-server/market/exchange/exchange-connections.ts';
import { aFault, NOON, openExchanges } from './exchange-fixture.ts';

/** The attempts of the first outage of a world of seed 7, which is Xetra's. */
const attemptMs = (attempt: number) => NOON + attemptAfterMs(streamKey(7, 'market.reconnect', 'XETR:1'), attempt);
const UP = { connected: true, attempts: 0, nextAttemptMs: null, isHeld: false };

describe('a connection', () => {
  it('is up from the beginning of the world, without an outage', () => {
    const { connections, connectors } = openExchanges();
    expect(connections.status('XETR', NOON)).toEqual({ ...UP, sinceMs: null });
    expect(connections.outages('XETR')).toBeNull();
    expect(connectors.isConnected('XETR')).toBe(true);
    expect(connectors.isConnected('XNYS')).toBe(false);
  });

  it('taken down by a fault is retried, and comes up at the first attempt after the fault', () => {
    const { connections, setFault, settle, recorder, events, kernel } = openExchanges();
    const untilMs = attemptMs(4) + 1;
    setFault('exchange_down', { untilMs });
    expect(kernel.nextDueMs).toBe(untilMs);
    const down = { connected: false, sinceMs: NOON, isHeld: false };
    expect(connections.status('XETR', NOON)).toEqual({ ...down, attempts: 0, nextAttemptMs: attemptMs(1) });
    // An attempt that is due now has been made.
    expect(connections.status('XETR', attemptMs(3) - 1)).toEqual({ ...down, attempts: 2, nextAttemptMs: attemptMs(3) });
    expect(connections.status('XETR', attemptMs(3))).toEqual({ ...down, attempts: 3, nextAttemptMs: attemptMs(4) });
    settle();
    expect(connections.status('XETR', kernel.nowMs)).toEqual({ ...UP, sinceMs: attemptMs(5) });
    expect(connections.outages('XETR')).toEqual([{ fromMs: NOON, untilMs: attemptMs(5) }]);
    expect(recorder.availableAt()).toEqual([attemptMs(5)]);
    expect(events('exchange.disconnected').map(({ data }) => data)).toEqual([{ exchange: 'XETR', cause: 'fault' }]);
    expect(events('exchange.connected').map(({ data }) => data)).toEqual([
      { exchange: 'XETR', after_ms: attemptMs(5) - NOON },
    ]);
  });

  it('taken down manually is not retried, and comes up by command', () => {
    const { connections, disconnect, connect, settle, pass, recorder, kernel } = openExchanges();
    disconnect();
    disconnect();
    pass(3_600_000);
    expect(kernel.nextDueMs).toBeNull();
    expect(connections.status('XETR', kernel.nowMs)).toEqual({
      connected: false,
      sinceMs: NOON,
      attempts: 0,
      nextAttemptMs: null,
      isHeld: true,
    });
    expect(connections.outages('XETR')).toEqual([{ fromMs: NOON, untilMs: Number.POSITIVE_INFINITY }]);
    expect(connect()).toBe(true);
    expect(connect()).toBe(true);
    expect(settle()).toBe(true);
    expect(recorder.availableAt()).toEqual([NOON + 3_600_000]);
    expect(connections.outages('XETR')).toEqual([{ fromMs: NOON, untilMs: NOON + 3_600_000 }]);
  });

  it('cannot be brought up while a fault is active, and comes up by itself after that', () => {
    const { connections, disconnect, connect, settle, setFault, connectors, recorder } = openExchanges();
    disconnect();
    setFault('exchange_down', { untilMs: NOON + 10_000 });
    expect(connect()).toBe(false);
    expect(connections.status('XETR', NOON).isHeld).toBe(false);
    settle();
    expect(connectors.isConnected('XETR')).toBe(true);
    // 1, 3, 7 and 15 s after it went down, plus or minus a tenth of the step: the fourth is the first after 10 s.
    expect(recorder.availableAt()).toEqual([attemptMs(4)]);
  });

  it('taken down manually stays down after a fault, even if its next attempt was already scheduled', () => {
    const { disconnect, connect, settle, pass, setFault, connectors, recorder } = openExchanges();
    setFault('exchange_down', { untilMs: NOON + 100_000 });
    pass(100_000);
    disconnect();
    expect(settle()).toBe(true);
    expect(connectors.isConnected('XETR')).toBe(false);
    expect(recorder.availableAt()).toEqual([]);
    expect(connect()).toBe(true);
    expect(recorder.availableAt()).toHaveLength(1);
    expect(settle()).toBe(true);
  });

  it('brought up early is not raised a second time by the scheduled attempt', () => {
    const { connect, settle, pass, setFault, events, kernel } = openExchanges();
    setFault('exchange_down', { untilMs: NOON + 100_000 });
    pass(100_000);
    expect(kernel.nextDueMs).not.toBeNull();
    expect(connect()).toBe(true);
    expect(kernel.nextDueMs).toBeNull();
    settle();
    expect(events('exchange.connected')).toHaveLength(1);
  });

  it('stores its outages, latest first, and those of its own exchange alone', () => {
    const { connections, disconnect, connect, pass } = openExchanges();
    for (let outage = 0; outage < 2; outage += 1) {
      disconnect();
      disconnect('XPAR');
      pass(1000);
      connect();
      pass(500);
    }
    expect(connections.outages('XETR')).toEqual([
      { fromMs: NOON + 1500, untilMs: NOON + 2500 },
      { fromMs: NOON, untilMs: NOON + 1000 },
    ]);
    expect(connections.outages('XPAR')).toEqual([{ fromMs: NOON, untilMs: Number.POSITIVE_INFINITY }]);
    expect(connections.outages('XOSL')).toBeNull();
  });

  it('has one scheduled attempt, however many faults end before it', () => {
    const { connect, pass, setFault, kernel } = openExchanges();
    setFault('exchange_down', { untilMs: NOON + 100_000 });
    setFault('exchange_down', { untilMs: NOON + 100_001 });
    pass(100_001);
    setFault('exchange_down', { untilMs: NOON + 100_003 });
    pass(2);
    expect(connect()).toBe(true);
    expect(kernel.nextDueMs).toBeNull();
  });

  it('that never went down has old prices during a fault, and its end is reported', () => {
    const { setFault, settle, recorder, connectors } = openExchanges();
    setFault('stale_prices', { untilMs: NOON + 5000 });
    expect(connectors.isConnected('XETR')).toBe(true);
    expect(settle()).toBe(true);
    expect([recorder.availableAt(), recorder.availableAt('XPAR')]).toEqual([[NOON + 5000], []]);
  });

  it('has the outages from before a command that read them and then failed', () => {
    const { connections, run, pass, disconnect, connect } = openExchanges();
    disconnect();
    pass(1000);
    connect();
    const known = [{ fromMs: NOON, untilMs: NOON + 1000 }];
    const failing = () =>
      run((unit) => {
        connections.disconnect(unit, 'XETR');
        expect(connections.outages('XETR')).toHaveLength(2);
        throw new Error('the command fails after all');
      });
    expect(failing).toThrow('the command fails after all');
    expect(connections.outages('XETR')).toEqual(known);
  });

  it('is unchanged after a command that failed', () => {
    const { connections, run, faults } = openExchanges();
    const failing = () =>
      run((unit) => {
        connections.disconnect(unit, 'XPAR');
        faults.set(unit, aFault('exchange_down'));
        throw new Error('the command fails after all');
      });
    expect(failing).toThrow('the command fails after all');
    expect(connections.status('XETR', NOON)).toEqual({ ...UP, sinceMs: null });
    expect(connections.outages('XETR')).toBeNull();
    expect(connections.outages('XPAR')).toBeNull();
    expect(faults.all()).toEqual([]);
  });

  it('is unchanged by a restart: an outage continues, and so does its attempt', () => {
    const before = openExchanges();
    before.setFault('exchange_down', { untilMs: NOON + 10_000 });
    before.pass(10_000);
    const after = openExchanges({ database: before.database });
    expect(after.connections.status('XETR', NOON)).toEqual(before.connections.status('XETR', NOON));
    expect(after.connectors.isConnected('XETR')).toBe(false);
    after.settle();
    expect(after.recorder.availableAt()).toEqual([attemptMs(4)]);
  });
});

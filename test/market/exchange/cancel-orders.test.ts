import { describe, expect, it } from 'vitest';
import { NOON, NOTHING_LEFT, openExchanges } from './exchange-fixture.ts';

const REQUESTED = { outcome: 'cancelled', code: 'requested' } as const;

describe('an order that is cancelled', () => {
  it('before it arrives ends without a fill: the request does not overtake it', () => {
    const latency = {
      submit: { kind: 'uniform', minMs: 1, maxMs: 500 },
      acknowledge: { kind: 'fixed', ms: 10 },
      report: { kind: 'fixed', ms: 10 },
    } as const;
    for (let seed = 1; seed <= 20; seed += 1) {
      const { submit, cancel, settle, recorder, rowsLeft } = openExchanges({ seed, venue: { latency } });
      submit();
      cancel();
      expect(settle()).toBe(true);
      expect(recorder.fillsOf()).toEqual([]);
      expect(recorder.endingsOf()).toMatchObject([{ ...REQUESTED, executions: 0 }]);
      expect(rowsLeft()).toEqual(NOTHING_LEFT);
    }
  });

  it('after a partial fill retains that fill and ends with the rest', () => {
    const { submit, cancel, pass, settle, recorder, rowsLeft } = openExchanges();
    submit();
    pass(6000);
    cancel();
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'fill', 'ended']);
    expect(recorder.endingsOf()).toMatchObject([{ ...REQUESTED, executions: 1 }]);
    expect(recorder.all.at(-1)?.atMs).toBe(NOON + 6020);
    expect(recorder.filledMicro()).toBeLessThan(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('while its last fill is being reported is filled and not cancelled', () => {
    const { submit, cancel, pass, settle, recorder, setFault, exchangeOrders, rowsLeft } = openExchanges();
    setFault('late_fills', { amount: 60_000 });
    submit({ quantityMicro: 1_000_000 });
    pass(10_000);
    expect(exchangeOrders.find('or_1/1')?.filledMicro).toBe(1_000_000);
    cancel();
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'fill']);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('after it was filled, twice, or without ever having been sent, reports nothing', () => {
    const { submit, cancel, pass, settle, recorder } = openExchanges();
    submit();
    settle();
    const reportedCount = recorder.all.length;
    cancel();
    cancel('or_unknown');
    settle();
    expect(recorder.all).toHaveLength(reportedCount);
    submit({ orderId: 'or_2' });
    pass(6000);
    cancel('or_2');
    cancel('or_2');
    settle();
    expect(recorder.endingsOf('or_2')).toHaveLength(1);
  });

  it('while its connection is down ends after the reconnect, with all fills until then', () => {
    const { submit, cancel, disconnect, connect, pass, settle, recorder, rowsLeft, kernel } = openExchanges();
    submit({ quantityMicro: 10_000_000_000 });
    pass(6000);
    disconnect();
    cancel();
    pass(30_000);
    expect(recorder.endingsOf()).toEqual([]);
    connect();
    const upMs = kernel.nowMs;
    expect(settle()).toBe(true);
    const fills = recorder.fillsOf();
    // The exchange received the request only then: it traded for half a minute more, about six slices.
    expect(fills.length).toBeGreaterThan(4);
    expect(Math.max(...fills.map(({ executedMs }) => executedMs))).toBeLessThanOrEqual(upMs + 30);
    expect(recorder.endingsOf()).toMatchObject([{ ...REQUESTED, executions: fills.length }]);
    expect(recorder.storyOf().at(-1)).toBe('ended');
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('while its connection is down, and lost with it, ends without being sent again', () => {
    const { submit, cancel, disconnect, connect, pass, settle, recorder, rowsLeft, events } = openExchanges();
    submit();
    pass(5);
    disconnect();
    cancel();
    pass(1000);
    connect();
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['ended']);
    const text = 'Cancelled on request, before it arrived.';
    expect(recorder.endingsOf()).toEqual([{ ...REQUESTED, text, executions: 0 }]);
    expect(events('order.sent_again')).toEqual([]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('has its request repeated if that was lost', () => {
    const { submit, cancel, disconnect, connect, pass, settle, recorder, rowsLeft } = openExchanges();
    submit({ quantityMicro: 10_000_000_000 });
    pass(6000);
    cancel();
    pass(5);
    disconnect();
    pass(1000);
    connect();
    expect(settle()).toBe(true);
    expect(recorder.endingsOf()).toMatchObject([REQUESTED]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('has its termination requested if that was lost', () => {
    const { submit, cancel, disconnect, connect, pass, settle, recorder, rowsLeft } = openExchanges();
    submit({ quantityMicro: 10_000_000_000 });
    pass(6000);
    cancel();
    pass(15);
    disconnect();
    pass(1000);
    connect();
    expect(settle()).toBe(true);
    expect(recorder.endingsOf()).toMatchObject([REQUESTED]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('during a halt ends at once', () => {
    const { submit, cancel, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('halt_instrument', { isin: 'DE0007164600' });
    submit();
    pass(60_000);
    cancel();
    expect(settle()).toBe(true);
    expect(recorder.all.at(-1)).toMatchObject({ kind: 'ended', atMs: NOON + 60_020 });
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

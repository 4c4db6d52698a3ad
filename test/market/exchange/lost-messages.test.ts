import { describe, expect, it } from 'vitest';
import { NOON, NOTHING_LEFT, openExchanges } from './exchange-fixture.ts';

const ONE_SECOND = { acknowledgeWithinMs: 1000 };

describe('an acknowledgement that is lost', () => {
  it('is requested after the timeout of the venue, and the order executes once', () => {
    const { submit, settle, recorder, setFault, rowsLeft, events } = openExchanges({ venue: ONE_SECOND });
    setFault('lost_acknowledgements', { count: 1 });
    submit();
    expect(settle()).toBe(true);
    // Queried after 1 000 ms; 10 ms there and 10 ms back.
    expect(recorder.all[0]).toEqual({ kind: 'acknowledged', orderId: 'or_1', atMs: NOON + 1020, reconciled: true });
    expect(recorder.acknowledgedOf()).toEqual([true]);
    expect(events('order.unacknowledged').map(({ data }) => data)).toEqual([
      { order_id: 'or_1', exchange: 'XETR', asked: 1 },
    ]);
    expect(events('order.sent_again')).toEqual([]);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('is replaced by a fill that comes before the query', () => {
    const { submit, settle, recorder, setFault, events } = openExchanges({ venue: { acknowledgeWithinMs: 60_000 } });
    setFault('lost_acknowledgements');
    submit();
    settle();
    expect(recorder.acknowledgedOf()).toEqual([true]);
    expect(recorder.storyOf().slice(0, 2)).toEqual(['acknowledged', 'fill']);
    expect(recorder.all[0]?.atMs).toBe(recorder.all[1]?.atMs);
    expect(events('order.unacknowledged')).toEqual([]);
  });

  it('only costs a query if the response is slow, however slow, and nothing is sent again', () => {
    const { submit, settle, recorder, setFault, rowsLeft, events } = openExchanges({ venue: ONE_SECOND });
    setFault('exchange_slow', { amount: 25_000 });
    submit();
    expect(settle()).toBe(true);
    // It arrives after 25 s. By then queries were sent at 1, 3, 7 and 15 s, and at 31 s the responses are still being
    // sent.
    expect(events('order.unacknowledged').map(({ atMs }) => atMs - NOON)).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(events('order.sent_again')).toEqual([]);
    expect(recorder.acknowledgedOf()).toHaveLength(1);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('is awaited if the order itself was slow: a query does not overtake it', () => {
    const { submit, settle, recorder, setFault, rowsLeft, events } = openExchanges({ venue: ONE_SECOND });
    setFault('exchange_slow', { amount: 25_000, count: 1 });
    submit();
    expect(settle()).toBe(true);
    // It arrives after 25 010 ms, and with it every earlier query.
    expect(recorder.all[0]?.atMs).toBe(NOON + 25_020);
    expect(events('order.unacknowledged')).toHaveLength(4);
    expect(events('order.sent_again')).toEqual([]);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('comes before the termination if one response has both, and not at all if that is a rejection', () => {
    const { submit, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    submit();
    submit({ orderId: 'or_2', limitPriceMicro: 100_000_000 });
    pass(15);
    setFault('exchange_down', { untilMs: NOON + 60_000, cancelsOrders: true });
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'ended']);
    expect(recorder.acknowledgedOf()).toEqual([true]);
    expect(recorder.storyOf('or_2')).toEqual(['ended']);
    expect(recorder.endingsOf('or_2')).toMatchObject([{ outcome: 'rejected', code: 'price_collar' }]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

describe('an order that is lost with its connection', () => {
  it('is sent again under its name once the connection is up, and executes once', () => {
    const { submit, disconnect, connect, pass, settle, recorder, rowsLeft, events } = openExchanges();
    submit();
    pass(5);
    disconnect();
    pass(60_000);
    expect(recorder.all).toEqual([]);
    connect();
    expect(settle()).toBe(true);
    expect(events('order.sent_again').map(({ data }) => data)).toEqual([{ order_id: 'or_1', exchange: 'XETR' }]);
    // Queried 20 ms after the reconnect, sent and acknowledged 20 ms after that.
    expect(recorder.all[1]).toEqual({
      kind: 'acknowledged',
      orderId: 'or_1',
      reconciled: false,
      atMs: NOON + 5 + 60_000 + 40,
    });
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('is not sent again if it had arrived and only the response was lost', () => {
    const { submit, disconnect, connect, pass, settle, recorder, rowsLeft, events } = openExchanges();
    submit();
    pass(15);
    disconnect();
    pass(2000);
    connect();
    expect(settle()).toBe(true);
    expect(events('order.sent_again')).toEqual([]);
    expect(recorder.acknowledgedOf()).toEqual([true]);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('is lost as often as the connection drops, and arrives in the end', () => {
    const { submit, disconnect, connect, pass, settle, recorder, rowsLeft, events } = openExchanges();
    submit();
    for (let drop = 0; drop < 5; drop += 1) {
      pass(3);
      disconnect();
      pass(1000);
      connect();
      // Long enough to learn that it is not there, and too short for the next submission to arrive.
      pass(25);
    }
    expect(settle()).toBe(true);
    expect(events('order.sent_again')).toHaveLength(5);
    expect(recorder.storyOf().filter((kind) => kind === 'acknowledged')).toHaveLength(1);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('is sent again once if two late responses say that it is not there', () => {
    const { submit, disconnect, connect, pass, settle, recorder, setFault, rowsLeft, events } = openExchanges();
    submit({ quantityMicro: 1_000_000 });
    disconnect();
    pass(1000);
    // Queried at the reconnect and 20 s later; each response takes 24 s, so the second comes after it was sent again.
    setFault('exchange_slow', { amount: 12_000 });
    connect();
    expect(settle()).toBe(true);
    expect(events('order.unacknowledged')).not.toEqual([]);
    expect(events('order.sent_again')).toHaveLength(1);
    expect(events('order.report_ignored')).toEqual([]);
    expect(recorder.filledMicro()).toBe(1_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('waits for the connection if it is submitted while that is down', () => {
    const { submit, disconnect, connect, pass, settle, recorder, connectors, rowsLeft } = openExchanges();
    disconnect();
    expect(connectors.isConnected('XETR')).toBe(false);
    expect(connectors.isConnected('XPAR')).toBe(true);
    submit();
    pass(600_000);
    connect();
    expect(settle()).toBe(true);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

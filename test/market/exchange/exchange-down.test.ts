import { describe, expect, it } from 'vitest';
import { at } from '../market-fixture.ts';
import { NOON, NOTHING_LEFT, openExchanges } from './exchange-fixture.ts';

const MINUTE_MS = 60_000;

describe('an exchange that is down', () => {
  it('trades nothing until the fault ends, and then resumes with its orders', () => {
    const { submit, pass, settle, recorder, setFault, rowsLeft, connectors } = openExchanges();
    submit();
    pass(6000);
    const untilMs = NOON + 30 * MINUTE_MS;
    setFault('exchange_down', { untilMs });
    expect(connectors.isConnected('XETR')).toBe(false);
    expect(settle()).toBe(true);
    expect(connectors.isConnected('XETR')).toBe(true);
    const instants = recorder.fillsOf().map(({ executedMs }) => executedMs);
    expect(instants.filter((ms) => ms < NOON + 6000)).toHaveLength(1);
    expect(instants.filter((ms) => ms >= NOON + 6000 && ms < untilMs)).toEqual([]);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(recorder.endingsOf()).toEqual([]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('that loses its orders terminates them, which is reported when it can be reached', () => {
    const { submit, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    submit();
    submit({ orderId: 'or_2', mic: 'XPAR' });
    pass(6000);
    const untilMs = NOON + 30 * MINUTE_MS;
    setFault('exchange_down', { untilMs, cancelsOrders: true });
    expect(settle()).toBe(true);
    const text = 'XETR lost its order book.';
    expect(recorder.endingsOf()).toEqual([{ outcome: 'cancelled', code: 'book_lost', text, executions: 1 }]);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'fill', 'ended']);
    const ended = recorder.all.find(({ kind }) => kind === 'ended');
    expect(ended?.atMs).toBe((recorder.availableAt()[0] ?? 0) + 20);
    expect(ended?.atMs).toBeGreaterThan(untilMs);
    // Paris has lost nothing.
    expect(recorder.endingsOf('or_2')).toEqual([]);
    expect(recorder.filledMicro('or_2')).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('that loses its orders first reports the fills that were being sent', () => {
    const { submit, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('late_fills', { amount: 5 * MINUTE_MS });
    submit({ quantityMicro: 10_000_000_000 });
    pass(MINUTE_MS);
    expect(recorder.fillsOf()).toEqual([]);
    setFault('exchange_down', { untilMs: NOON + 2 * MINUTE_MS, cancelsOrders: true });
    expect(settle()).toBe(true);
    expect(recorder.fillsOf().length).toBeGreaterThan(5);
    expect(recorder.endingsOf()).toMatchObject([{ code: 'book_lost', executions: recorder.fillsOf().length }]);
    expect(recorder.storyOf().at(-1)).toBe('ended');
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('receives an order again that was being sent when it went down, and executes it once', () => {
    const { submit, pass, settle, recorder, setFault, rowsLeft, events } = openExchanges();
    submit();
    pass(5);
    setFault('exchange_down', { untilMs: NOON + MINUTE_MS, cancelsOrders: true });
    expect(settle()).toBe(true);
    expect(events('order.sent_again')).toHaveLength(1);
    expect(recorder.endingsOf()).toEqual([]);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it.each([
    ['expire', ['acknowledged', 'ended']],
    ['carry', ['acknowledged', 'fill']],
  ] as const)('beyond the end of the day lets orders that would %s do so when it is back', (dayEnd, story) => {
    const { submit, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    submit({ dayEnd, quantityMicro: 1_000_000 });
    pass(1000);
    const untilMs = at('2026-03-03T06:00:00Z');
    setFault('exchange_down', { untilMs });
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(story);
    expect(recorder.all.at(-1)?.atMs).toBeGreaterThan(untilMs);
    for (const { executedMs } of recorder.fillsOf()) expect(executedMs).toBeGreaterThan(at('2026-03-03T08:00:00Z'));
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('stays down until the last of several faults is over', () => {
    const { submit, pass, settle, recorder, setFault, endFault, connectors, rowsLeft } = openExchanges();
    submit();
    pass(1000);
    const first = setFault('exchange_down');
    const second = setFault('exchange_down', { untilMs: NOON + 10 * MINUTE_MS });
    pass(MINUTE_MS);
    endFault(first.faultId);
    pass(5 * MINUTE_MS);
    expect(connectors.isConnected('XETR')).toBe(false);
    expect(recorder.fillsOf()).toEqual([]);
    expect(settle()).toBe(true);
    expect(recorder.fillsOf()[0]?.executedMs).toBeGreaterThan(second.untilMs ?? 0);
    expect(recorder.availableAt()).toHaveLength(1);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

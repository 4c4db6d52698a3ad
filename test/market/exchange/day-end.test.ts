import { describe, expect, it } from 'vitest';
import type { FillReport } from '../../../src-server/market/exchange-connectors.ts';
import { at } from '../market-fixture.ts';
import { NOTHING_LEFT, openExchanges, SAP } from './exchange-fixture.ts';

/** Slices of ten minutes, so that a day has fifty of them; far more shares than can trade in a day. */
const SLOW = { venue: { sliceIntervalMs: 600_000 } };
const HUGE = 1_000_000_000_000;
const CLOSE = at('2026-03-02T16:30:00Z');
const AUCTION_END = at('2026-03-02T16:35:00Z');
const NEXT_OPEN = at('2026-03-03T08:00:00Z');

const between = (fills: readonly FillReport[], fromMs: number, untilMs: number) =>
  fills.filter(({ executedMs }) => executedMs >= fromMs && executedMs < untilMs);

describe("the end of an order's day", () => {
  it('ends expiring orders, after their part in the closing auction', () => {
    const { submit, settle, recorder, rowsLeft } = openExchanges(SLOW);
    submit({ quantityMicro: HUGE, dayEnd: 'expire' });
    expect(settle()).toBe(true);
    const fills = recorder.fillsOf();
    expect(recorder.endingsOf()).toEqual([
      { outcome: 'expired', code: 'day_end', text: 'The day of XETR ended.', executions: fills.length },
    ]);
    expect(recorder.all.at(-1)).toMatchObject({ kind: 'ended', atMs: AUCTION_END + 10 });
    expect(between(fills, CLOSE, AUCTION_END)).toHaveLength(1);
    expect(between(fills, AUCTION_END, Number.POSITIVE_INFINITY)).toEqual([]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('has one price for all in the closing auction, at the instant it uncrosses', () => {
    const { submit, settle, recorder, auctions, calendars, exchangePrices } = openExchanges(SLOW);
    for (const orderId of ['or_1', 'or_2']) submit({ orderId, quantityMicro: HUGE, dayEnd: 'expire' });
    settle();
    const session = calendars.get('XETR')?.session('2026-03-02');
    if (session === null || session === undefined) throw new Error('Xetra trades on Mondays');
    const parts = ['or_1', 'or_2'].flatMap((orderId) => between(recorder.fillsOf(orderId), CLOSE, AUCTION_END));
    expect(parts).toHaveLength(2);
    for (const { executedMs, touchMicro } of parts) {
      expect(executedMs).toBe(auctions.uncrossMs(SAP, 'XETR', session));
      expect(touchMicro).toBe(auctions.priceMicro(exchangePrices, SAP, 'XETR', session));
    }
  });

  it('carries orders to the next opening, where they continue as the same orders', () => {
    const { submit, passTo, recorder } = openExchanges(SLOW);
    submit({ quantityMicro: HUGE, dayEnd: 'carry' });
    passTo('2026-03-04T07:00:00Z');
    const fills = recorder.fillsOf();
    expect(between(fills, AUCTION_END, NEXT_OPEN)).toEqual([]);
    expect(between(fills, NEXT_OPEN, NEXT_OPEN + 600_000).length).toBeGreaterThan(0);
    expect(between(fills, at('2026-03-03T16:30:00Z'), at('2026-03-03T16:35:00Z'))).toHaveLength(1);
    expect(fills.map(({ executionNo }) => executionNo)).toEqual(fills.map((_, n) => n + 1));
    expect(recorder.endingsOf()).toEqual([]);
  });

  it.each([
    ['carry', 'returned'],
    ['expire', 'expired'],
  ] as const)('returns a limit order that would %s as %s', (dayEnd, outcome) => {
    const { submit, settle, recorder, rowsLeft } = openExchanges(SLOW);
    // More than 4 % below the market all day long.
    submit({ dayEnd, limitPriceMicro: 220_000_000 });
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'ended']);
    expect(recorder.endingsOf()).toMatchObject([{ outcome, code: 'day_end', executions: 0 }]);
    expect(recorder.all.at(-1)?.atMs).toBe(AUCTION_END + 10);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it.each([
    ['before the opening', '2026-03-02T06:00:00Z', '2026-03-02T08:00:00Z', '2026-03-02T16:35:00Z'],
    ['after the auction', '2026-03-02T16:50:00Z', '2026-03-03T08:00:00Z', '2026-03-03T16:35:00Z'],
    ['on a Saturday', '2026-03-07T11:00:00Z', '2026-03-09T08:00:00Z', '2026-03-09T16:35:00Z'],
  ])('of one that is sent %s is that of the next session', (_, sent, opening, end) => {
    const { submit, settle, recorder } = openExchanges({ ...SLOW, startAtMs: at(sent) });
    submit({ quantityMicro: HUGE, dayEnd: 'expire' });
    settle();
    const [first] = recorder.fillsOf();
    expect(first?.executedMs).toBeGreaterThanOrEqual(at(opening));
    expect(first?.executedMs).toBeLessThan(at(opening) + 600_000);
    expect(recorder.all.at(-1)).toMatchObject({ kind: 'ended', atMs: at(end) + 10 });
  });

  it("of one that is sent between close and auction is today's, with a part in the auction", () => {
    const { submit, settle, recorder } = openExchanges({ ...SLOW, startAtMs: CLOSE + 60_000 });
    submit({ quantityMicro: HUGE, dayEnd: 'expire' });
    settle();
    expect(recorder.storyOf()).toEqual(['acknowledged', 'fill', 'ended']);
    expect(between(recorder.fillsOf(), CLOSE, AUCTION_END)).toHaveLength(1);
  });
});

describe('a halt', () => {
  const halt = { isin: SAP, untilMs: at('2026-03-02T12:00:00Z') };

  it('suspends the orders of its instrument, which resume when it ends', () => {
    const { submit, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('halt_instrument', halt);
    submit();
    submit({ orderId: 'or_2', isin: 'DE0007236101' });
    expect(settle()).toBe(true);
    expect(recorder.storyOf().slice(0, 2)).toEqual(['acknowledged', 'fill']);
    for (const { executedMs } of recorder.fillsOf()) expect(executedMs).toBeGreaterThanOrEqual(halt.untilMs);
    for (const { executedMs } of recorder.fillsOf('or_2')) expect(executedMs).toBeLessThan(halt.untilMs);
    expect([recorder.filledMicro(), recorder.filledMicro('or_2')]).toEqual([100_000_000, 100_000_000]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('resumes them early if it is ended manually, and not while another one is active', () => {
    const { submit, pass, settle, recorder, setFault, endFault, kernel } = openExchanges();
    const first = setFault('halt_instrument', halt);
    const second = setFault('halt_instrument', { ...halt, mic: null });
    submit();
    pass(60_000);
    endFault(first.faultId);
    pass(60_000);
    expect(recorder.fillsOf()).toEqual([]);
    endFault(second.faultId);
    const endedMs = kernel.nowMs;
    settle();
    expect(recorder.fillsOf()[0]?.executedMs).toBeLessThan(endedMs + 6001);
    expect(recorder.filledMicro()).toBe(100_000_000);
  });

  it('over the end of the day ends expiring orders and carries the rest, without a part in the auction', () => {
    const { submit, settle, recorder, setFault, rowsLeft } = openExchanges(SLOW);
    const untilMs = at('2026-03-03T10:00:00Z');
    setFault('halt_instrument', { ...halt, untilMs });
    submit({ dayEnd: 'expire' });
    submit({ orderId: 'or_2', dayEnd: 'carry' });
    submit({ orderId: 'or_3', dayEnd: 'carry', limitPriceMicro: 240_000_000 });
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['acknowledged', 'ended']);
    expect(recorder.endingsOf()).toMatchObject([{ outcome: 'expired', executions: 0 }]);
    expect(recorder.endingsOf('or_3')).toMatchObject([{ outcome: 'returned', executions: 0 }]);
    expect(recorder.fillsOf('or_2')[0]?.executedMs).toBeGreaterThanOrEqual(untilMs);
    expect(recorder.filledMicro('or_2')).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

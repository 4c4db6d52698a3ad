import { describe, expect, it } from 'vitest';
import type { FillReport } from '../../../src-server/market/exchange-connectors.ts';
import { fc } from '../../support/draws.ts';
import { type Exchanges, NOON, NOTHING_LEFT, openExchanges } from './exchange-fixture.ts';

/** The fills of an order for 100 SAP without faults. */
const UNDISTURBED = fillsAfter(() => undefined);

function fillsAfter(disturb: (exchanges: Exchanges) => void): FillReport[] {
  const exchanges = openExchanges();
  disturb(exchanges);
  exchanges.submit();
  exchanges.settle();
  return exchanges.recorder.fillsOf();
}

const inOrder = (fills: readonly FillReport[]) => [...fills].sort((one, other) => one.executionNo - other.executionNo);

describe('the fills of an order whose connection drops', () => {
  it('come once the connection is up, each once, with their instants of execution', () => {
    const { submit, disconnect, connect, pass, settle, recorder, rowsLeft } = openExchanges();
    submit();
    pass(6000);
    disconnect();
    expect(recorder.fillsOf()).toHaveLength(1);
    pass(600_000);
    expect(recorder.fillsOf()).toHaveLength(1);
    connect();
    expect(settle()).toBe(true);
    expect(recorder.fillsOf()).toEqual(UNDISTURBED);
    const late = recorder.all.filter((report) => report.kind === 'fill').slice(1);
    // One query, and a response with all of them: 10 ms there and 10 ms back.
    expect(late.map(({ atMs }) => atMs)).toEqual(late.map(() => NOON + 606_020));
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('are the same whenever it drops after the order has arrived, and for however long', () => {
    const drop = fc.record({
      afterMs: fc.integer({ min: 1, max: 12_000 }),
      forMs: fc.integer({ min: 0, max: 30_000 }),
    });
    fc.assert(
      fc.property(fc.array(drop, { minLength: 1, maxLength: 4 }), (drops) => {
        const { submit, disconnect, connect, pass, settle, recorder, rowsLeft, events } = openExchanges();
        submit();
        pass(10);
        for (const { afterMs, forMs } of drops) {
          pass(afterMs);
          disconnect();
          pass(forMs);
          connect();
        }
        expect(settle()).toBe(true);
        expect(inOrder(recorder.fillsOf())).toEqual(UNDISTURBED);
        expect(recorder.acknowledgedOf()).toHaveLength(1);
        expect(recorder.endingsOf()).toEqual([]);
        expect(events('order.sent_again')).toEqual([]);
        expect(rowsLeft()).toEqual(NOTHING_LEFT);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the reports of fills', () => {
  it('that come twice are reported once, and the second is recorded as ignored', () => {
    const { submit, settle, recorder, setFault, rowsLeft, events } = openExchanges();
    setFault('duplicate_fills');
    submit();
    expect(settle()).toBe(true);
    expect(recorder.fillsOf()).toEqual(UNDISTURBED);
    expect(events('order.report_ignored').map(({ data }) => data)).toEqual(
      UNDISTURBED.map(({ executionNo }) => ({ order_id: 'or_1', execution: executionNo, reason: 'duplicate' })),
    );
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('that come late are reported late, with their instants of execution', () => {
    const { submit, settle, recorder, setFault } = openExchanges();
    setFault('late_fills', { amount: 3_600_000 });
    submit();
    settle();
    expect(recorder.fillsOf()).toEqual(UNDISTURBED);
    for (const report of recorder.all)
      if (report.kind === 'fill') expect(report.atMs).toBe(report.fill.executedMs + 3_600_010);
  });

  it('that overtake each other are reported as they come, each once', () => {
    const { submit, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('reordered_fills', { share: 0.5 });
    submit({ quantityMicro: 1_000_000_000 });
    expect(settle()).toBe(true);
    const numbers = recorder.fillsOf().map(({ executionNo }) => executionNo);
    const ascending = numbers.toSorted((one, other) => one - other);
    expect(numbers).not.toEqual(ascending);
    expect(ascending).toEqual(numbers.map((_, n) => n + 1));
    expect(recorder.filledMicro()).toBe(1_000_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('that are late delay the termination of their order, which is reported after the last of them', () => {
    const { submit, cancel, pass, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('late_fills', { amount: 3_600_000 });
    setFault('duplicate_fills', { share: 0.5 });
    setFault('reordered_fills', { share: 0.5 });
    submit({ quantityMicro: 10_000_000_000 });
    pass(60_000);
    cancel();
    pass(60_000);
    expect(recorder.storyOf()).toEqual(['acknowledged']);
    expect(settle()).toBe(true);
    const [termination] = recorder.endingsOf();
    expect(termination).toMatchObject({
      outcome: 'cancelled',
      code: 'requested',
      executions: recorder.fillsOf().length,
    });
    expect(recorder.fillsOf().length).toBeGreaterThan(5);
    expect(recorder.storyOf().indexOf('ended')).toBe(recorder.storyOf().length - 1);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('that are a day late are reported with the response to a query, and then ignored', () => {
    const { submit, disconnect, connect, pass, settle, recorder, setFault, events, rowsLeft } = openExchanges();
    setFault('late_fills', { amount: 86_400_000, count: 1 });
    submit();
    pass(6000);
    expect(recorder.fillsOf()).toEqual([]);
    disconnect();
    connect();
    pass(20);
    expect(recorder.fillsOf()).toEqual(UNDISTURBED.slice(0, 1));
    expect(settle()).toBe(true);
    expect(recorder.fillsOf()).toEqual(UNDISTURBED);
    // Its own report was lost with the connection: nothing comes a second time.
    expect(events('order.report_ignored')).toEqual([]);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

import { describe, expect, it } from 'vitest';
import { addToFlow, decayedFlow, impactShare, NO_FLOW } from '../../../src-server/market/exchange/price-impact.ts';
import type { RoutedOrder } from '../../../src-server/market/exchange-connectors.ts';
import { NOON, NOTHING_LEFT, openExchanges, SAP, TEN_MS } from './exchange-fixture.ts';

describe('an order that is sent', () => {
  it('is acknowledged once, filled slice by slice, and removed on both sides', () => {
    const { submit, settle, recorder, rowsLeft, events } = openExchanges();
    submit();
    expect(settle()).toBe(true);
    const [acknowledged, ...fills] = recorder.all;
    // 10 ms there and 10 ms back.
    expect(acknowledged).toEqual({ kind: 'acknowledged', orderId: 'or_1', atMs: NOON + 20, reconciled: false });
    expect(fills.length).toBeGreaterThan(1);
    expect(fills.every(({ kind }) => kind === 'fill')).toBe(true);
    expect(recorder.filledMicro()).toBe(100_000_000);
    expect(recorder.fillsOf().map(({ executionNo }) => executionNo)).toEqual(fills.map((_, n) => n + 1));
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
    expect(events('order.unacknowledged')).toEqual([]);
  });

  it('is reported with each fill as long after its execution as a report takes', () => {
    const latency = { ...TEN_MS, report: { kind: 'fixed', ms: 700 } } as const;
    const { submit, settle, recorder } = openExchanges({ venue: { latency } });
    submit();
    settle();
    for (const reported of recorder.all)
      if (reported.kind === 'fill') expect(reported.atMs).toBe(reported.fill.executedMs + 700);
  });

  it('is filled at the prices of its instants, moved by its earlier trades', () => {
    const { submit, settle, recorder, data, exchangePrices } = openExchanges();
    submit({ quantityMicro: 400_000_000 });
    settle();
    let flow = NO_FLOW;
    for (const fill of recorder.fillsOf()) {
      const { midMicro, askMicro } = exchangePrices.quote(SAP, 'XETR', fill.executedMs);
      expect([fill.midMicro, fill.touchMicro]).toEqual([midMicro, askMicro]);
      const decayed = decayedFlow(flow, data.simulation.impactHalfLifeMs, fill.executedMs);
      flow = addToFlow(decayed, 'buy', fill.quantityMicro);
      const impact = impactShare(data, exchangePrices, { isin: SAP, mic: 'XETR' }, 'buy', flow);
      // The tick of SAP, whose price is above 200 EUR, is 0.05.
      expect(fill.priceMicro).toBe(Math.ceil((askMicro * (1 + impact)) / 50_000) * 50_000);
    }
  });

  it('fills the same way in the same world, and differently with another seed', () => {
    const run = (seed: number) => {
      const { submit, settle, recorder } = openExchanges({ seed });
      submit();
      settle();
      return recorder.all;
    };
    expect(run(7)).toEqual(run(7));
    expect(run(8)).not.toEqual(run(7));
  });

  it('continues from the same state after a restart in the middle', () => {
    const through = openExchanges();
    through.submit();
    through.settle();
    const before = openExchanges();
    before.submit();
    before.pass(10_000);
    const after = openExchanges({ database: before.database });
    expect(after.settle()).toBe(true);
    expect(before.recorder.all.length).toBeGreaterThan(1);
    expect([...before.recorder.all, ...after.recorder.all]).toEqual(through.recorder.all);
    expect(after.rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('leaves the kernel with a correct count of pending effects', () => {
    const { submit, settle, kernel, run } = openExchanges();
    submit({ dayEnd: 'expire', quantityMicro: 1e12 });
    settle();
    kernel.onTimer('note', () => undefined);
    expect(kernel.hasPendingBesides(new Set())).toBe(false);
    run((unit) => unit.schedule(unit.nowMs + 1, 'note', null));
    expect(kernel.hasPendingBesides(new Set())).toBe(true);
  });
});

describe('an order that an exchange refuses', () => {
  it.each<[string, Partial<RoutedOrder>]>([
    ['unknown_listing', { isin: 'NO0010096985' }],
    ['lot_size', { quantityMicro: 1_500_000 }],
    ['tick_size', { limitPriceMicro: 230_010_000 }],
    ['price_collar', { limitPriceMicro: 150_000_000 }],
  ])('is terminated with the reason: %s', (code, order) => {
    const { submit, settle, recorder, rowsLeft } = openExchanges({ venue: { lotMicro: 1_000_000 } });
    submit(order);
    expect(settle()).toBe(true);
    expect(recorder.storyOf()).toEqual(['ended']);
    expect(recorder.endingsOf()).toMatchObject([{ outcome: 'rejected', code, executions: 0 }]);
    expect(recorder.all[0]?.atMs).toBe(NOON + 20);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });

  it('names the fault that refused it, and the next one is accepted once that is used up', () => {
    const { submit, settle, recorder, setFault, rowsLeft } = openExchanges();
    const { faultId } = setFault('reject_orders', { count: 1 });
    submit();
    settle();
    submit({ orderId: 'or_2' });
    settle();
    expect(recorder.endingsOf()).toEqual([
      { outcome: 'rejected', code: 'exchange_refused', text: `XETR refuses orders (fault ${faultId}).`, executions: 0 },
    ]);
    expect(recorder.endingsOf('or_2')).toEqual([]);
    expect(recorder.filledMicro('or_2')).toBe(100_000_000);
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

describe('an order that is filled in part by a fault', () => {
  it.each([
    [0.37, 37_000_000],
    [0.999, 99_000_000],
    [0, 0],
  ])('with a share of %d gets its whole steps, and the rest is cancelled', (amount, filledMicro) => {
    const { submit, settle, recorder, setFault, rowsLeft } = openExchanges();
    setFault('partial_fills', { amount });
    submit();
    expect(settle()).toBe(true);
    expect(recorder.filledMicro()).toBe(filledMicro);
    const executions = recorder.fillsOf().length;
    const text = `XETR filled ${filledMicro / 1e6} of 100 and cancelled the rest.`;
    expect(recorder.endingsOf()).toEqual([{ outcome: 'cancelled', code: 'partial_fill', text, executions }]);
    expect(recorder.storyOf().at(-1)).toBe('ended');
    expect(rowsLeft()).toEqual(NOTHING_LEFT);
  });
});

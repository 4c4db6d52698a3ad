import { describe, expect, it } from 'vitest';
import { FaultRegistry } from '../../../src-server/market/faults/fault-registry.ts';
import { NOON, SAP } from '../exchange/exchange-fixture.ts';
import { ON_XETRA, openFaults, someFault } from './fault-fixture.ts';

const REJECT = { kind: 'reject_orders' } as const;

describe('an active fault', () => {
  it('hits its share of occurrences, within three standard errors', () => {
    const { kernel, registry } = openFaults([someFault({ ...REJECT, share: 0.3 })]);
    const occurrences = 4000;
    const hits = kernel.execute((unit) =>
      Array.from({ length: occurrences }, (_, n) => registry.trigger(unit, 'reject_orders', ON_XETRA, `or_${n}/1`)),
    );
    const share = hits.filter((hit) => hit !== null).length / occurrences;
    // sqrt(0.3 x 0.7 / 4 000) = 0.0072
    expect(Math.abs(share - 0.3)).toBeLessThan(3 * Math.sqrt((0.3 * 0.7) / occurrences));
    expect(registry.find('ft_1')?.hits).toBe(share * occurrences);
  });

  it('hits the same occurrences whenever they happen, and others for another fault', () => {
    const names = Array.from({ length: 100 }, (_, n) => `or_${n}/1`);
    const hitsOf = (faultId: string, order: readonly string[]) => {
      const { trigger } = openFaults([someFault({ ...REJECT, faultId, share: 0.5 })]);
      return new Set(order.filter((name) => trigger('reject_orders', name) !== null));
    };
    expect(hitsOf('ft_1', names.toReversed())).toEqual(hitsOf('ft_1', names));
    expect(hitsOf('ft_2', names)).not.toEqual(hitsOf('ft_1', names));
  });

  it('ends with the last hit of its count, which the event log records once', () => {
    const { trigger, registry, events } = openFaults([someFault({ ...REJECT, count: 3 })]);
    const hits = Array.from({ length: 6 }, (_, n) => trigger('reject_orders', `or_${n}/1`) !== null);
    expect(hits).toEqual([true, true, true, false, false, false]);
    expect(registry.find('ft_1')).toMatchObject({ hits: 3, endedMs: NOON });
    expect(events('fault.ended').map(({ data }) => data)).toEqual([
      { fault_id: 'ft_1', kind: 'reject_orders', hits: 3 },
    ]);
  });

  it('counts only hits if it hits a share', () => {
    const { trigger, registry } = openFaults([someFault({ ...REJECT, share: 0.2, count: 5 })]);
    const hits = Array.from({ length: 200 }, (_, n) => trigger('reject_orders', `or_${n}/1`) !== null);
    expect(hits.filter(Boolean)).toHaveLength(5);
    expect(hits.lastIndexOf(true)).toBeGreaterThan(5);
    expect(registry.find('ft_1')?.hits).toBe(5);
  });

  it.each([
    ['everywhere', {}, [true, true, true]],
    ['at one exchange', { mic: 'XETR' }, [true, false, true]],
    ['for one instrument', { isin: SAP }, [true, true, false]],
    ['for one listing', { mic: 'XETR', isin: SAP }, [true, false, false]],
  ])('hits %s', (_, place, expected) => {
    const { trigger } = openFaults([someFault({ ...REJECT, ...place })]);
    const places = [ON_XETRA, { mic: 'XPAR', isin: SAP }, { mic: 'XETR', isin: 'DE0007236101' }];
    expect(places.map((each) => trigger('reject_orders', 'or_1/1', each) !== null)).toEqual(expected);
  });

  it('hits only during its time, and nothing of another kind', () => {
    const { trigger, passTo } = openFaults([someFault({ ...REJECT, fromMs: NOON + 10, untilMs: NOON + 20 })]);
    const hitAt = (ms: number) => {
      passTo(NOON + ms);
      return trigger('reject_orders', 'or_1/1') !== null;
    };
    expect([9, 10, 19, 20].map(hitAt)).toEqual([false, true, true, false]);
    expect(openFaults([someFault(REJECT)]).trigger('late_fills', 'or_1/1')).toBeNull();
  });

  it('applies alone if several hit: the first in the order in which they were set', () => {
    const first = someFault({ ...REJECT, faultId: 'ft_1', count: 2 });
    const { trigger, registry } = openFaults([first, someFault({ ...REJECT, faultId: 'ft_2' })]);
    const triggered = Array.from({ length: 4 }, (_, n) => trigger('reject_orders', `or_${n}/1`)?.faultId);
    expect(triggered).toEqual(['ft_1', 'ft_1', 'ft_2', 'ft_2']);
    expect(registry.all().map(({ hits }) => hits)).toEqual([2, 2]);
  });

  it('passes an occurrence that its share spares on to the next one', () => {
    const half = someFault({ ...REJECT, faultId: 'ft_1', share: 0.5 });
    const { trigger } = openFaults([half, someFault({ ...REJECT, faultId: 'ft_2' })]);
    const triggered = new Set(Array.from({ length: 100 }, (_, n) => trigger('reject_orders', `or_${n}/1`)?.faultId));
    expect(triggered).toEqual(new Set(['ft_1', 'ft_2']));
  });
});

describe('the fault registry', () => {
  it('undoes the hits of a transaction that was rolled back, and the end that came with them', () => {
    const { kernel, registry, trigger, events } = openFaults([someFault({ ...REJECT, count: 1 })]);
    const failing = () =>
      kernel.execute((unit) => {
        expect(registry.trigger(unit, 'reject_orders', ON_XETRA, 'or_1/1')).not.toBeNull();
        registry.put(someFault({ kind: 'late_fills', faultId: 'ft_2' }));
        throw new Error('the command fails after all');
      });
    expect(failing).toThrow('the command fails after all');
    expect(registry.all()).toEqual([someFault({ ...REJECT, count: 1 })]);
    expect(registry.has('late_fills')).toBe(false);
    expect(events('fault.ended')).toEqual([]);
    expect(trigger('reject_orders', 'or_1/1')).not.toBeNull();
  });

  it('finds in the store what another registry stored', () => {
    const { registry, store, trigger } = openFaults([
      someFault(REJECT),
      someFault({ kind: 'wide_spread', faultId: 'ft_2', amount: 2.5, mic: 'XPAR', untilMs: NOON + 5 }),
    ]);
    trigger('reject_orders', 'or_1/1');
    expect(new FaultRegistry(store).all()).toEqual(registry.all());
    expect(new FaultRegistry(store).find('ft_1')?.hits).toBe(1);
  });

  it('returns the spans of a listing, latest beginning first, without those that never applied', () => {
    const halts = [
      { faultId: 'ft_1', fromMs: NOON, untilMs: NOON + 50, endedMs: NOON + 20 },
      { faultId: 'ft_2', fromMs: NOON + 10 },
      { faultId: 'ft_3', fromMs: NOON + 5, untilMs: NOON + 9, mic: 'XPAR' },
      { faultId: 'ft_4', fromMs: NOON + 30, endedMs: NOON + 15 },
      { faultId: 'ft_5', fromMs: NOON + 40, untilMs: NOON + 60 },
    ];
    const { registry } = openFaults(halts.map((halt) => someFault({ kind: 'halt_instrument', isin: SAP, ...halt })));
    expect(registry.spans('halt_instrument', 'XETR', SAP)).toEqual([
      { fromMs: NOON + 40, untilMs: NOON + 60 },
      { fromMs: NOON + 10, untilMs: Number.POSITIVE_INFINITY },
      { fromMs: NOON, untilMs: NOON + 20 },
    ]);
    expect(registry.spans('halt_instrument', 'XETR', 'DE0007236101')).toEqual([]);
    expect(registry.spans('stale_prices', 'XETR', SAP)).toEqual([]);
  });

  it('distinguishes a fault of one instrument from one of its whole exchange', () => {
    const { registry } = openFaults([someFault({ kind: 'stale_prices', mic: 'XETR', isin: SAP })]);
    expect(registry.active('stale_prices', 'XETR', null, NOON)).toBeNull();
    expect(registry.active('stale_prices', 'XETR', SAP, NOON)?.faultId).toBe('ft_1');
  });
});

import { describe, expect, it } from 'vitest';
import { faultStatus } from '../../../src-server/market/faults/fault.ts';
import { NOON, SAP } from '../exchange/exchange-fixture.ts';
import { openFaults, someFault } from './fault-fixture.ts';

const HALT = { kind: 'halt_instrument', isin: SAP } as const;
const MINUTE_MS = 60_000;

/** A scheduler at noon with one fault. */
function withFault(fault: Parameters<typeof someFault>[0]) {
  const faults = openFaults();
  const { kernel, scheduler, registry, events, passTo } = faults;
  const set = kernel.execute((unit) => scheduler.set(unit, someFault(fault)));
  const { faultId } = set;
  const statusAt = (minutes: number) => {
    passTo(NOON + minutes * MINUTE_MS);
    const present = registry.find(faultId);
    return present === null ? null : faultStatus(present, kernel.nowMs);
  };
  const end = () => kernel.execute((unit) => scheduler.end(unit, registry.find(faultId) ?? set));
  const happened = () => ['fault.set', 'fault.began', 'fault.ended'].map((type) => events(type).length);
  return { ...faults, set, statusAt, end, happened };
}

describe('a fault that is set', () => {
  it('begins at once, and ends at its time', () => {
    const { statusAt, told: reported, happened, kernel } = withFault({ ...HALT, untilMs: NOON + 5 * MINUTE_MS });
    expect(reported).toEqual(['began halt_instrument 11:00:00']);
    expect([statusAt(1), statusAt(5), statusAt(9)]).toEqual(['active', 'over', 'over']);
    expect(reported).toEqual(['began halt_instrument 11:00:00', 'ended halt_instrument 11:05:00']);
    expect(happened()).toEqual([1, 1, 1]);
    expect(kernel.nextDueMs).toBeNull();
  });

  it('begins later if it is set for later', () => {
    const later = { fromMs: NOON + 2 * MINUTE_MS, untilMs: NOON + 5 * MINUTE_MS };
    const { statusAt, told: reported, happened } = withFault({ ...HALT, ...later });
    expect(happened()).toEqual([1, 0, 0]);
    expect([statusAt(1), statusAt(2), statusAt(4), statusAt(5)]).toEqual(['scheduled', 'active', 'active', 'over']);
    expect(reported).toEqual(['began halt_instrument 11:02:00', 'ended halt_instrument 11:05:00']);
    expect(happened()).toEqual([1, 1, 1]);
  });

  it('lasts until it is ended manually if it has no other end', () => {
    const { statusAt, end, told: reported, kernel } = withFault(HALT);
    expect(statusAt(10_000)).toBe('active');
    expect(end().endedMs).toBe(NOON + 10_000 * MINUTE_MS);
    expect([statusAt(10_000), reported.length, kernel.nextDueMs]).toEqual(['over', 2, null]);
  });

  it('is described in the event log', () => {
    const span = { fromMs: NOON + MINUTE_MS, untilMs: NOON + 2 * MINUTE_MS };
    const { events, set } = withFault({ kind: 'late_fills', mic: 'XETR', share: 0.5, amount: 900, count: 3, ...span });
    expect(events('fault.set').map(({ data }) => data)).toEqual([
      {
        fault_id: set.faultId,
        kind: 'late_fills',
        exchange: 'XETR',
        isin: null,
        share: 0.5,
        amount: 900,
        count: 3,
        cancels_orders: false,
        from: '2026-03-02T11:01:00.000Z',
        until: '2026-03-02T11:02:00.000Z',
      },
    ]);
  });
});

describe('a fault that is ended manually', () => {
  it('ends now, once, and its scheduled end has no effect', () => {
    const { statusAt, end, told: reported, happened, kernel } = withFault({ ...HALT, untilMs: NOON + 5 * MINUTE_MS });
    statusAt(1);
    expect(end()).toEqual(end());
    expect(kernel.nextDueMs).toBeNull();
    expect(statusAt(9)).toBe('over');
    expect(reported).toEqual(['began halt_instrument 11:00:00', 'ended halt_instrument 11:01:00']);
    expect(happened()).toEqual([1, 1, 1]);
  });

  it('is cancelled if it has not begun, and never begins', () => {
    const { statusAt, end, told: reported, happened, kernel } = withFault({ ...HALT, fromMs: NOON + 5 * MINUTE_MS });
    end();
    expect(kernel.nextDueMs).toBeNull();
    expect(statusAt(9)).toBe('cancelled');
    expect(reported).toEqual([]);
    expect(happened()).toEqual([1, 0, 1]);
  });

  it('is unchanged if it was already over', () => {
    const { statusAt, end, happened } = withFault({ ...HALT, untilMs: NOON + MINUTE_MS });
    statusAt(2);
    expect(end().endedMs).toBeNull();
    expect(happened()).toEqual([1, 1, 1]);
  });

  it('is unchanged if its count was used up, and its scheduled end has no effect', () => {
    const counted = { kind: 'reject_orders', count: 1, untilMs: NOON + 5 * MINUTE_MS } as const;
    const { trigger, statusAt, end, happened } = withFault(counted);
    trigger('reject_orders', 'or_1/1');
    expect(end()).toMatchObject({ hits: 1, endedMs: NOON });
    expect(statusAt(9)).toBe('over');
    expect(happened()).toEqual([1, 1, 1]);
  });
});

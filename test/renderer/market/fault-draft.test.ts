/** A fault on its way from the form to the service, and in words on its way back. */

import { describe, expect, it } from 'vitest';
import { faultBody, newFaultDraft, withKind } from '../../../src-renderer/components/faults/fault-draft.ts';
import { FAULT_KINDS, type FaultKind } from '../../../src-renderer/components/faults/fault-kinds.ts';
import {
  formatEffect,
  formatHit,
  formatSpan,
  formatTarget,
  openFirst,
} from '../../../src-renderer/components/faults/format-fault.ts';
import { toInstant } from '../../../src-renderer/components/forms/virtual-instant.ts';
import type { MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import { createFault } from '../../../src-server/contract/control/market/faults.ts';
import { FAULT_KINDS as CONTRACT_KINDS } from '../../../src-server/domain/events/event-choices.ts';

const UNTIL = '2026-03-02 10:30:00';
const kinds = Object.keys(FAULT_KINDS) as FaultKind[];

const LATE: MarketFaultView = {
  scope: 'market',
  fault_id: 'ft_1',
  kind: 'late_fills',
  exchange: 'XETR',
  isin: null,
  status: 'active',
  from: '2026-03-02T09:30:00.000Z',
  until: '2026-03-02T10:00:00.000Z',
  share: 0.5,
  count: 10,
  hits: 3,
  ended_at: null,
  delay_ms: 90_000,
};

describe('the form of a fault', () => {
  it('offers every kind that the service knows', () => {
    expect([...kinds].sort()).toEqual([...CONTRACT_KINDS].sort());
  });

  it.each(kinds)('sends a %s with its defaults, and the contract accepts it', (kind) => {
    const draft = { ...newFaultDraft(kind, UNTIL), isin: FAULT_KINDS[kind].isin === 'none' ? '' : 'DE0007164600' };
    expect(createFault.safeParse(faultBody(draft)).error).toBeUndefined();
  });

  it.each(kinds)('sends a %s with all of its fields, and the contract accepts it', (kind) => {
    const draft = newFaultDraft(kind, UNTIL);
    const full = { ...draft, exchange: 'XPAR', from: '2026-03-02 09:45', span: 'until' as const, sharePercent: 50 };
    const isin = FAULT_KINDS[kind].isin === 'none' ? '' : 'DE0007164600';
    const body = faultBody({ ...full, isin });
    expect(createFault.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ exchange: 'XPAR', from: '2026-03-02T09:45:00Z', until: '2026-03-02T10:30:00Z' });
  });

  it('converts percent to a share without noise of binary fractions', () => {
    const draft = { ...newFaultDraft('partial_fills', UNTIL), amount: 7, sharePercent: 29 };
    expect(faultBody(draft)).toMatchObject({ fill_share: 0.07, share: 0.29 });
  });

  it('sends an emptied number in a way that the service refuses, rather than an unintended default', () => {
    const draft = { ...newFaultDraft('late_fills', UNTIL), amount: '', sharePercent: '' };
    const issues = createFault.safeParse(faultBody(draft)).error?.issues.map((issue) => issue.path.join('/'));
    expect(issues).toEqual(['delay_ms', 'share']);
  });

  it('retains place and time when another kind is chosen, but no number, instrument or end that it lacks', () => {
    const late = {
      ...newFaultDraft('late_fills', UNTIL),
      exchange: 'XPAR',
      isin: 'DE0007164600',
      span: 'count' as const,
    };
    expect(withKind(late, 'exchange_down')).toMatchObject({ exchange: 'XPAR', isin: '', amount: '', span: 'for' });
    expect(withKind({ ...late, exchange: '' }, 'exchange_down').exchange).toBe('XETR');
  });
});

describe('a virtual instant', () => {
  it('without a zone is UTC, and an invalid one is sent to the service as it was written', () => {
    expect(toInstant(' 2026-03-02 10:30 ')).toBe('2026-03-02T10:30:00Z');
    expect(toInstant('2026-03-02T10:30:15')).toBe('2026-03-02T10:30:15Z');
    expect(toInstant('2026-03-02T10:30:00+01:00')).toBe('2026-03-02T10:30:00+01:00');
    expect(toInstant('tomorrow')).toBe('tomorrow');
  });
});

describe('an active fault', () => {
  it('shows its effect with its number and share, where, how long and how often it hit', () => {
    expect(formatEffect(LATE)).toBe('The report of a fill arrives late. Delayed by 1.5 min. It affects 50 % of cases.');
    expect(formatTarget(LATE, null)).toBe('XETR');
    expect(formatTarget({ exchange: null, isin: 'DE0007164600' }, 'SAP')).toBe('SAP on all exchanges');
    expect(formatSpan(LATE)).toBe('2026-03-02\u00a009:30:00 to 10:00:00');
    expect(formatHit(LATE)).toBe('3 of 10');
    expect(formatHit({ kind: 'stale_prices', hits: 0, count: null })).toBeNull();
  });

  it('shows when it ended before its time', () => {
    const ended = { ...LATE, status: 'over' as const, ended_at: '2026-03-02T09:40:00.000Z' };
    expect(formatSpan(ended)).toBe('2026-03-02\u00a009:30:00 to 09:40:00, ended early');
  });

  it('is above those that are over, the newest first', () => {
    const rows = ['over', 'active', 'cancelled', 'scheduled'].map((status, id) => ({ status, id }));
    expect(openFirst(rows).map(({ id }) => id)).toEqual([3, 1, 2, 0]);
  });
});

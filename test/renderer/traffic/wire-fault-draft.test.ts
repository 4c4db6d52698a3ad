/** A fault of the wire on its way from the form to the service, and in words on its way back. */

import { describe, expect, it } from 'vitest';
import type { WireFaultKind } from '../../../src-renderer/components/faults/wire-fault-kinds.ts';
import { WIRE_KINDS } from '../../../src-renderer/components/faults/wire-fault-kinds.ts';
import {
  NEW_MATCH,
  NEW_WIRE_FAULT,
  ownEndpoint,
  requestMatch,
  webhookMatch,
  wireFaultBody,
} from '../../../src-renderer/screens/traffic/faults/wire-fault-draft.ts';
import {
  formatExtent,
  formatMatch,
  formatShare,
  formatWireEffect,
  formatWireHit,
} from '../../../src-renderer/screens/traffic/faults/wire-fault-label.ts';
import { API_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/api-fault-kinds.ts';
import type {
  InterfaceFaultView,
  WebhookFaultView,
} from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { WEBHOOK_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/webhook-fault-kinds.ts';
import { createFault } from '../../../src-server/contract/control/market/faults.ts';

const KINDS = Object.keys(WIRE_KINDS) as WireFaultKind[];
const NAMES = { keys: new Map([['ak_1', 'CI']]), endpoints: new Map([['wh_1', '127.0.0.1:3000/hooks']]) };
const ERROR: InterfaceFaultView = {
  scope: 'interface',
  kind: 'api_error',
  fault_id: 'ft_1',
  match: null,
  code: 'rate_limit',
  retry_after_s: 5,
  status: 'active',
  from: '2026-03-02T09:30:00.000Z',
  until: null,
  ended_at: null,
  skip: 0,
  share: 0.25,
  count: 10,
  chances: 12,
  hits: 3,
};
const LATE: WebhookFaultView = {
  scope: 'webhook',
  kind: 'webhook_delay',
  fault_id: 'ft_2',
  match: null,
  delay: '5m',
  status: 'active',
  from: '2026-03-02T09:30:00.000Z',
  until: null,
  ended_at: null,
  skip: 0,
  share: 1,
  count: null,
  chances: 0,
  hits: 0,
};

describe('the form that sets a fault of the wire', () => {
  it('begins with the user’s receiver where a built-in sink would take the only hit', () => {
    const sink = { webhook_id: 'wh_1', url: 'http://127.0.0.1:7788/sim/sink/demo', status: 'enabled' as const };
    const gone = { webhook_id: 'wh_2', url: 'http://127.0.0.1:3000/gone', status: 'disabled' as const };
    const own = { webhook_id: 'wh_3', url: 'http://127.0.0.1:3000/hooks', status: 'enabled' as const };
    expect(ownEndpoint([sink, gone, own])).toBe('wh_3');
    expect([ownEndpoint([sink]), ownEndpoint([own]), ownEndpoint([])]).toEqual(['', '', '']);
  });

  it('offers every kind, under its scope', () => {
    expect([...KINDS].sort()).toEqual([...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS].sort());
    expect(KINDS.filter((kind) => WIRE_KINDS[kind].scope === 'webhook').sort()).toEqual(
      [...WEBHOOK_FAULT_KINDS].sort(),
    );
  });

  it.each(KINDS)('sends a valid %s as it opens', (kind) => {
    expect(createFault.safeParse(wireFaultBody({ ...NEW_WIRE_FAULT, kind })).error).toBeUndefined();
  });

  it.each(['fixed', 'span', 'median'] as const)('sends a valid latency of the shape %s', (shape) => {
    const body = wireFaultBody({ ...NEW_WIRE_FAULT, kind: 'api_latency', shape });
    expect(createFault.safeParse(body).error).toBeUndefined();
  });

  it('sends null for a missing number, so that the service names its field', () => {
    const body = wireFaultBody({ ...NEW_WIRE_FAULT, kind: 'api_slow_drip', over_ms: '' });
    expect(createFault.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([['over_ms']]);
  });

  it('converts percent to shares without noise of binary fractions', () => {
    const body = wireFaultBody({
      ...NEW_WIRE_FAULT,
      kind: 'api_truncated_body',
      remainingPercent: 7,
      sharePercent: 29,
    });
    expect(body).toMatchObject({ keep: 0.07, share: 0.29 });
  });

  it('leaves out fields with their default', () => {
    expect(wireFaultBody({ ...NEW_WIRE_FAULT, kind: 'api_hang', count: '' })).toEqual({ kind: 'api_hang' });
  });

  it('sends a valid match with every field of a request', () => {
    const match = {
      ...NEW_MATCH,
      ...({ operation: 'createPlan', method: 'POST', form: 'B', path: { way: 'glob', value: '*/rebalance' } } as const),
      query: [{ id: 1, name: 'isin', way: 'present', value: '', within: '' } as const],
      headers: [{ id: 1, name: 'User-Agent', way: 'contains', value: 'python', within: '' } as const],
      body: [
        { id: 1, name: '/cash', way: 'is', value: '100', within: '' } as const,
        { id: 2, name: '/external_id', way: 'is', value: 'e2e', within: '' } as const,
        { id: 3, name: '/note', way: 'absent', value: '', within: '' } as const,
        { id: 4, name: '/weight', way: 'approx', value: '0.6', within: '0.01' } as const,
      ],
    };
    const body = wireFaultBody({ ...NEW_WIRE_FAULT, match });
    expect(createFault.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      match: {
        body: {
          '/cash': { equals: 100 },
          '/external_id': { equals: 'e2e' },
          '/note': { present: false },
          '/weight': { approx: 0.6, within: 0.01 },
        },
      },
    });
  });

  it('sends the body of a stub as JSON where it is valid JSON, and otherwise as text', () => {
    const responseOf = (draft: object) => {
      const body = wireFaultBody({ ...NEW_WIRE_FAULT, kind: 'api_stub', ...draft });
      expect(createFault.safeParse(body).error).toBeUndefined();
      return 'answer' in body ? body.answer : null;
    };
    const usual = { status: 503, headers: {}, template: false };
    expect(responseOf({})).toEqual(usual);
    expect(responseOf({ stub_text: '{"a": [1]}' })).toEqual({ ...usual, body: { a: [1] } });
    expect(responseOf({ stub_text: '<html>' })).toEqual({ ...usual, text: '<html>' });
    const typed = { ...usual, headers: { 'Content-Type': 'text/x' }, text: '{}' };
    expect(responseOf({ stub_text: '{}', stub_type: ' text/x ' })).toEqual(typed);
  });

  it('sends only those fields of a match that its scope has', () => {
    const match = { ...NEW_MATCH, operation: 'createPlan', types: ['order.filled'], webhook_id: 'wh_1' } as const;
    expect(webhookMatch(match)).toEqual({ webhook_id: 'wh_1', types: ['order.filled'] });
    expect(requestMatch(match)).toEqual({ operation: 'createPlan' });
  });
});

describe('a fault of the wire in words', () => {
  it('shows its effect with its numbers', () => {
    expect(formatWireEffect(ERROR)).toMatch(/The error is rate_limit, Retry-After 5 s\.$/);
    expect(formatWireEffect(LATE)).toMatch(/Delayed by 5m of virtual time\.$/);
  });

  it('shows the share with its result, and the hits of how many', () => {
    expect(formatShare(ERROR)).toBe('25 % (3 of 12)');
    expect(formatShare(LATE)).toBe('all');
    expect(formatShare({ ...LATE, skip: 2 })).toBe('all, after the first 2');
    expect(formatWireHit(ERROR)).toBe('3 of 10');
    expect(formatWireHit(LATE)).toBe('0');
  });

  it('shows its subject, with names instead of identifiers', () => {
    expect(formatMatch(ERROR, NAMES)).toBe('every request');
    expect(formatMatch({ ...LATE, match: { webhook_id: 'wh_1', types: ['order.filled'] } }, NAMES)).toBe(
      'order.filled to 127.0.0.1:3000/hooks',
    );
    const match = { method: 'POST', operation: 'createPlan', key_id: 'ak_1', body: { '/cash': 100 } } as const;
    expect(formatMatch({ ...ERROR, match }, NAMES)).toBe('POST createPlan, with the key “CI”, body /cash is 100');
  });

  it('shows when a fault of the form ends, and nothing for an invalid entry', () => {
    expect(formatExtent({ count: 1, duration: '' })).toBe('It ends after one hit.');
    expect(formatExtent({ count: 2, duration: ' 1.5d ' })).toBe('It ends after 2 hits or 1.5d of virtual time.');
    expect(formatExtent({ count: '', duration: 'PT90M' })).toBe('It ends after PT90M of virtual time.');
    expect(formatExtent({ count: '', duration: '' })).toBe('It lasts until you end it.');
    expect(formatExtent({ count: 'abc', duration: '' })).toBe('');
    expect(formatExtent({ count: 3, duration: 'soon' })).toBe('');
  });
});

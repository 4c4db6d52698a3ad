/** The request that sets an ended fault again: for the rest of it, in a form that the service accepts. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FAULT_KINDS } from '../../../src-renderer/components/faults/fault-kinds.ts';
import { faultAgain, faultAnew } from '../../../src-renderer/components/faults/faults-undoing.ts';
import { WIRE_KINDS } from '../../../src-renderer/components/faults/wire-fault-kinds.ts';
import type { FaultView, MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import { createFault, faultView } from '../../../src-server/contract/control/market/faults.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

const LATE: MarketFaultView = {
  scope: 'market',
  fault_id: 'ft_01',
  kind: 'late_fills',
  exchange: 'XETR',
  isin: null,
  status: 'over',
  from: '2026-03-02T09:30:00.000Z',
  until: '2026-03-02T11:30:00.000Z',
  share: 0.5,
  count: 10,
  hits: 4,
  ended_at: '2026-03-02T10:00:00.000Z',
  delay_ms: 60_000,
};

/** A fault as JSON has it: missing fields are absent. */
const sentFault = z.custom<FaultView>((body) => faultView.safeParse(body).success);

describe('an ended fault', () => {
  it('that had begun continues now, until its former end, for the remaining hits', proves('L77'), () => {
    expect(faultAgain(LATE)).toEqual({
      kind: 'late_fills',
      exchange: 'XETR',
      until: '2026-03-02T11:30:00.000Z',
      share: 0.5,
      count: 6,
      delay_ms: 60_000,
    });
  });

  it('that had not begun begins at its former time', () => {
    expect(faultAgain({ ...LATE, status: 'cancelled' })).toMatchObject({ from: '2026-03-02T09:30:00.000Z' });
  });

  it('is set again for its original duration and hits, from now on', () => {
    const anew = faultAnew(LATE);
    expect(anew).toMatchObject({ for: '7200000ms', count: 10, share: 0.5 });
    expect(anew).not.toHaveProperty('until');
    expect(createFault.safeParse(anew).success).toBe(true);
  });

  it('does not lose the orders of an exchange a second time', () => {
    const { delay_ms: _delay, ...down } = { ...LATE, kind: 'exchange_down' as const, count: null, share: 1 };
    expect(faultAgain({ ...down, cancel_orders: true })).toEqual({
      kind: 'exchange_down',
      exchange: 'XETR',
      until: '2026-03-02T11:30:00.000Z',
      cancel_orders: false,
    });
  });
});

describe('every kind of fault', () => {
  it('can be set, ended and set again as the service returned it', proves('L77'), async () => {
    expect(ONE_OF_EACH.map(({ kind }) => kind).sort()).toEqual(
      [...Object.keys(FAULT_KINDS), ...Object.keys(WIRE_KINDS)].sort(),
    );
    const { sim } = await startBallast({ settlement: 'simulated' });
    for (const body of ONE_OF_EACH) {
      const set = (await sim.post('/faults', body)).as(sentFault);
      const ended = (await sim.send('DELETE', `/faults/${set.fault_id}`)).as(sentFault);
      const again = faultAgain(ended);
      expect(createFault.safeParse(again).error?.issues, body.kind).toBeUndefined();
      const { fault_id: _set, ...rest } = set;
      const { fault_id: _again, ...restAgain } = (await sim.post('/faults', again)).as(faultView);
      expect(restAgain, body.kind).toEqual(rest);
      await sim.send('DELETE', '/faults');
    }
    await stopAll();
  });
});

const SAP = 'DE0007164600';
const ONE_OF_EACH: readonly { readonly kind: string; readonly [field: string]: unknown }[] = [
  { kind: 'exchange_down', exchange: 'XETR', for: '2h' },
  { kind: 'exchange_slow', added_ms: 500, share: 0.3 },
  { kind: 'reject_orders', isin: SAP, count: 3 },
  { kind: 'partial_fills', fill_share: 0.4 },
  { kind: 'lost_acknowledgements', exchange: 'XPAR' },
  { kind: 'duplicate_fills' },
  { kind: 'late_fills', delay_ms: 60_000 },
  { kind: 'reordered_fills' },
  { kind: 'halt_instrument', isin: SAP },
  { kind: 'stale_prices', for: '1h' },
  { kind: 'wide_spread', factor: 3 },
  { kind: 'crossed_quotes', bps: 5 },
  { kind: 'settlement_fail', days_late: 3 },
  { kind: 'api_error', code: 'internal_error', message: 'On purpose.', match: { method: 'GET' } },
  { kind: 'api_latency', latency_ms: { min: 10, max: 20 } },
  { kind: 'api_slow_drip', over_ms: 100 },
  { kind: 'api_empty_answer' },
  { kind: 'api_truncated_body', keep: 0.2 },
  { kind: 'api_malformed_body', share: 0.5 },
  { kind: 'api_connection_reset', after_processing: true },
  { kind: 'api_hang', count: 1 },
  { kind: 'api_wrong_content_type', content_type: 'text/html' },
  { kind: 'api_stub', answer: { status: 503, text: 'closed' }, before: false, delay_ms: 5, priority: 2 },
  { kind: 'webhook_drop', match: { types: ['order.filled'] } },
  { kind: 'webhook_delay', delay: '5m' },
  { kind: 'webhook_duplicate' },
  { kind: 'webhook_reorder' },
  { kind: 'webhook_stale_timestamp', age: '20m' },
  { kind: 'webhook_bad_signature' },
  { kind: 'webhook_wrong_secret' },
  { kind: 'webhook_lost_acknowledgement' },
];

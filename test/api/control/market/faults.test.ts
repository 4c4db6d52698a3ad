/** `/sim/faults` (decision L): faults set from outside have the effects that the specification describes. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endedFaults, faultList, faultView } from '../../../../src-server/contract/control/market/faults.ts';
import { sinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { FAULT_KINDS } from '../../../../src-server/domain/events/event-choices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, LARGE, planFor, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** One of each kind, as short as possible. */
const EXAMPLES = [
  { kind: 'exchange_down', exchange: 'XOSL' },
  { kind: 'exchange_slow', added_ms: 500 },
  { kind: 'reject_orders' },
  { kind: 'partial_fills', fill_share: 0.5 },
  { kind: 'lost_acknowledgements' },
  { kind: 'duplicate_fills' },
  { kind: 'late_fills', delay_ms: 60_000 },
  { kind: 'reordered_fills' },
  { kind: 'halt_instrument', isin: SAP },
  { kind: 'stale_prices' },
  { kind: 'wide_spread', factor: 5 },
  { kind: 'crossed_quotes', bps: 10 },
  { kind: 'settlement_fail', days_late: 2 },
] as const;

describe('a fault', () => {
  test(
    'of every kind can be set, is shown with its numbers, and ended one by one or all at once',
    proves('L17.2', 'L17.3'),
    async () => {
      const own = await startBallast({ settlement: 'simulated' });
      expect(EXAMPLES.map(({ kind }) => kind)).toEqual(FAULT_KINDS);
      for (const body of EXAMPLES) {
        const response = await own.sim.post('/faults', body);
        expect(response.status).toBe(201);
        expect(response.as(faultView)).toMatchObject({
          ...body,
          status: 'active',
          hits: 0,
          until: null,
          ended_at: null,
        });
      }
      const { faults } = (await own.sim.get('/faults')).as(faultList);
      expect(faults.map(({ kind }) => kind)).toEqual(FAULT_KINDS);
      const one = await own.sim.delete(`/faults/${faults[1]?.fault_id}`);
      expect(one.as(faultView)).toMatchObject({ kind: 'exchange_slow', status: 'over' });
      const rest = (await own.sim.delete('/faults')).as(endedFaults).faults;
      expect(rest.map(({ kind }) => kind)).toEqual(FAULT_KINDS.filter((kind) => kind !== 'exchange_slow'));
      expect(rest.every(({ status }) => status === 'over')).toBe(true);
      expect((await own.sim.delete('/faults')).as(endedFaults).faults).toEqual([]);
    },
  );

  test('set for later begins and ends at its instants, and is recorded in the log', async () => {
    const own = await startBallast();
    const body = { kind: 'exchange_down', exchange: 'XETR', from: '2026-03-02T10:00:00Z', for: '30m' };
    const { fault_id: faultId, ...shown } = (await own.sim.post('/faults', body)).as(faultView);
    expect(shown).toMatchObject({ status: 'scheduled', until: '2026-03-02T10:30:00.000Z' });
    expect(await exchangesOf(own)).toContain('XETR');
    await own.advance('30m');
    expect((await own.sim.get('/faults')).as(faultList).faults).toMatchObject([{ status: 'active' }]);
    expect(await exchangesOf(own)).not.toContain('XETR');
    await own.advance('32m');
    expect((await own.sim.get('/faults')).as(faultList).faults).toMatchObject([{ status: 'over', ended_at: null }]);
    expect(await exchangesOf(own)).toContain('XETR');
    const { events } = (await own.sim.get('/events?after=1')).as(eventList);
    expect(events.map(({ type, at }) => `${at.slice(11, 19)} ${type}`)).toEqual([
      '09:30:00 fault.set',
      '10:00:00 fault.began',
      '10:00:00 exchange.disconnected',
      '10:30:00 fault.ended',
      expect.stringMatching(/^10:3[01]:\d\d exchange\.connected$/),
    ]);
    expect(events[1]?.data).toEqual({ fault_id: faultId, kind: 'exchange_down' });
  });

  test('that is ended before it began is cancelled and never has any effect', async () => {
    const own = await startBallast();
    const body = { kind: 'exchange_down', exchange: 'XETR', from: '2026-03-02T10:00:00Z' };
    const { fault_id: id } = (await own.sim.post('/faults', body)).as(faultView);
    expect((await own.sim.delete(`/faults/${id}`)).as(faultView).status).toBe('cancelled');
    await own.advance('1h');
    expect(await exchangesOf(own)).toContain('XETR');
    expect((await own.sim.get('/clock')).text).toContain('"last_advance":{');
  });

  test('survives a restart with its time and its hits', async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await first.sim.post('/faults', { kind: 'lost_acknowledgements', count: 3 });
    await first.sim.post('/faults', { kind: 'exchange_down', exchange: 'XOSL', for: '1h' });
    await executeSample(first);
    await first.advance('1m');
    const before = (await first.sim.get('/faults')).text;
    expect(before).toMatch(/"hits":[1-3]/);
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect((await again.sim.get('/faults')).text).toBe(before);
    await again.advance('2h');
    const { events } = (await again.sim.get('/events')).as(eventList);
    expect(events.map(({ type }) => type)).toContain('exchange.connected');
  });
});

describe('an active fault', () => {
  test('is 500 internal_error of the service: prices, plans, executions', async () => {
    const own = await startBallast();
    const portfolioId = await createSample(own);
    const planId = await planFor(own, portfolioId);
    await own.sim.post('/faults', { kind: 'stale_prices', isin: SAP });
    await own.sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR' });
    const head = await own.head();
    const price = await own.b.get(`/prices/${SAP}`);
    expect([price.status, price.error().code]).toEqual([500, 'internal_error']);
    expect(price.error().message).toContain('XETR is not connected');
    const plan = await own.b.post('/rebalance', { portfolio_id: portfolioId });
    expect([plan.status, plan.error().code]).toEqual([500, 'internal_error']);
    const executed = await own.b.post(`/rebalance/${planId}/execute`, { confirm: true });
    expect([executed.status, executed.error().code]).toEqual([500, 'internal_error']);
    expect(executed.error().message).toMatch(/^Order 1 \(sell .*\) cannot be sent: XETR is not connected\.$/);
    expect((await rebalanceOf(own, planId)).status).toBe('plan_ready');
    expect(await own.head()).toBe(head);
    // The first check that fails gives the response: an unknown id is 404, not 500.
    expect((await own.b.get('/prices/US0378331005')).status).toBe(404);
    await own.sim.delete('/faults');
    await own.advance('2m');
    expect((await own.b.post(`/rebalance/${planId}/execute`, { confirm: true })).status).toBe(202);
  });

  test('ends a rebalance as failed with its fills, and order.rejected is sent to receivers', async () => {
    const own = await startBallast();
    await own.sim.post('/webhooks', { url: '/sim/sink/rejections', events: ['order.rejected', 'rebalance.failed'] });
    const { rebalanceId } = await executeSample(own, LARGE);
    await own.sim.post('/faults', { kind: 'reject_orders', exchange: 'XETR', isin: SAP, count: 1 });
    await own.advance('1d');
    const { status, failure, orders } = await rebalanceOf(own, rebalanceId);
    expect(status).toBe('failed');
    expect(orders.find(({ isin }) => isin === SAP)?.status).toBe('rejected');
    expect(orders.some(({ fills }) => fills.length > 0)).toBe(true);
    expect(failure).toMatchObject({ code: 'orders_unfilled', message: expect.stringContaining('refuses orders') });
    const { requests } = (await own.sim.get('/sinks/rejections')).as(sinkView);
    const bodies = requests.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type }) => type).sort()).toEqual(['order.rejected', 'rebalance.failed']);
    expect(bodies.find(({ type }) => type === 'order.rejected').data).toMatchObject({
      rebalance_id: rebalanceId,
      order: { isin: SAP, status: 'rejected', filled_quantity: 0 },
      reason: { code: 'exchange_refused' },
    });
  });
});

describe('an invalid fault is refused with one detail for each issue', () => {
  const CASES: readonly [body: unknown, places: readonly string[]][] = [
    [{}, ['/kind']],
    [{ kind: 'meteor' }, ['/kind']],
    [{ kind: 'exchange_down' }, ['/exchange']],
    [{ kind: 'exchange_down', exchange: 'XNYS' }, ['/exchange']],
    [{ kind: 'halt_instrument' }, ['/isin']],
    [{ kind: 'halt_instrument', isin: 'US0378331005' }, ['/isin']],
    [{ kind: 'halt_instrument', isin: SAP, exchange: 'XOSL' }, ['/exchange']],
    [{ kind: 'exchange_slow' }, ['/added_ms']],
    [{ kind: 'exchange_slow', added_ms: 0.5, share: 0 }, ['/added_ms', '/share']],
    [{ kind: 'partial_fills', fill_share: 1, count: 0 }, ['/fill_share', '/count']],
    [{ kind: 'stale_prices', count: 3 }, ['/count']],
    [{ kind: 'wide_spread', factor: 1, from: 'now' }, ['/factor', '/from']],
    [{ kind: 'crossed_quotes', bps: 1001 }, ['/bps']],
    [{ kind: 'reject_orders', until: '2026-03-03T00:00:00Z', for: '1h' }, ['/for']],
    [{ kind: 'reject_orders', until: '2026-03-02T09:30:00Z' }, ['/until']],
    [{ kind: 'reject_orders', from: '2026-03-02T09:29:59Z' }, ['/from']],
    [{ kind: 'reject_orders', for: 'ever', color: 'red' }, ['/for', '/color']],
  ];
  test.each(CASES)('%j', async (body, places) => {
    const head = await server.head();
    const response = await server.sim.post('/faults', body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(response.error().details.map(({ path }) => path)).toEqual(places);
    expect(await server.head()).toBe(head);
  });

  test('and an unknown one cannot be ended', async () => {
    expect((await server.sim.delete(`/faults/ft_${'0'.repeat(26)}`)).status).toBe(404);
  });
});

async function exchangesOf(of: TestServer): Promise<string[]> {
  return (await of.b.get(`/prices/${SAP}`)).as(priceList).prices.map(({ exchange }) => exchange);
}

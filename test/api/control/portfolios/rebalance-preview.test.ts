/** Dry runs of Form A, and that the request with the key of a stored plan executes exactly that plan (decision L94). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  portfolioView,
  type RebalanceView,
  rebalanceView,
} from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import {
  type PlanChangesWire,
  planChangesWire,
  releasedPlans,
} from '../../../../src-server/contract/service/plan-changes.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from '../../service/form-a-portfolio.ts';
import { createSample, NO_PORTFOLIO, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const post = (portfolioId: string, change: Record<string, unknown> = {}) =>
  server.sim.post(`/portfolios/${portfolioId}/rebalance-preview`, { target_weights: WEIGHTS, ...change });

async function preview(portfolioId: string, change: Record<string, unknown> = {}): Promise<RebalanceView> {
  const response = await post(portfolioId, change);
  if (response.status !== 201) throw new Error(response.text);
  return response.as(rebalanceView);
}

const release = async (portfolioId: string) =>
  (await server.sim.delete(`/portfolios/${portfolioId}/rebalance-preview`)).as(releasedPlans).released;

async function changesOf(rebalanceId: string, to: string): Promise<PlanChangesWire> {
  return (await server.sim.get(`/rebalances/${rebalanceId}/changes?to=${to}`)).as(planChangesWire);
}

/** The trades, without the differences between the two forms. */
const traded = (orders: readonly OrderWire[]) =>
  orders.map(({ side, isin, exchange, quantity }) => ({ side, isin, exchange, quantity }));

const pin = (mid: number) => server.sim.post('/market/pins', { isin: SAP, mid, currency: 'EUR' });
const unpin = () => server.sim.delete(`/market/pins/${SAP}`);

/** The connection is up again once the exchange has replied. */
async function endFaults(): Promise<void> {
  await server.sim.delete('/faults');
  await server.advance('1m');
}

describe('a dry run of Form A', () => {
  test(
    'shows what the request would execute at this instant, and changes neither targets nor quota',
    proves('L94', 'F12'),
    async () => {
      const portfolioId = await createA(server);
      const { rebalance, form, tax_method: method, explanation } = await preview(portfolioId, { tax_method: 'HIFO' });
      expect({ form, method }).toEqual({ form: 'A', method: 'HIFO' });
      expect(rebalance).toMatchObject({ simulation: true, status: 'plan_ready', portfolio_id: portfolioId });
      expect(explanation?.summary).toContain('beyond the band of 5.00 %');
      expect((await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView).has_targets).toBe(false);
      const started = await rebalanceOfA(server, await startA(server, portfolioId, { tax_method: 'HIFO' }));
      expect(traded(started.orders)).toEqual(traded(rebalance.orders));
    },
  );

  test('is no rebalance of Form A, and cannot be cancelled or executed', proves('L94'), async () => {
    const { rebalance } = await preview(await createA(server));
    expect((await server.a.get(`/rebalances/${rebalance.rebalance_id}`)).status).toBe(404);
    expect((await server.b.get(`/rebalance/${rebalance.rebalance_id}`)).status).toBe(404);
    expect((await server.b.post(`/rebalance/${rebalance.rebalance_id}/execute`, { confirm: true })).status).toBe(404);
  });

  test('is refused as the request would be', proves('L94'), async () => {
    const portfolioId = await createA(server);
    const unknown = await post(portfolioId, { target_weights: { US0378331005: 0.5, DE0007164600: 0.4 } });
    expect(unknown.error().details?.map(({ path }) => path)).toContain('/target_weights');
    expect((await post(NO_PORTFOLIO)).status).toBe(404);
    const ofB = await post(await createSample(server));
    expect([ofB.status, ofB.error().message]).toEqual([400, expect.stringContaining('is of Form B')]);
    await startA(server, portfolioId);
    // A dry run disturbs nothing; a plan that is to be executed waits for the one that runs.
    expect((await post(portfolioId)).status).toBe(201);
    expect((await post(portfolioId, { idempotency_key: 'later' })).status).toBe(409);
    await server.advance('1h');
    expect((await post(portfolioId)).error().code).toBe('drift_below_threshold');
  });
});

describe('a plan that is stored under a key', () => {
  test('is executed as it was confirmed, although prices have moved since', proves('L94'), async () => {
    const portfolioId = await createA(server);
    await pin(200);
    const { rebalance: reserved } = await preview(portfolioId, { idempotency_key: 'exactly' });
    await pin(230);
    // Without the stored plan the same weights buy fewer shares by now.
    const { rebalance: now } = await preview(portfolioId);
    expect(traded(now.orders)).not.toEqual(traded(reserved.orders));
    const id = await startA(server, portfolioId, { idempotency_key: 'exactly' });
    const executed = await rebalanceOfA(server, id);
    expect(traded(executed.orders)).toEqual(traded(reserved.orders));
    expect(await changesOf(reserved.rebalance_id, id)).toMatchObject({ differs: false, beyond_tolerance: false });
    expect((await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView).has_targets).toBe(true);
    // The key has its response now, and gets it again.
    const again = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { idempotency_key: 'exactly' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    const used = await post(portfolioId, { idempotency_key: 'exactly' });
    expect([used.status, used.error().message]).toEqual([400, expect.stringContaining(`has already started ${id}`)]);
    await unpin();
  });

  test('applies to its own terms: another key, other weights or another method replan', proves('L94'), async () => {
    const portfolioId = await createA(server);
    await pin(200);
    const { rebalance: reserved } = await preview(portfolioId, { idempotency_key: 'terms' });
    await pin(230);
    const id = await startA(server, portfolioId, {
      idempotency_key: 'terms',
      target_weights: { [SAP]: 0.41, [WORLD_ETF]: 0.59 },
    });
    expect(traded((await rebalanceOfA(server, id)).orders)).not.toEqual(traded(reserved.orders));
    await unpin();
  });

  test('is one at a time, and can be discarded', proves('L94'), async () => {
    const portfolioId = await createA(server);
    await preview(portfolioId, { idempotency_key: 'first' });
    const { rebalance: second } = await preview(portfolioId, { idempotency_key: 'second' });
    await preview(portfolioId);
    expect(await release(portfolioId)).toEqual([second.rebalance_id]);
    const head = await server.head();
    expect(await release(portfolioId)).toEqual([]);
    expect(await server.head()).toBe(head);
    await pin(230);
    const id = await startA(server, portfolioId, { idempotency_key: 'second' });
    expect(traded((await rebalanceOfA(server, id)).orders)).not.toEqual(traded(second.orders));
    await unpin();
    const { events } = (await server.sim.get('/events?after=0&limit=1000')).as(eventList);
    expect(events.filter(({ type }) => type === 'rebalance.released')).toHaveLength(1);
  });

  test('is not executed if one of its exchanges cannot be reached', proves('L94'), async () => {
    const portfolioId = await createA(server);
    const { rebalance } = await preview(portfolioId, { idempotency_key: 'cut off' });
    const exchange = rebalance.orders[0]?.exchange;
    await server.sim.post('/faults', { kind: 'exchange_down', exchange, for: '1h' });
    const refused = await server.a.post(`/portfolios/${portfolioId}/rebalance`, {
      target_weights: WEIGHTS,
      idempotency_key: 'cut off',
    });
    expect([refused.status, refused.error().code]).toEqual([500, 'internal_error']);
    await endFaults();
    // The stored plan outlasts the refusal.
    const id = await startA(server, portfolioId, { idempotency_key: 'cut off' });
    expect(traded((await rebalanceOfA(server, id)).orders)).toEqual(traded(rebalance.orders));
  });
});

/**
 * `GET /sim/rebalances/{id}/changes`: the differences between a plan and the same one now, or another one
 * (decision L93).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { type PlanChangesWire, planChangesWire } from '../../../src-server/contract/service/plan-changes.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { ALLIANZ, createSample, executeSample, NO_PORTFOLIO, planFor, SAP, WORLD_ETF } from './sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

async function changesOf(rebalanceId: string, to = ''): Promise<PlanChangesWire> {
  const query = to === '' ? '' : `?to=${to}`;
  return (await server.sim.get(`/rebalances/${rebalanceId}/changes${query}`)).as(planChangesWire);
}

const pin = (isin: string, mid: number) =>
  server.sim.post('/market/pins', { isin, mid: Number(mid.toFixed(4)), currency: 'EUR' });
const unpin = (isin: string) => server.sim.delete(`/market/pins/${isin}`);

/** The connection is up again once the exchange has replied. */
async function endFaults(): Promise<void> {
  await server.sim.delete('/faults');
  await server.advance('1m');
}

describe('changes since a plan was made', () => {
  test('are empty while the clock is stopped, and reading them leaves no trace', proves('L93.1'), async () => {
    const id = await planFor(server, await createSample(server));
    const head = await server.head();
    const changes = await changesOf(id);
    expect(changes).toMatchObject({ outcome: 'plan', obstacle: null, differs: false, beyond_tolerance: false });
    expect(changes).toMatchObject({ rebalance_id: id, other_rebalance_id: null, held: false });
    expect(changes.orders.map(({ change }) => change)).toEqual(['same', 'same', 'same']);
    expect(changes.tolerance).toEqual({ price: 0.0025, quantity: 0.001, cost_bps: 1 });
    expect(await server.head()).toBe(head);
  });

  test('include a price that moved, and whether by more than the tolerance of 0.25 %', proves('L93.2'), async () => {
    const id = await planFor(server, await createSample(server));
    const planned = (await changesOf(id)).orders.find(({ isin }) => isin === ALLIANZ)?.before;
    const price = planned?.estimated_price ?? 0;
    // Allianz is sold to the last share, so its price moves neither side nor quantity.
    await pin(ALLIANZ, price * 1.002);
    const within = (await changesOf(id)).orders.find(({ isin }) => isin === ALLIANZ);
    expect(within).toMatchObject({ change: 'moved', beyond_tolerance: false, before: planned });
    expect(within?.after).toMatchObject({ exchange: 'XETR', quantity: 20 });
    await pin(ALLIANZ, price * 1.003);
    const changes = await changesOf(id);
    expect(changes.orders.find(({ isin }) => isin === ALLIANZ)).toMatchObject({ beyond_tolerance: true });
    expect(changes).toMatchObject({ differs: true, beyond_tolerance: true });
    await unpin(ALLIANZ);
  });

  test('name the other exchange at which an order would be placed now', proves('L93.3', 'L93.5'), async () => {
    const targets = [{ isin: WORLD_ETF, weight: 0.9 }];
    const id = await planFor(server, await createSample(server, { cash: 20_000, holdings: [], targets }));
    const bought = (await changesOf(id)).orders.find(({ side }) => side === 'buy')?.before;
    const exchange = bought?.exchange ?? '';
    const fault = await server.sim.post('/faults', { kind: 'exchange_down', exchange, for: '1h' });
    expect(fault.status).toBe(201);
    const changes = await changesOf(id);
    const order = changes.orders.find(({ isin }) => isin === WORLD_ETF);
    // The confirmed order goes to the exchange that was confirmed; the price of the other one is about the same.
    expect(order).toMatchObject({ change: 'other_exchange', beyond_tolerance: false, before: { exchange } });
    expect(order?.after?.exchange).not.toBe(exchange);
    expect(changes.obstacle).toContain(`${exchange} is not connected`);
    await endFaults();
  });

  test('name new and removed orders, and that nothing is left to do inside the band', proves('L93.1'), async () => {
    const portfolioId = await createSample(server);
    const id = await planFor(server, portfolioId);
    await server.sim.post(`/portfolios/${portfolioId}/targets`, { targets: [{ isin: ALLIANZ, weight: 0.9 }] });
    const { orders } = await changesOf(id);
    expect(orders.filter(({ change }) => change !== 'moved').every((order) => order.beyond_tolerance)).toBe(true);
    expect(orders.map(({ change, side, isin }) => `${change} ${side} ${isin}`).sort()).toEqual([
      `added buy ${ALLIANZ}`,
      `moved sell ${SAP}`,
      `removed buy ${WORLD_ETF}`,
      `removed sell ${ALLIANZ}`,
    ]);
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 10 }];
    await server.sim.post(`/portfolios/${portfolioId}/positions`, { positions });
    await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 0 });
    await server.sim.post(`/portfolios/${portfolioId}/targets`, { targets: [{ isin: SAP, weight: 1 }] });
    expect(await changesOf(id)).toMatchObject({ outcome: 'below_threshold', beyond_tolerance: true });
  });

  test('measure a small new or removed order by its whole trade', proves('L93.2'), async () => {
    const targets = [
      { isin: SAP, weight: 0.5 },
      { isin: WORLD_ETF, weight: 0.4 },
    ];
    const portfolioId = await createSample(server, { cash: 1_000_000, holdings: [], targets });
    const id = await planFor(server, portfolioId);
    await server.sim.post(`/portfolios/${portfolioId}/targets`, {
      targets: [...targets, { isin: ALLIANZ, weight: 0.0008 }],
    });
    const { orders, ...changes } = await changesOf(id);
    expect(orders.find(({ isin }) => isin === ALLIANZ)).toMatchObject({ change: 'added', beyond_tolerance: false });
    expect(changes).toMatchObject({ differs: true, beyond_tolerance: false });
  });

  test(
    'compare one plan with another one of its portfolio: the dry run with the real one',
    proves('L93.1'),
    async () => {
      const portfolioId = await createSample(server);
      const dryRun = await planFor(server, portfolioId, { simulation: true });
      await pin(SAP, 260);
      const real = await planFor(server, portfolioId);
      const changes = await changesOf(dryRun, real);
      expect(changes).toMatchObject({
        other_rebalance_id: real,
        differs: true,
        beyond_tolerance: true,
        obstacle: null,
      });
      const { orders } = (await server.b.get(`/rebalance/${real}`)).as(rebalancePlan.loose());
      expect(changes.orders.flatMap(({ after }) => (after === null ? [] : [after.quantity]))).toEqual(
        orders.map(({ quantity }) => quantity),
      );
      await unpin(SAP);
    },
  );

  test(
    'say why the plan could not be executed: another one runs, its portfolio is deleted',
    proves('L93.5'),
    async () => {
      const portfolioId = await createSample(server);
      const [first, second] = [await planFor(server, portfolioId), await planFor(server, portfolioId)];
      await server.b.post(`/rebalance/${first}/execute`, { confirm: true });
      expect((await changesOf(second)).obstacle).toBe(`Rebalance ${first} of this portfolio is executing.`);
      const executed = await server.sim.get(`/rebalances/${first}/changes`);
      expect([executed.status, executed.error().code]).toEqual([400, 'invalid_request']);
      const gone = await createSample(server);
      const left = await planFor(server, gone);
      await server.b.delete(`/portfolios/${gone}`);
      expect(await changesOf(left)).toMatchObject({ obstacle: `Portfolio ${gone} was deleted.`, outcome: 'none' });
    },
  );

  test('are 404 for unknown plans, and 400 for plans of two portfolios', async () => {
    const id = await planFor(server, await createSample(server));
    const { rebalanceId: other } = await executeSample(server);
    const missing = NO_PORTFOLIO.replace('pf_', 'rb_');
    expect((await server.sim.get(`/rebalances/${missing}/changes`)).status).toBe(404);
    expect((await server.sim.get(`/rebalances/${id}/changes?to=${missing}`)).status).toBe(404);
    expect((await server.sim.get(`/rebalances/${id}/changes?to=${other}`)).status).toBe(400);
    expect((await server.sim.get(`/rebalances/${id}/changes?since=${other}`)).status).toBe(400);
  });
});

/** Form A's rebalances over HTTP (decisions F4, F6, F8, F9): requests, responses, and that they end by themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  portfolioView,
  rebalanceList,
  rebalanceView,
} from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { sinkView } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { eventList } from '../../../src-server/contract/control/world/records.ts';
import { startedRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { order as orderSchema } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from './form-a-portfolio.ts';
import { ALLIANZ, createSample, executeSample, SAP, WORLD_ETF } from './sample-portfolio.ts';

const START = Date.UTC(2026, 2, 2, 9, 30) / 1000;
const NO_COSTS = { commission: 0, spread: 0, impact: 0, fx: 0, transaction_tax: 0, total: 0, total_bps: 0 };
let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('a rebalance', () => {
  test('returns four fields at once, executes by itself, and is polled until it is complete', async () => {
    const portfolioId = await createA(server);
    const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: WEIGHTS });
    const { rebalance_id: id } = response.as(startedRebalanceA);
    expect(response.status).toBe(202);
    expect(JSON.parse(response.text)).toEqual({
      rebalance_id: expect.stringMatching(/^rb_[0-9A-Z]{26}$/),
      portfolio_id: portfolioId,
      status: 'executing',
      created: START,
    });
    const started = await rebalanceOfA(server, id);
    expect(started).toMatchObject({ status: 'executing', tax_method: 'FIFO', drift_threshold: 0.05, failure: null });
    expect(started).toMatchObject({ created: START, updated: START, completed: null, target_weights: WEIGHTS });
    expect(started.costs).toEqual({ ...NO_COSTS, budget_bps: null });
    expect(started.orders.map(({ status }) => status)).toEqual(['sent', 'new']);
    await server.advance('1h');
    const ended = await rebalanceOfA(server, id);
    expect(ended.status).toBe('complete');
    expect(ended.completed).toBeGreaterThan(START);
    expect(ended.updated).toBe(ended.completed);
    const fills = ended.orders.flatMap((order) => order.fills);
    // Whole cents, so floats are summed as cents.
    const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    expect(Math.round(ended.costs.total * 100)).toBe(cents(fills.map(({ costs }) => costs.total)));
    expect(ended.costs.total_bps).toBeCloseTo(ended.costs.total / 10, 4);
    expect(ended.drift_before).toMatchObject({ total_value: 100_000, max_drift: 0.6, fx: [] });
    expect(ended.drift_after.max_drift).toBeLessThan(0.01);
  });

  test('has exactly the fields of F6, and its orders those of Form B', proves('F6'), async () => {
    const body: Record<string, unknown> = await rebalanceOfA(server, await startA(server, await createA(server)));
    expect(Object.keys(body)).toEqual([
      ...['rebalance_id', 'portfolio_id', 'status', 'tax_method', 'drift_threshold', 'target_weights'],
      ...['drift_before', 'drift_after', 'orders', 'costs', 'failure', 'created', 'updated', 'completed'],
    ]);
    const [order] = body.orders as Record<string, unknown>[];
    expect(Object.keys(order ?? {})).toEqual(Object.keys(orderSchema.shape));
  });

  test('has the time of its last change, second by second', proves('F8', 'D2'), async () => {
    const id = await startA(server, await createA(server));
    const { created } = await rebalanceOfA(server, id);
    let before = created;
    for (let step = 0; step < 12; step += 1) {
      await server.advance('1s');
      const { updated, orders, status, completed } = await rebalanceOfA(server, id);
      expect(updated).toBeGreaterThanOrEqual(before);
      const latestFill = orders
        .flatMap(({ fills }) => fills.map(({ filled_at: at }) => Math.floor(Date.parse(at) / 1000)))
        .reduce((latest, at) => Math.max(latest, at), created);
      // A fill is reported some milliseconds after it happened, so at most one second later.
      expect(updated).toBeGreaterThanOrEqual(latestFill);
      expect(updated - latestFill).toBeLessThanOrEqual(1);
      if (status === 'complete') expect(updated).toBe(completed);
      before = updated;
    }
    expect(before).toBeGreaterThan(created);
  });

  test(
    'makes its weights the targets from which drift is measured; the rest of them is cash',
    proves('F9'),
    async () => {
      const portfolioId = await createA(server);
      const before = (await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
      expect(before).toMatchObject({ has_targets: false, max_drift: 0 });
      await startA(server, portfolioId, { target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.5995 } });
      const after = (await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
      expect(after).toMatchObject({ has_targets: true, max_drift: 0.5995, cash_row: { target_weight: 0.0005 } });
      await server.advance('1h');
      // The next one replaces them all.
      await startA(server, portfolioId, { target_weights: { [ALLIANZ]: 1 } });
      const next = (await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
      expect(next.allocation.map(({ isin, target_weight: target }) => [isin, target])).toEqual([
        [SAP, 0],
        [ALLIANZ, 1],
        [WORLD_ETF, 0],
      ]);
    },
  );

  test('that is refused does not change the targets and the world', async () => {
    const portfolioId = await createA(server);
    await startA(server, portfolioId);
    await server.advance('1h');
    const head = await server.head();
    const refused = await server.a.post(`/portfolios/${portfolioId}/rebalance`, {
      target_weights: { [SAP]: 0.41, [WORLD_ETF]: 0.59 },
    });
    expect(refused.status).toBe(422);
    expect(await server.head()).toBe(head);
    const { allocation } = (await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
    expect(allocation.map(({ target_weight: target }) => target)).toEqual([0.4, 0.6]);
  });

  test('is monitored for drift from then on, in a world that has nothing else', async () => {
    const own = await startBallast();
    const portfolioId = await createA(own);
    // Long enough for the monitor to find nothing to monitor, and end.
    await own.advance('1h');
    await startA(own, portfolioId);
    await own.advance('1h');
    await own.sim.post('/market/events', { isin: SAP, kind: 'jump', size: -0.3, at: '2026-03-02T12:00:00Z' });
    await own.advance('1h');
    const reported = (await own.sim.get('/events?after=0&limit=1000')).as(eventList).events;
    expect(
      reported.filter(({ type }) => type === 'portfolio.drift_exceeded').map(({ data }) => data.portfolio_id),
    ).toEqual([portfolioId]);
  });

  test('without possible trades is complete at once', async () => {
    const portfolioId = await createA(server);
    // An order for 1.00 EUR would cost more in commission.
    await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 1 });
    const id = await startA(server, portfolioId);
    const { status, orders, created, completed } = await rebalanceOfA(server, id);
    expect([status, orders, completed]).toEqual(['complete', [], created]);
  });
});

describe('the two forms', () => {
  test("never show each other's data, on any base", async () => {
    const portfolioA = await createA(server);
    const rebalanceA = await startA(server, portfolioA);
    const { portfolioId: portfolioB, rebalanceId: rebalanceB } = await executeSample(server);
    const statuses = async (caller: TestServer['a']) => [
      (await caller.post(`/portfolios/${portfolioB}/rebalance`, { target_weights: WEIGHTS })).status,
      (await caller.get(`/rebalances/${rebalanceB}`)).status,
      (await caller.get(`/rebalance/${rebalanceA}`)).status,
      (await caller.delete(`/rebalance/${rebalanceA}`)).status,
      (await caller.post(`/rebalance/${rebalanceA}/execute`, { confirm: true })).status,
      (await caller.post('/rebalance', { portfolio_id: portfolioA })).status,
      (await caller.get(`/portfolios/${portfolioA}`)).status,
      (await caller.delete(`/portfolios/${portfolioA}`)).status,
    ];
    const all404 = [404, 404, 404, 404, 404, 404, 404, 404];
    expect(await statuses(server.a)).toEqual(all404);
    expect(await statuses(server.b)).toEqual(all404);
    expect(await statuses(server.both)).toEqual(all404);
    // Each base that knows Form A shows it; Form B's does not even know the paths.
    expect((await server.both.get(`/rebalances/${rebalanceA}`)).status).toBe(200);
    expect((await server.b.get(`/rebalances/${rebalanceA}`)).status).toBe(404);
    expect((await server.b.post(`/portfolios/${portfolioA}/rebalance`, { target_weights: WEIGHTS })).status).toBe(404);
  });

  test('are listed side by side in the control plane', async () => {
    const portfolioId = await createA(server, { name: 'Beide' });
    const id = await startA(server, portfolioId, { tax_method: 'HIFO' });
    await createSample(server);
    const { rebalances } = (await server.sim.get('/rebalances')).as(rebalanceList);
    expect(rebalances.find((row) => row.rebalance_id === id)).toMatchObject({
      portfolio_label: 'Beide',
      status: 'executing',
      simulation: false,
      orders: 2,
    });
    const view = (await server.sim.get(`/rebalances/${id}`)).as(rebalanceView);
    expect(view).toMatchObject({ form: 'A', tax_method: 'HIFO', portfolio_label: 'Beide', portfolio_currency: 'EUR' });
    expect(view.rebalance).toMatchObject({ status: 'executing', executed_at: view.rebalance.created_at });
    expect(view.explanation?.summary).toContain('in 2 orders');
  });
});

describe('a running rebalance', () => {
  const LARGE = { [SAP]: 0.5, [WORLD_ETF]: 0.5 };

  test('is not changed by a restart', async () => {
    const play = async (restarts: boolean) => {
      const dataDir = newFolder();
      let own = await startBallast({ dataDir });
      const id = await startA(own, await createA(own), { target_weights: LARGE, tax_method: 'HIFO' });
      await own.advance('6s');
      if (restarts) {
        await own.stop();
        own = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
      }
      const { status, updated, completed } = await rebalanceOfA(own, id);
      expect([status, completed]).toEqual(['partially_filled', null]);
      expect(updated).toBeGreaterThan(START);
      await own.advance('1h');
      return { text: (await own.a.get(`/rebalances/${id}`)).text, head: await own.head() };
    };
    const [straight, restarted] = [await play(false), await play(true)];
    expect(restarted).toEqual(straight);
    expect(straight.text).toContain('"status":"complete"');
  });

  test('is ended by support, which cancels its open orders; it fails, its fills and targets remain', async () => {
    const own = await startBallast();
    const portfolioId = await createA(own);
    const id = await startA(own, portfolioId, { target_weights: LARGE });
    await own.advance('6s');
    expect((await own.sim.post(`/rebalances/${id}/cancel-orders`)).status).toBe(202);
    await own.advance('1s');
    const { status, failure, orders, updated, completed } = await rebalanceOfA(own, id);
    expect([status, failure?.code, updated]).toEqual(['failed', 'orders_unfilled', completed]);
    expect(orders.some(({ fills }) => fills.length > 0)).toBe(true);
    const { has_targets: hasTargets } = (await own.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
    expect(hasTargets).toBe(true);
    // It does not block the next one.
    await startA(own, portfolioId, { target_weights: LARGE });
  });

  test('is run to its end by an instant clock after the response', async () => {
    const own = await startBallast({ clockMode: 'instant' });
    const portfolioId = await createA(own);
    const id = await startA(own, portfolioId, { target_weights: LARGE });
    await own.ready();
    expect((await rebalanceOfA(own, id)).status).toBe('complete');
  });
});

describe('webhooks', () => {
  test(
    'report a rebalance of Form A, with its times in whole seconds, and every fill',
    proves('F11', '4.1 webhook', '6.1 Form A', '1.3 at once'),
    async () => {
      const own = await startBallast();
      await own.sim.post('/webhooks', { url: '/sim/sink/a' });
      const portfolioId = await createA(own);
      const id = await startA(own, portfolioId);
      await own.advance('1h');
      const { requests } = (await own.sim.get('/sinks/a')).as(sinkView);
      const reported = requests.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
      const ended = await rebalanceOfA(own, id);
      const fills = ended.orders.flatMap((order) => order.fills);
      expect(reported.filter(({ type }) => type === 'order.filled').map(({ data }) => data.fill)).toHaveLength(
        fills.length,
      );
      expect(fills).toEqual(
        expect.arrayContaining(reported.filter(({ type }) => type === 'order.filled').map(({ data }) => data.fill)),
      );
      const moves = reported.filter(({ type }) => type !== 'order.filled');
      expect(moves.map(({ type }) => type)).toEqual([
        'rebalance.executing',
        'rebalance.partially_filled',
        'rebalance.complete',
      ]);
      expect(moves.map(({ data }) => Object.keys(data))).toEqual(
        moves.map(() => ['rebalance_id', 'portfolio_id', 'status', 'failure', 'created', 'updated', 'completed']),
      );
      const { created, updated, completed } = ended;
      expect(moves[0]?.data).toMatchObject({ created: START, updated: START, completed: null });
      expect(moves[2]?.data).toMatchObject({ created, updated, completed, failure: null, portfolio_id: portfolioId });
    },
  );

  test('report a failure with its reason', async () => {
    const own = await startBallast();
    await own.sim.post('/webhooks', { url: '/sim/sink/a', events: ['rebalance.failed'] });
    await own.sim.post('/faults', { kind: 'reject_orders', exchange: 'XETR' });
    const id = await startA(own, await createA(own), { target_weights: { [ALLIANZ]: 1 } });
    await own.advance('1m');
    const { status, failure, completed } = await rebalanceOfA(own, id);
    expect([status, failure?.code]).toEqual(['failed', 'orders_unfilled']);
    const { requests } = (await own.sim.get('/sinks/a')).as(sinkView);
    const bodies = requests.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> });
    expect(bodies.map(({ data }) => [data.status, data.failure, data.completed])).toEqual([
      ['failed', failure, completed],
    ]);
  });
});

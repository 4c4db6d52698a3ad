/** The progress of orders, as reported by `GET /sim/rebalances/{id}` (decision L81). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebalanceList, rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { historicalWorld, timeline } from '../../../../src-server/contract/control/world/history.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, LARGE, planFor } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const viewOf = async (rebalanceId: string) => (await server.sim.get(`/rebalances/${rebalanceId}`)).as(rebalanceView);

describe('the progress of a rebalance', () => {
  test('shows for a plan that nothing was sent, and no outage', async () => {
    const { rebalance, progress, outages } = await viewOf(await planFor(server, await createSample(server)));
    expect(progress.map((row) => row.order_id)).toEqual(rebalance.orders.map((order) => order.order_id));
    expect(progress[0]).toMatchObject({ submissions: 0, sent_at: null, limit_price: null, ending: null });
    expect(outages).toEqual([]);
  });

  test('has when each order was sent, a limit for buys and none for sells', proves('L81'), async () => {
    const { rebalanceId } = await executeSample(server);
    await server.advance('15m');
    const { rebalance, progress } = await viewOf(rebalanceId);
    expect(rebalance.status).toBe('complete');
    for (const { side, order_id: id, fills } of rebalance.orders) {
      const row = progress.find((each) => each.order_id === id);
      expect(row?.submissions).toBe(1);
      expect((row?.sent_at ?? '') < (fills[0]?.filled_at ?? '')).toBe(true);
      const most = Math.max(...fills.map(({ price }) => price));
      if (side === 'sell') expect(row?.limit_price).toBeNull();
      else expect(row?.limit_price).toBeGreaterThanOrEqual(most);
    }
  });
});

describe('a buy that the cash covers in part', () => {
  test('is reported with the quantity that was sent, in the view and in the history', proves('L81'), async () => {
    const fault = { kind: 'reject_orders', exchange: 'XETR', for: '1h' };
    // The sells that pay for the buy are refused, so it has only the 5 000 EUR of the portfolio.
    const portfolioId = await createSample(server);
    const rebalanceId = await planFor(server, portfolioId);
    expect((await server.sim.post('/faults', fault)).status).toBe(201);
    expect((await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true })).status).toBe(202);
    await server.advance('1m');
    const { rebalance, progress } = await viewOf(rebalanceId);
    const buy = rebalance.orders.find(({ side }) => side === 'buy');
    const sent = progress.find((row) => row.order_id === buy?.order_id)?.sent_quantity ?? 0;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(buy?.quantity ?? 0);
    const { events } = (await server.sim.get('/timeline')).as(timeline);
    const world = (await server.sim.get(`/timeline/world?after=${events}`)).as(historicalWorld);
    const orders = world.rebalances.find((each) => each.rebalance_id === rebalanceId)?.orders;
    expect(orders?.find(({ side }) => side === 'buy')).toMatchObject({ quantity: buy?.quantity, sent });
    expect((await server.sim.delete('/faults')).status).toBe(200);
  });
});

describe('the result of a rebalance', () => {
  test('is measured when it is final, while its plan does not change', proves('L83'), async () => {
    const { portfolioId, rebalanceId } = await executeSample(server);
    expect((await viewOf(rebalanceId)).measured).toBeNull();
    await server.advance('15m');
    const { rebalance, measured, actual_costs: actual } = await viewOf(rebalanceId);
    const paid = rebalance.orders.flatMap(({ side, fills }) =>
      fills.map(({ value, costs }) => ({ moved: side === 'sell' ? value : -value, costs })),
    );
    // Spread and impact are inside the price; commission, exchange and tax are paid in addition.
    const cash = paid.reduce(
      (sum, { moved, costs }) => sum + moved - costs.commission - costs.fx - costs.transaction_tax,
      rebalance.cash_before,
    );
    expect(measured?.cash).toBeCloseTo(cash, 2);
    expect(measured?.drift.as_of).toBe(rebalance.completed_at);
    expect(measured?.drift.max_drift).toBeLessThan(rebalance.drift_before.max_drift);
    expect(measured?.drift.positions.map(({ target_weight: target }) => target)).toEqual(
      rebalance.drift_before.positions.map(({ target_weight: target }) => target),
    );
    const listed = (await server.sim.get(`/rebalances?portfolio_id=${portfolioId}`)).as(rebalanceList).rebalances[0];
    expect(listed).toMatchObject({ rebalance_id: rebalanceId, actual_cost_bps: actual.total_bps });
  });
});

describe('an outage in the middle of a rebalance', () => {
  test(
    'is reported with its times, once the connection is up with its end, and orders say how they ended',
    proves('L81'),
    async () => {
      const { rebalanceId } = await executeSample(server, LARGE);
      await server.advance('5s');
      const fault = { kind: 'exchange_down', exchange: 'XETR', for: '10m', cancel_orders: true };
      expect((await server.sim.post('/faults', fault)).status).toBe(201);
      await server.advance('1m');
      const during = await viewOf(rebalanceId);
      expect(during.outages).toMatchObject([{ exchange: 'XETR', until: null }]);
      await server.advance('1h');
      const after = await viewOf(rebalanceId);
      expect(after.rebalance.status).toBe('failed');
      const [outage] = after.outages;
      expect(outage?.from).toBe(during.outages[0]?.from);
      expect(Date.parse(outage?.until ?? '') - Date.parse(outage?.from ?? '')).toBeGreaterThanOrEqual(10 * 60_000);
      const endings = after.progress.flatMap(({ ending }) => ending ?? []);
      expect(endings).toContainEqual({ code: 'book_lost', message: 'XETR lost its order book.' });
      // A later outage is no part of a rebalance that is over.
      expect((await server.sim.post('/faults', fault)).status).toBe(201);
      expect((await viewOf(rebalanceId)).outages).toHaveLength(1);
    },
  );
});

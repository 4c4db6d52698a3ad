/**
 * Webhooks of a broken exchange: rejections are sent once, fills in the order of their reports, not of their execution.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { faultView } from '../../../src-server/contract/control/market/faults.ts';
import { sinkView } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { deliveryList } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { executeSample, LARGE, rebalanceOf } from '../../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

afterEach(stopAll);

describe('webhooks of a broken exchange', () => {
  it('report a rejected order once', async () => {
    const server = await startBallast({ webhookUrls: ['/sim/sink/here'] });
    const fault = await setFault(server, { kind: 'reject_orders', exchange: 'XETR', count: 1 });
    const { rebalanceId } = await executeSample(server);
    await server.advance('1d');
    const { orders, status } = await rebalanceOf(server, rebalanceId);
    const rejected = orders.filter((order) => order.status === 'rejected');
    expect([rejected.length, status]).toEqual([1, 'failed']);
    const { deliveries } = (await server.sim.get('/deliveries?limit=500')).as(deliveryList);
    expect(deliveries.filter(({ type }) => type === 'order.rejected')).toHaveLength(1);
    const bodies = (await received(server)).filter(({ type }) => type === 'order.rejected');
    expect(bodies.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        rebalance_id: rebalanceId,
        order: expect.objectContaining({ order_id: rejected[0]?.order_id, status: 'rejected' }),
        reason: { code: 'exchange_refused', message: `XETR refuses orders (fault ${fault.fault_id}).` },
      }),
    ]);
  });

  it('report fills as their reports come, out of the order in which the exchange executed', async () => {
    const server = await startBallast({ webhookUrls: ['/sim/sink/here'] });
    await setFault(server, { kind: 'reordered_fills', exchange: 'XETR', share: 0.4 });
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.advance('1d');
    const { orders, status } = await rebalanceOf(server, rebalanceId);
    expect(status).toBe('complete');
    const filled = (await received(server)).filter(({ type }) => type === 'order.filled');
    const fills = filled.map(({ data }) => data.fill as { fill_id: string; filled_at: string });
    const instants = fills.map(({ filled_at: filledAt }) => filledAt);
    expect(instants).not.toEqual([...instants].sort());
    const booked = orders.flatMap((order) => order.fills.map(({ fill_id: fillId }) => fillId));
    expect(fills.map(({ fill_id: fillId }) => fillId).sort()).toEqual(booked.sort());
  });
});

async function setFault(server: TestServer, body: Record<string, unknown>) {
  return (await server.sim.post('/faults', body)).as(faultView);
}

/** Received webhooks in the order of arrival; the sink shows the newest first. */
async function received(server: TestServer): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { requests } = (await server.sim.get('/sinks/here?limit=1000')).as(sinkView);
  return [...requests].reverse().map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
}

/** Specification section 3 over HTTP: every state of a Form B plan, and what DELETE and execute do in it. */
import { afterEach, describe, expect, test } from 'vitest';
import { createSample, executeSample, LARGE, planFor, rebalanceOf, SAP } from '../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { proves } from './proves.ts';

afterEach(stopAll);

const cancel = (server: TestServer, id: string) => server.b.delete(`/rebalance/${id}`);
const execute = (server: TestServer, id: string) => server.b.post(`/rebalance/${id}/execute`, { confirm: true });

/** DELETE and execute are refused, the message names the state, and nothing happens. */
async function expectClosed(server: TestServer, id: string, state: string, status: number): Promise<void> {
  const head = await server.head();
  for (const response of [await cancel(server, id), await execute(server, id)]) {
    expect(response.status).toBe(status);
    expect(response.error().message).toContain(state);
  }
  expect((await rebalanceOf(server, id)).status).toBe(state);
  expect(await server.head()).toBe(head);
}

/** A large rebalance with some filled and some open orders. */
async function partlyFilled(server: TestServer): Promise<string> {
  const { rebalanceId } = await executeSample(server, LARGE);
  while ((await rebalanceOf(server, rebalanceId)).status === 'executing') {
    const response = await server.sim.post('/clock/advance', { until: 'next_event' });
    expect(response.status).toBe(202);
    await server.ready();
  }
  return rebalanceId;
}

describe('a plan that is', () => {
  test(
    'plan_ready is cancelled by DELETE',
    proves('3 plan_ready', '3 plan_ready DELETE', '4.2 DELETE /rebalance/{rebalance_id}', 'G6'),
    async () => {
      const server = await startBallast();
      const id = await planFor(server, await createSample(server));
      expect((await rebalanceOf(server, id)).status).toBe('plan_ready');
      const response = await cancel(server, id);
      expect([response.status, (await rebalanceOf(server, id)).status]).toEqual([200, 'cancelled']);
    },
  );

  test(
    'plan_ready is executed with confirm true and with nothing else',
    proves('3 plan_ready execute', '4.2 POST /rebalance/{rebalance_id}/execute', '4.2 confirm', '1.4 execution', 'C3'),
    async () => {
      const server = await startBallast();
      const id = await planFor(server, await createSample(server));
      for (const body of [{}, { confirm: false }, { confirm: 'true' }, { confirm: 1 }, { confirm: null }]) {
        const refused = await server.b.post(`/rebalance/${id}/execute`, body);
        expect([refused.status, refused.error().details[0]?.path]).toEqual([400, '/confirm']);
      }
      expect((await rebalanceOf(server, id)).status).toBe('plan_ready');
      expect((await execute(server, id)).status).toBe(202);
      await server.advance('1s');
      const sent = (await rebalanceOf(server, id)).orders.map(({ status }) => status);
      expect(sent).not.toContain('rejected');
      expect(sent.some((status) => status !== 'new')).toBe(true);
    },
  );

  test('executing refuses DELETE: 409', proves('3 executing', '3 executing DELETE', 'C2', 'C3'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server);
    await expectClosed(server, rebalanceId, 'executing', 409);
  });

  test(
    'partially_filled refuses DELETE: 409',
    proves('3 partially_filled', '3 partially_filled DELETE', 'C2', 'C3', 'G6'),
    async () => {
      const server = await startBallast();
      const id = await partlyFilled(server);
      const orders = (await rebalanceOf(server, id)).orders;
      expect(orders.some(({ fills }) => fills.length > 0)).toBe(true);
      expect(orders.some(({ quantity, filled_quantity: filled }) => filled < quantity)).toBe(true);
      await expectClosed(server, id, 'partially_filled', 409);
    },
  );

  test('complete refuses DELETE: 400', proves('3 complete', '3 complete DELETE', 'C2', 'C3', 'G6'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server);
    await server.advance('1h');
    for (const order of (await rebalanceOf(server, rebalanceId)).orders) expect(order.status).toBe('filled');
    await expectClosed(server, rebalanceId, 'complete', 400);
  });

  test(
    'failed refuses DELETE: 400, and names support, which alone can undo it',
    proves('3 failed', '3 failed DELETE', '3 rollback', 'C2', 'C3', 'L21'),
    async () => {
      const server = await startBallast();
      const id = await partlyFilled(server);
      expect((await server.sim.post(`/rebalances/${id}/cancel-orders`)).status).toBe(202);
      await server.advance('1m');
      await expectClosed(server, id, 'failed', 400);
      expect((await cancel(server, id)).error().message).toContain('support');
      const fills = (await rebalanceOf(server, id)).orders.flatMap((order) => order.fills);
      expect(fills.length).toBeGreaterThan(0);
    },
  );

  test('cancelled refuses DELETE: 400', proves('3 cancelled', '3 cancelled DELETE', 'C2', 'C3'), async () => {
    const server = await startBallast();
    const id = await planFor(server, await createSample(server, { targets: [{ isin: SAP, weight: 0.1 }] }));
    expect((await cancel(server, id)).status).toBe(200);
    await expectClosed(server, id, 'cancelled', 400);
  });
});

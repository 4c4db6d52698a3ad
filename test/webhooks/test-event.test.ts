/** Test events (decision I21): they try an endpoint without any effect on the world. */

import { afterEach, describe, expect, test } from 'vitest';
import { sinkList, sinkView } from '../../src-server/contract/control/webhooks/sinks.ts';
import { WEBHOOK_EXAMPLES } from '../../src-server/contract/control/webhooks/webhook-examples.ts';
import {
  deliverySummary,
  deliveryView,
  redelivered,
  webhookEndpoint,
} from '../../src-server/contract/control/webhooks/webhooks.ts';
import { WEBHOOK_TYPES } from '../../src-server/domain/webhook-choices.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { register } from './one-delivery.ts';
import { startReceiver, stopReceivers } from './receiver.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

describe('a test event', () => {
  test('is signed, marked, and shown with its example', proves('I21'), async () => {
    const server = await startBallast();
    const { webhook_id: id } = await register(server, '/sim/sink/tried', ['order.filled']);
    const sent = await sendTest(server, id, { type: 'rebalance.complete' });
    await server.advance('0s');
    const delivery = (await server.sim.get(`/deliveries/${sent.delivery_id}`)).as(deliveryView);
    expect(delivery).toMatchObject({ test: true, status: 'succeeded', attempts: 1, signature: { valid: true } });
    const { type, data } = JSON.parse(delivery.payload);
    expect({ type, data }).toEqual({ type: 'rebalance.complete', data: WEBHOOK_EXAMPLES['rebalance.complete'] });
  });

  test('has given data in place of its own, and refuses an unknown type', async () => {
    const server = await startBallast();
    const { webhook_id: id } = await register(server, '/sim/sink/tried');
    await sendTest(server, id, { type: 'order.rejected', data: { order: { note: 'mine' } } });
    await server.advance('0s');
    const [request] = (await server.sim.get('/sinks/tried')).as(sinkView).requests;
    expect(JSON.parse(request?.body ?? '').data).toEqual({ order: { note: 'mine' } });
    expect((await server.sim.post(`/webhooks/${id}/test`, { type: 'order.sold' })).status).toBe(400);
    expect((await server.sim.post('/webhooks/wh_unknown/test', { type: 'order.filled' })).status).toBe(404);
  });

  test('leaves the event log as it would be without it', proves('I21'), async () => {
    const fingerprints = [];
    for (const isTried of [false, true]) {
      const server = await startBallast();
      const { webhook_id: id } = await register(server, '/sim/sink/tried');
      if (isTried) await sendTest(server, id, { type: 'order.filled' });
      await planFor(server, await createSample(server));
      await server.advance('1h');
      fingerprints.push((await server.sim.get('/fingerprint')).text);
    }
    expect(fingerprints[1]).toEqual(fingerprints[0]);
  });

  test('fails at once, delays nothing, and does not affect the state of the endpoint', proves('I21'), async () => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const server = await startBallast();
    const { webhook_id: id } = await register(server, receiver.url);
    const sent = await sendTest(server, id, { type: 'order.filled' });
    await server.advance('0s');
    const delivery = (await server.sim.get(`/deliveries/${sent.delivery_id}`)).as(deliveryView);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null, response_status: 410 });
    const endpoint = (await server.sim.get(`/webhooks/${id}`)).as(webhookEndpoint);
    expect(endpoint).toMatchObject({ status: 'enabled', failing_since: null, waiting: 0 });
    const again = await server.sim.post(`/webhooks/${id}/redeliver`, {});
    expect(again.as(redelivered)).toEqual({ redelivered: 0 });
  });

  test('waits for a paused endpoint', async () => {
    const server = await startBallast();
    const { webhook_id: id } = await register(server, '/sim/sink/tried');
    await server.sim.patch(`/webhooks/${id}`, { status: 'paused' });
    const sent = await sendTest(server, id, { type: 'order.filled' });
    await server.advance('1h');
    const read = async () => (await server.sim.get(`/deliveries/${sent.delivery_id}`)).as(deliveryView);
    expect(await read()).toMatchObject({ status: 'pending', waits_for: 'endpoint' });
    await server.sim.patch(`/webhooks/${id}`, { status: 'enabled' });
    await server.advance('0s');
    expect((await read()).status).toBe('succeeded');
  });
});

test('a registered sink is in the list before anything has come', proves('L3'), async () => {
  const server = await startBallast();
  await register(server, '/sim/sink/quiet');
  const { sinks } = (await server.sim.get('/sinks')).as(sinkList);
  expect(sinks).toEqual([{ name: 'quiet', received: 0, scripted: false, registered: true }]);
});

test('the example of every type matches the documents', async () => {
  // The receiver compares what comes with the OpenAPI document.
  const receiver = await startReceiver();
  const server = await startBallast();
  const { webhook_id: id } = await register(server, receiver.url);
  for (const type of WEBHOOK_TYPES) await sendTest(server, id, { type });
  await receiver.received(WEBHOOK_TYPES.length);
  expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual(WEBHOOK_TYPES);
});

async function sendTest(server: TestServer, id: string, body: object) {
  const response = await server.sim.post(`/webhooks/${id}/test`, body);
  expect(response.status, response.text).toBe(202);
  return response.as(deliverySummary);
}

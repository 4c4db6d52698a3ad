/** Redelivery, the built-in sink, and attempts that outlive the server that made them (decisions I, L). */

import { afterEach, describe, expect, test } from 'vitest';
import { sinkList, sinkView } from '../../src-server/contract/control/webhooks/sinks.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';
import { onlyDelivery, register, registerAndPlan } from './one-delivery.ts';
import { type Reply, startReceiver, stopReceivers } from './receiver.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

describe('redelivery', () => {
  test('sends again at once, without an advance of the clock', proves('I3'), async () => {
    const receiver = await startReceiver((count) => ({ status: count === 1 ? 410 : 200 }));
    const server = await startBallast();
    await register(server, receiver.url, ['rebalance.created']);
    await planFor(server, await createSample(server));
    await server.advance('1s');
    const { delivery_id: id } = await onlyDelivery(server);
    expect((await server.sim.post(`/deliveries/${id}/redeliver`)).status).toBe(202);
    await server.advance('0s');
    // The endpoint was disabled by its 410: the attempt is recorded, and not sent.
    expect(await onlyDelivery(server)).toMatchObject({ status: 'failed', attempts: 2 });
    expect((await server.sim.post('/deliveries/dl_unknown/redeliver')).status).toBe(404);
  });

  test('of one that succeeded arrives a second time, with the same id', async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.advance('1s');
    const { delivery_id: id } = await onlyDelivery(server);
    await server.sim.post(`/deliveries/${id}/redeliver`);
    await receiver.received(2);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('of one that waits for its retry does not double the retries', async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    // Failures at 0, 5 s and about 5 m; the next retry is about 30 m later.
    await server.advance('10m');
    const { delivery_id: id, attempts } = await onlyDelivery(server);
    expect(attempts).toBe(3);
    await server.sim.post(`/deliveries/${id}/redeliver`);
    await server.advance('100m');
    // The fourth attempt was the redelivery; after the fourth failure the plan waits about 2 h, so there is no fifth.
    expect((await onlyDelivery(server)).attempts).toBe(4);
    await server.advance('30m');
    expect((await onlyDelivery(server)).attempts).toBe(5);
  });
});

describe('redelivery while an attempt is under way', () => {
  test.each([
    ['succeeds', { status: 200 }, { status: 'succeeded', attempts: 2 }],
    ['fails', { status: 500 }, { status: 'succeeded', attempts: 2 }],
    ['finds that the endpoint is gone', { status: 410 }, { status: 'failed', attempts: 2 }],
  ])('follows it if it %s', proves('I5', 'I11'), async (_how, first, end) => {
    const answer = Promise.withResolvers<Reply>();
    const receiver = await startReceiver((count) => (count === 1 ? answer.promise : { status: 200 }));
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.sim.post('/clock/advance', { by: '1s' });
    await receiver.received(1);
    const { delivery_id: id } = await onlyDelivery(server);
    expect((await server.sim.post(`/deliveries/${id}/redeliver`)).status).toBe(202);
    answer.resolve(first);
    await server.ready();
    expect(await onlyDelivery(server)).toMatchObject(end);
    expect(receiver.requests.length).toBe(first.status === 410 ? 1 : 2);
  });
});

describe('the built-in sink', () => {
  test('records what it receives and whether its signature is valid', proves('L3'), async () => {
    const server = await startBallast();
    await registerAndPlan(server, '/sim/sink/mine');
    await server.advance('1s');
    await fetch(`${server.ballast.controlUrl}/sink/mine`, { method: 'POST', body: 'forged' });
    await fetch(`${server.ballast.controlUrl}/sink`, { method: 'PUT', body: 'nobody points here' });
    expect((await server.sim.get('/sinks')).as(sinkList).sinks).toMatchObject([
      { name: 'default', received: 1 },
      { name: 'mine', received: 2 },
    ]);
    const { requests } = (await server.sim.get('/sinks/mine')).as(sinkView);
    expect(requests.map(({ signature_valid: valid }) => valid)).toEqual([true, false]);
    expect(requests.map(({ body }) => body)[1]).toBe('forged');
    const other = (await server.sim.get('/sinks/default')).as(sinkView);
    expect(other.requests).toEqual([expect.objectContaining({ method: 'PUT', signature_valid: null })]);
  });
});

describe('a server that stops while a receiver hangs', () => {
  test(
    'does not wait for it, and unrecorded attempts are sent again after the next start',
    proves('I2', 'I19'),
    async () => {
      const receiver = await startReceiver((count) => (count === 1 ? null : { status: 200 }));
      const options = { dataDir: newFolder() };
      const first = await startBallast(options);
      await registerAndPlan(first, receiver.url);
      await first.sim.post('/clock/advance', { by: '1h' });
      await receiver.received(1);
      await first.stop();
      const second = await startBallast(options);
      await receiver.received(2);
      await second.ready();
      const [one, two] = receiver.requests.map(({ headers }) => headers['webhook-id']);
      expect(two).toBe(one);
      expect(await onlyDelivery(second)).toMatchObject({ status: 'succeeded', attempts: 1 });
    },
  );

  test('sends a redelivery that it accepted meanwhile after its next start, too', proves('I11'), async () => {
    const receiver = await startReceiver((count) => (count === 1 ? null : { status: 200 }));
    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    await registerAndPlan(first, receiver.url);
    await first.sim.post('/clock/advance', { by: '1h' });
    await receiver.received(1);
    const { delivery_id: id } = await onlyDelivery(first);
    expect((await first.sim.post(`/deliveries/${id}/redeliver`)).status).toBe(202);
    await first.stop();
    const second = await startBallast(options);
    await second.ready();
    expect(await onlyDelivery(second)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(receiver.requests).toHaveLength(3);
  });
});

/**
 * The order in which deliveries are sent, what an attempt records, and what is sent again (decisions I11, I13, I14,
 * I18).
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { signatureExplanation } from '../../src-server/contract/control/webhooks/signature.ts';
import {
  deliveryList,
  deliveryView,
  redelivered,
  webhookEndpoint,
} from '../../src-server/contract/control/webhooks/webhooks.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { onlyDelivery, register, registerAndPlan } from './one-delivery.ts';
import { type ReceivedRequest, startReceiver, stopReceivers } from './receiver.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

describe('an endpoint with an order', () => {
  test('gets nothing before a failed delivery has arrived, and others do not wait for it', proves('I11'), async () => {
    const [slow, quick] = [await startReceiver((count) => ({ status: count <= 2 ? 500 : 200 })), await startReceiver()];
    const server = await startBallast();
    for (const { url } of [slow, quick]) await register(server, url, ['rebalance.created']);
    const plans = await planSome(server, 4);
    await quick.received(4);
    expect(slow.requests).toHaveLength(1);
    const { deliveries: pending } = (await server.sim.get('/deliveries?status=pending')).as(deliveryList);
    const [last, tried] = [pending.at(0)?.delivery_id ?? '', pending.at(-1)?.delivery_id ?? ''];
    expect(await waitOf(server, last)).toEqual(['earlier_delivery', tried]);
    expect(await waitOf(server, tried)).toEqual(['retry', null]);
    await server.advance('10m');
    const [first, second, third, fourth] = plans;
    expect(slow.requests.map(rebalanceOf)).toEqual([first, first, first, second, third, fourth]);
    // The advance also waited for all responses that followed: none of them is later than the delivery they waited for.
    const { deliveries } = (await server.sim.get('/deliveries?status=succeeded')).as(deliveryList);
    expect(deliveries).toHaveLength(8);
  });

  test('continues after a delivery that was given up', proves('I11'), async () => {
    const receiver = await startReceiver((count) => ({ status: count <= 10 ? 500 : 200 }));
    const server = await startBallast();
    await register(server, receiver.url, ['rebalance.created']);
    const [first, second] = await planSome(server, 2);
    await server.advance('5d');
    expect(receiver.requests.map(rebalanceOf)).toEqual([...Array(10).fill(first), second]);
  });

  test('gets the pending deliveries of an older version one after the other', proves('I11'), async () => {
    const receiver = await startReceiver();
    const dataDir = newFolder();
    const server = await startBallast({ dataDir });
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    await server.sim.patch(`/webhooks/${id}`, { status: 'paused' });
    const plans = await planSome(server, 5);
    await server.stop();
    const file = new Database(join(dataDir, 'ballast.db'));
    file.exec(`update deliveries set sending = 1; update webhook_endpoints set status = 'enabled'`);
    file.close();
    await startBallast({ dataDir });
    await receiver.received(5);
    expect(receiver.requests.map(rebalanceOf)).toEqual(plans);
  });
});

describe('an endpoint without an order', () => {
  test('has up to 16 concurrent deliveries, and each is retried by itself', proves('I11'), async () => {
    const receiver = await startReceiver(() => null);
    const server = await startBallast();
    const made = await server.sim.post('/webhooks', {
      url: receiver.url,
      events: ['rebalance.created'],
      ordered: false,
    });
    const { webhook_id: id } = made.as(webhookEndpoint);
    await planSome(server, 20);
    await receiver.received(16);
    const { deliveries } = (await server.sim.get('/deliveries')).as(deliveryList);
    const waits = await Promise.all(deliveries.map(({ delivery_id: each }) => waitOf(server, each)));
    expect(waits.filter(([what]) => what === 'receiver')).toHaveLength(16);
    expect((await server.sim.get(`/webhooks/${id}`)).as(webhookEndpoint).waiting).toBe(20);
  });

  test('gets the later ones while an earlier one waits for its retry', proves('I11'), async () => {
    const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 200 }));
    const server = await startBallast();
    await server.sim.post('/webhooks', { url: receiver.url, events: ['rebalance.created'], ordered: false });
    const [first, second, third] = await planSome(server, 3);
    await server.advance('1m');
    expect(receiver.requests.map(rebalanceOf).sort()).toEqual([first, first, second, third].sort());
    expect((await server.sim.get('/deliveries?status=succeeded')).as(deliveryList).deliveries).toHaveLength(3);
  });
});

describe('an attempt', () => {
  test('records the response, its time, and how its signature is checked', proves('I13'), async () => {
    const receiver = await startReceiver(() => ({ status: 202, headers: { 'x-thanks': 'yes' } }));
    const server = await startBallast();
    const beforeMs = Date.now();
    const { webhook_id: id } = await registerAndPlan(server, receiver.url);
    await server.advance('1s');
    const { attempt_log: log } = await onlyDelivery(server);
    expect(log).toEqual([
      expect.objectContaining({
        url: receiver.url,
        at: '2026-03-02T09:30:00.000Z',
        response_status: 202,
        response_headers: expect.objectContaining({ 'x-thanks': 'yes' }),
        response_truncated: false,
        error: null,
        injected: null,
        signature: expect.objectContaining({ verdict: 'valid', secret_used: { webhook_id: id, kind: 'current' } }),
      }),
    ]);
    const sentMs = Date.parse(log[0]?.sent_at ?? '');
    expect([sentMs >= beforeMs, sentMs <= Date.now()]).toEqual([true, true]);
    expect(log[0]?.first_byte_ms).toBeGreaterThan(0);
  });

  test('that took longer than its endpoint allows fails with an explanation', proves('I13'), async () => {
    const receiver = await startReceiver(() => null);
    const server = await startBallast();
    await server.sim.post('/webhooks', { url: receiver.url, events: ['rebalance.created'], timeout_ms: 100 });
    await planSome(server, 1);
    await server.advance('1s');
    expect((await onlyDelivery(server)).attempt_log[0]).toMatchObject({
      response_status: null,
      error: 'no response within 0.1 s',
    });
  });

  test('that a receiver cannot verify is explained over HTTP', proves('I17'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    const { secret } = await registerAndPlan(server, receiver.url);
    await receiver.received(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
    const explain = async (change: Record<string, unknown>) =>
      (await server.sim.post('/signature/explain', { headers, body, ...change })).as(signatureExplanation);
    expect(await explain({})).toMatchObject({ valid: true, verdict: 'valid' });
    expect(await explain({ secret })).toMatchObject({ valid: true, secret_used: { kind: 'given', webhook_id: null } });
    const indented = JSON.stringify(JSON.parse(body), null, 2);
    expect(await explain({ body: indented })).toMatchObject({
      verdict: 'body_changed',
      resembles: 'the body re-serialised by JSON.stringify with indent 2',
      body_difference: { offset: 1 },
    });
    expect(await explain({ at: '2099-01-01T00:00:00Z' })).toMatchObject({ verdict: 'too_old', valid: false });
    expect((await server.sim.post('/signature/explain', { headers, at: 'noon' })).error().details).toHaveLength(2);
  });
});

describe('the list of deliveries', () => {
  test('is narrowed by every filter, and returned page by page', proves('I13'), async () => {
    const server = await startBallast();
    const { webhook_id: id } = await register(server, '/sim/sink/a', ['rebalance.created']);
    await register(server, '/sim/sink/b', ['rebalance.created']);
    await planSome(server, 3);
    await server.advance('1s');
    const list = async (query: string) => (await server.sim.get(`/deliveries?${query}`)).as(deliveryList).deliveries;
    const all = await list('');
    expect(all).toHaveLength(6);
    expect(await list(`webhook_id=${id}`)).toHaveLength(3);
    expect(await list(`event_id=${all[0]?.event_id}`)).toHaveLength(2);
    expect(await list('status=failed')).toEqual([]);
    expect(await list('status=succeeded&type=rebalance.created')).toHaveLength(6);
    expect(await list('type=order.filled')).toEqual([]);
    const [latest] = all;
    expect(latest).toMatchObject({
      portfolio_id: expect.stringMatching(/^pf_/),
      rebalance_id: expect.stringMatching(/^rb_/),
      order_id: null,
    });
    expect(await list(`q=${latest?.rebalance_id?.toLowerCase()}`)).toHaveLength(2);
    expect(await list(`q=${encodeURIComponent(latest?.portfolio_label ?? '')}`)).toHaveLength(6);
    expect(await list('q=no%20such%20text')).toEqual([]);
    const total = async (query: string) => (await server.sim.get(`/deliveries?${query}`)).as(deliveryList).total;
    expect([await total('limit=1'), await total(`limit=1&webhook_id=${id}`), await total('status=failed')]).toEqual([
      6, 3, 0,
    ]);
    expect(await total(`cursor=${all[3]?.delivery_id}`)).toBe(6);
    const first = await list('limit=4');
    expect([...first, ...(await list(`limit=4&cursor=${first.at(-1)?.delivery_id}`))]).toEqual(all);
    for (const query of ['status=lost', 'cursor=dl_none', 'limit=0', 'type=a&type=b']) {
      expect((await server.sim.get(`/deliveries?${query}`)).status, query).toBe(400);
    }
  });
});

describe('all failed deliveries', () => {
  test('are sent again in order, from an instant on', proves('I14'), async () => {
    const receiver = await startReceiver((count) => ({ status: count === 1 ? 410 : 200 }));
    const server = await startBallast();
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    await server.sim.patch(`/webhooks/${id}`, { status: 'paused' });
    await planSome(server, 1);
    await server.advance('1h');
    const [second, third] = await planSome(server, 2);
    await server.sim.patch(`/webhooks/${id}`, { status: 'enabled' });
    await server.advance('1s');
    const again = (body: unknown) => server.sim.post(`/webhooks/${id}/redeliver`, body);
    expect((await again({})).error().message).toContain('is disabled');
    await server.sim.patch(`/webhooks/${id}`, { status: 'enabled' });
    expect((await again({ statuses: ['dropped'] })).as(redelivered)).toEqual({ redelivered: 0 });
    expect((await again({ since: '2026-03-02T10:00:00Z' })).as(redelivered)).toEqual({ redelivered: 2 });
    await receiver.received(3);
    expect(receiver.requests.slice(1).map(rebalanceOf)).toEqual([second, third]);
    expect((await server.sim.send('POST', `/webhooks/${id}/redeliver`)).as(redelivered)).toEqual({ redelivered: 1 });
    expect((await server.sim.post('/webhooks/wh_none/redeliver', {})).status).toBe(404);
  });
});

describe('a fault on webhooks', () => {
  test('that reorders lets the next one go first, and both arrive', proves('I18'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    await register(server, receiver.url, ['rebalance.created']);
    await server.sim.post('/faults', { kind: 'webhook_reorder', count: 1 });
    const [first, second, third] = await planSome(server, 3);
    await receiver.received(3);
    expect(receiver.requests.map(rebalanceOf)).toEqual([second, first, third]);
  });

  test('that drops leaves a delivery that is dropped, and can be sent again', proves('I14', 'I18'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    await server.sim.post('/faults', { kind: 'webhook_drop', count: 1 });
    const [first, second] = await planSome(server, 2);
    await receiver.received(1);
    expect(receiver.requests.map(rebalanceOf)).toEqual([second]);
    await server.sim.post(`/webhooks/${id}/redeliver`, {});
    await receiver.received(2);
    expect(receiver.requests.map(rebalanceOf)).toEqual([second, first]);
  });

  test('that delays also delays later deliveries, for the given time', proves('I18'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    await register(server, receiver.url, ['rebalance.created']);
    await server.sim.post('/faults', { kind: 'webhook_delay', delay: '10m', count: 1 });
    const plans = await planSome(server, 2);
    await server.advance('9m');
    expect(receiver.requests).toEqual([]);
    await server.advance('1m');
    expect(receiver.requests.map(rebalanceOf)).toEqual(plans);
  });
});

async function planSome(server: TestServer, count: number): Promise<string[]> {
  const portfolioId = await createSample(server);
  const plans: string[] = [];
  for (let made = 0; made < count; made += 1) plans.push(await planFor(server, portfolioId));
  return plans;
}

async function waitOf(server: TestServer, deliveryId: string) {
  const delivery = (await server.sim.get(`/deliveries/${deliveryId}`)).as(deliveryView);
  return [delivery.waits_for, delivery.waits_for_delivery];
}

function rebalanceOf({ body }: ReceivedRequest): string {
  return JSON.parse(body).data.rebalance_id;
}

/** Endpoints that are paused, changed, disabled, enabled again, and given another secret (decisions I9, I10, I12). */
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { deliveryList, webhookEndpoint } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { eventList } from '../../src-server/contract/control/world/records.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { register, registerAndPlan } from './one-delivery.ts';
import { type ReceivedRequest, startReceiver, stopReceivers } from './receiver.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

describe('a paused endpoint', () => {
  test('gets nothing; pending deliveries are sent at once and in order when it resumes', proves('I9'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast({ dataDir: newFolder() });
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    expect(await change(server, id, { status: 'paused' })).toMatchObject({ status: 'paused', waiting: 0 });
    const plans = await planSome(server, 3);
    await server.advance('1d');
    expect(receiver.requests).toEqual([]);
    expect(await read(server, id)).toMatchObject({ status: 'paused', waiting: 3 });
    await change(server, id, { status: 'enabled' });
    await receiver.received(3);
    expect(receiver.requests.map(rebalanceOf)).toEqual(plans);
    const { events } = (await server.sim.get('/events')).as(eventList);
    expect(events.filter(({ type }) => type === 'webhook.changed').map(({ data }) => data)).toEqual([
      { webhook_id: id, status: 'paused' },
      { webhook_id: id, status: 'enabled' },
    ]);
  });

  test('that resumes does not wait for its planned retry', proves('I9'), async () => {
    const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 200 }));
    const server = await startBallast();
    const { webhook_id: id } = await registerAndPlan(server, receiver.url);
    await server.advance('1s');
    await change(server, id, { status: 'paused' });
    await server.advance('1h');
    expect(receiver.requests).toHaveLength(1);
    await change(server, id, { status: 'enabled' });
    await receiver.received(2);
  });
});

describe('an endpoint that is changed', () => {
  test('receives at its new address its new types with its new settings', proves('I9'), async () => {
    const [old, other] = [await startReceiver(() => ({ status: 500 })), await startReceiver()];
    const server = await startBallast();
    const { webhook_id: id } = await registerAndPlan(server, old.url);
    await server.advance('1s');
    const changed = { url: other.url, events: null, ordered: false, timeout_ms: 10_000 };
    expect(await change(server, id, changed)).toMatchObject({ ...changed, failing_since: null });
    await server.advance('1m');
    expect(other.requests).toHaveLength(1);
  });

  test.each([
    [{}, ''],
    [{ url: 'http://10.0.0.1/' }, '/url'],
    [{ status: 'disabled' }, '/status'],
    [{ events: [] }, '/events'],
    [{ timeout_ms: 99 }, '/timeout_ms'],
    [{ url: '/sim/sink', secret: 'whsec_x' }, '/secret'],
  ])('by %j is refused with 400', proves('I9'), async (body, path) => {
    const server = await startBallast();
    const { webhook_id: id } = await register(server, '/sim/sink');
    const response = await server.sim.patch(`/webhooks/${id}`, body);
    expect(response.status).toBe(400);
    expect(response.error().details.map((each) => each.path)).toEqual([path]);
    expect((await server.sim.patch('/webhooks/wh_none', { status: 'paused' })).status).toBe(404);
  });
});

describe('an endpoint that only fails', () => {
  test('for 120 hours is disabled, pending deliveries fail, and it can be enabled again', proves('I12'), async () => {
    let status = 500;
    const receiver = await startReceiver(() => ({ status }));
    const server = await startBallast();
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    await planSome(server, 3);
    await server.advance('4d');
    expect(await read(server, id)).toMatchObject({ status: 'enabled', failing_since: '2026-03-02T09:30:00.000Z' });
    await server.advance('4d');
    expect(await read(server, id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing', waiting: 0 });
    expect(await statuses(server)).toEqual(['failed', 'failed', 'failed']);
    const before = receiver.requests.length;
    await planSome(server, 1);
    expect(await statuses(server)).toHaveLength(3);
    status = 200;
    const again = await change(server, id, { status: 'enabled' });
    expect(again).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null });
    await planSome(server, 1);
    await receiver.received(before + 1);
  });

  test('with 410 fails its pending deliveries, too', proves('I12'), async () => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const server = await startBallast();
    const { webhook_id: id } = await register(server, receiver.url, ['rebalance.created']);
    await change(server, id, { status: 'paused' });
    await planSome(server, 3);
    await change(server, id, { status: 'enabled' });
    await server.advance('1s');
    expect(await statuses(server)).toEqual(['failed', 'failed', 'failed']);
    expect(receiver.requests).toHaveLength(1);
    expect(await read(server, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  });
});

describe('a secret', () => {
  test('that was rotated signs with its successors for 24 hours, over a restart', proves('I10'), async () => {
    const receiver = await startReceiver();
    const dataDir = newFolder();
    const server = await startBallast({ dataDir });
    const { webhook_id: id, secret: first } = await register(server, receiver.url, ['rebalance.created']);
    const second = (await rotate(server, id)).secret;
    await server.advance('12h');
    const third = await rotate(server, id);
    expect(third.previous_secrets).toEqual([
      { secret: second, valid_until: '2026-03-03T21:30:00.000Z' },
      { secret: first, valid_until: '2026-03-03T09:30:00.000Z' },
    ]);
    expect(new Set([first, second, third.secret]).size).toBe(3);
    await planSome(server, 1);
    await receiver.received(1);
    expect(verifiers(receiver.requests[0], [third.secret, second, first])).toEqual([true, true, true]);
    await server.stop();
    const later = await startBallast({ dataDir });
    await later.advance('13h');
    await planSome(later, 1);
    await receiver.received(2);
    expect(verifiers(receiver.requests[1], [third.secret, second, first])).toEqual([true, true, false]);
    const { events } = (await later.sim.get('/events')).as(eventList);
    const rotated = events.filter(({ type }) => type === 'webhook.secret_rotated').map(({ data }) => data);
    expect(rotated).toEqual([
      { webhook_id: id, rotations: 1 },
      { webhook_id: id, rotations: 2 },
    ]);
    expect(JSON.stringify(events)).not.toContain('whsec_');
  });

  test('may be chosen, and is refused if it is invalid', proves('I10'), async () => {
    const server = await startBallast();
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const made = await server.sim.post('/webhooks', { url: '/sim/sink', secret });
    const { webhook_id: id, secret: created } = made.as(webhookEndpoint);
    expect(created).toBe(secret);
    const chosen = `whsec_${Buffer.alloc(64, 8).toString('base64')}`;
    expect(
      (await server.sim.post(`/webhooks/${id}/rotate-secret`, { secret: chosen })).as(webhookEndpoint),
    ).toMatchObject({
      secret: chosen,
      previous_secrets: [{ secret }],
    });
    const bad = [chosen, 'whsec_', 'mine', `whsec_${Buffer.alloc(23).toString('base64')}`, chosen.slice(6)];
    for (const each of [...bad, `whsec_${Buffer.alloc(65).toString('base64')}`]) {
      const refused = await server.sim.post(`/webhooks/${id}/rotate-secret`, { secret: each });
      expect(refused.status, each).toBe(400);
      expect(refused.error().details[0]?.path).toBe('/secret');
    }
    expect((await server.sim.post('/webhooks/wh_none/rotate-secret', {})).status).toBe(404);
    expect((await server.sim.send('POST', `/webhooks/${id}/rotate-secret`)).status).toBe(200);
  });
});

async function planSome(server: TestServer, count: number): Promise<string[]> {
  const portfolioId = await createSample(server);
  const plans: string[] = [];
  for (let made = 0; made < count; made += 1) plans.push(await planFor(server, portfolioId));
  return plans;
}

async function change(server: TestServer, id: string, body: unknown) {
  return (await server.sim.patch(`/webhooks/${id}`, body)).as(webhookEndpoint);
}

async function read(server: TestServer, id: string) {
  return (await server.sim.get(`/webhooks/${id}`)).as(webhookEndpoint);
}

async function rotate(server: TestServer, id: string) {
  return (await server.sim.send('POST', `/webhooks/${id}/rotate-secret`)).as(webhookEndpoint);
}

async function statuses(server: TestServer) {
  return (await server.sim.get('/deliveries')).as(deliveryList).deliveries.map(({ status }) => status);
}

function rebalanceOf({ body }: ReceivedRequest): string {
  return JSON.parse(body).data.rebalance_id;
}

/** The secrets by which the library of a receiver accepts it. */
function verifiers(request: ReceivedRequest | undefined, secrets: readonly string[]): boolean[] {
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
}

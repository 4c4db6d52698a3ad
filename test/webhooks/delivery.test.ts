/** Deliveries over real HTTP to a real receiver: once if it accepts, by the retry plan if it does not (decision I). */

import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { webhookList } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { eventList } from '../../src-server/contract/control/world/records.ts';
import { createSample, executeSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { onlyDelivery, register, registerAndPlan } from './one-delivery.ts';
import { type Reply, startReceiver, stopReceivers } from './receiver.ts';

const HOUR_MS = 3_600_000;
const PLANNED_MS = [5000, 300_000, HOUR_MS / 2, 2, 5, 10, 14, 20, 24].map((each) =>
  each < 100 ? each * HOUR_MS : each,
);

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

describe('an event', () => {
  test("arrives once, signed so that the receiver's library accepts it", proves('I3'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    const { secret } = await register(server, receiver.url);
    const rebalanceId = await planFor(server, await createSample(server));
    // Ten minutes: the first check of the drift monitor, which would report this portfolio, is a quarter of an hour
    // later.
    await server.advance('10m');
    expect(receiver.requests).toHaveLength(1);
    const { headers, body } = received(receiver.requests);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'rebalance.created',
      timestamp: '2026-03-02T09:30:00.000Z',
      data: { rebalance_id: rebalanceId },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toMatch(/^ev_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(await onlyDelivery(server)).toMatchObject({ status: 'succeeded', attempts: 1, response_status: 204 });
  });

  test('has the same id as in the event log', proves('I1'), async () => {
    const receiver = await startReceiver();
    const server = await startBallast();
    await register(server, receiver.url);
    await planFor(server, await createSample(server));
    await server.advance('1s');
    const { events } = (await server.sim.get('/events')).as(eventList);
    const created = events.find(({ type }) => type === 'rebalance.created');
    expect(received(receiver.requests).headers['webhook-id']).toBe(created?.data.event_id);
  });

  test('goes to every endpoint that subscribes to its type and to no other', async () => {
    const [all, some, none] = [await startReceiver(), await startReceiver(), await startReceiver()];
    const server = await startBallast();
    await register(server, all.url);
    await register(server, some.url, ['rebalance.complete', 'rebalance.executing']);
    await register(server, none.url, ['portfolio.drift_exceeded']);
    await executeSample(server);
    await server.advance('2d');
    const typesAt = (requests: typeof all.requests) => requests.map(({ body }) => JSON.parse(body).type);
    expect(typesAt(some.requests)).toEqual(['rebalance.executing', 'rebalance.complete']);
    expect(none.requests).toEqual([]);
    const types = typesAt(all.requests);
    expect(types).toContain('order.filled');
    expect(new Set(types)).toEqual(
      new Set([
        'rebalance.created',
        'rebalance.executing',
        'rebalance.partially_filled',
        'order.filled',
        'rebalance.complete',
      ]),
    );
    expect(new Set(all.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(types.length);
  });
});

describe('a receiver that fails', () => {
  test('is retried up to ten attempts in 75 hours, with one id and a fresh timestamp each time', async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    const server = await startBallast({ virtualStamps: true });
    const { secret } = await registerAndPlan(server, receiver.url);
    await server.advance('5d');
    const delivery = await onlyDelivery(server);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 10, response_status: 500, next_attempt_at: null });
    expectPlanned(delivery.attempt_log.map(({ at }) => Date.parse(at)));
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery.event_id]),
    );
    // In a scenario the stamps are virtual time: those of the attempts.
    const stamps = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(stamps).toEqual(delivery.attempt_log.map(({ at }) => Math.floor(Date.parse(at) / 1000)));
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(delivery.signature).toMatchObject({ valid: true });
    expect(secret).toMatch(/^whsec_/);
  });

  test.each([
    ['answers 500 three times', { status: 500 }],
    ['answers 404 three times', { status: 404 }],
    ['redirects three times', { status: 302, headers: { location: '/elsewhere' } }],
  ] as [string, Reply][])('and %s gets the fourth attempt, and no fifth', async (_what, reply) => {
    const receiver = await startReceiver((count) => (count <= 3 ? reply : { status: 200 }));
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.advance('5d');
    expect(receiver.requests).toHaveLength(4);
    const { status, attempt_log: log } = await onlyDelivery(server);
    expect(status).toBe('succeeded');
    expect(log.map(({ response_status: each }) => each)).toEqual([reply.status, reply.status, reply.status, 200]);
  });

  test('with 410 is disabled and gets no further attempt', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.advance('5d');
    await planFor(server, await createSample(server));
    await server.advance('1d');
    expect(receiver.requests).toHaveLength(1);
    expect(await onlyDelivery(server)).toMatchObject({ status: 'failed', attempts: 1 });
    const { webhooks } = (await server.sim.get('/webhooks')).as(webhookList);
    expect(webhooks.map(({ status }) => status)).toEqual(['disabled']);
  });

  test.each([
    [503, 3600],
    [429, 3600],
    // Other statuses do not change the next attempt: the plan's 5 s, plus or minus 10 %.
    [500, 5],
  ])('with %i and Retry-After: 3600 gets the next attempt after %i s', proves('I4'), async (status, delaySeconds) => {
    const reply = { status, headers: { 'retry-after': '3600' } };
    const receiver = await startReceiver((count) => (count === 1 ? reply : { status: 200 }));
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.advance('2h');
    const [first, second] = (await onlyDelivery(server)).attempt_log.map(({ at }) => Date.parse(at));
    const share = ((second ?? 0) - (first ?? 0)) / (delaySeconds * 1000);
    expect(share).toBeGreaterThanOrEqual(delaySeconds === 5 ? 0.9 : 1);
    expect(share).toBeLessThanOrEqual(delaySeconds === 5 ? 1.1 : 1);
  });

  test('because it is down has that recorded, and is reached by the next attempt', async () => {
    const receiver = await startReceiver();
    stopReceivers();
    const server = await startBallast();
    await registerAndPlan(server, receiver.url);
    await server.advance('1s');
    const { attempt_log: log, status } = await onlyDelivery(server);
    expect(status).toBe('pending');
    expect(log).toEqual([expect.objectContaining({ response_status: null })]);
    expect(log[0]?.error).toContain('ECONNREFUSED');
  });
});

describe('an endpoint', () => {
  test('that was removed gets nothing more, and its pending deliveries fail', proves('I5'), async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    const server = await startBallast();
    const { webhook_id: webhookId } = await registerAndPlan(server, receiver.url);
    await server.advance('1s');
    expect((await server.sim.delete(`/webhooks/${webhookId}`)).status).toBe(200);
    expect((await server.sim.delete(`/webhooks/${webhookId}`)).status).toBe(404);
    await planFor(server, await createSample(server));
    await server.advance('5d');
    expect(receiver.requests).toHaveLength(1);
    const delivery = await onlyDelivery(server);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null, waits_for: null });
  });

  test.each([
    [{ url: 'http://example.com/' }, '/url'],
    [{ url: 'http://127.0.0.1/', events: [] }, '/events'],
    [{ url: 'http://127.0.0.1/', events: ['order.eaten'] }, '/events/0'],
    [{}, '/url'],
    [{ url: '/sim/sink', secret: 'mine' }, '/secret'],
  ])('%j is refused with 400', proves('I6'), async (body, path) => {
    const server = await startBallast();
    const response = await server.sim.post('/webhooks', body);
    expect(response.status).toBe(400);
    expect(response.error().details.map((each) => each.path)).toEqual([path]);
    expect((await server.sim.get('/webhooks')).as(webhookList).webhooks).toEqual([]);
  });
});

function received<T>(requests: readonly T[]): T {
  const [first] = requests;
  if (first === undefined) throw new Error('nothing was received');
  return first;
}

/** Ten instants whose distances are the planned delays, plus or minus 10 %. */
function expectPlanned(instantsMs: readonly number[]): void {
  const shares = PLANNED_MS.map((plannedMs, index) => {
    return ((instantsMs[index + 1] ?? 0) - (instantsMs[index] ?? 0)) / plannedMs;
  });
  expect(instantsMs).toHaveLength(10);
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(share).toBeLessThanOrEqual(1.1);
  }
}

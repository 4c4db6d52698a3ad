/**
 * Each fault on webhooks as seen by a real receiver, checked with the receivers' own library; and that all is valid
 * again after.
 */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { type FaultView, faultList, faultView } from '../../src-server/contract/control/market/faults.ts';
import {
  type DeliveryView,
  deliveryList,
  type WebhookEndpoint,
} from '../../src-server/contract/control/webhooks/webhooks.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { onlyDelivery, register, registerAndPlan } from './one-delivery.ts';
import { type ReceivedRequest, type Receiver, startReceiver, stopReceivers } from './receiver.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

async function setFault(server: TestServer, body: object): Promise<FaultView> {
  const response = await server.sim.post('/faults', body);
  if (response.status !== 201) throw new Error(response.text);
  return response.as(faultView);
}

/** The result of a receiver's library: the type of the event, or the reason of the refusal. */
function verdict({ secret }: Pick<WebhookEndpoint, 'secret'>, request: ReceivedRequest | undefined): string {
  try {
    const verified = new Webhook(secret).verify(
      request?.body ?? '',
      (request?.headers ?? {}) as Record<string, string>,
    );
    return (verified as { type: string }).type;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

/** A receiver that refuses what its library refuses. */
async function checkingReceiver(): Promise<Receiver & { trust(endpoint: WebhookEndpoint): void }> {
  let trusted: WebhookEndpoint | null = null;
  const receiver: Receiver = await startReceiver((count) => {
    const isSound = trusted !== null && verdict(trusted, receiver.requests[count - 1]).includes('.');
    return { status: isSound ? 204 : 401 };
  });
  const trust = (endpoint: WebhookEndpoint) => {
    trusted = endpoint;
  };
  return Object.assign(receiver, { trust });
}

/** An endpoint that receives plans, and a fault; then one plan, and all its deliveries within an hour. */
async function onePlan(body: { kind: string }): Promise<{
  server: TestServer;
  receiver: Receiver;
  endpoint: WebhookEndpoint;
  faultId: string;
  delivery: DeliveryView;
}> {
  const [receiver, server] = [await checkingReceiver(), await startBallast()];
  const endpoint = await register(server, receiver.url, ['rebalance.created']);
  receiver.trust(endpoint);
  const { fault_id: faultId } = await setFault(server, { count: 1, ...body });
  await planFor(server, await createSample(server));
  await server.advance('10m');
  return { server, receiver, endpoint, faultId, delivery: await onlyDelivery(server) };
}

const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => headers['webhook-id']);

describe('a receiver that checks refuses what is broken, and gets it valid with the next attempt, after', () => {
  const BROKEN: readonly (readonly [{ kind: string }, RegExp])[] = [
    [{ kind: 'webhook_bad_signature' }, /No matching signature/],
    [{ kind: 'webhook_wrong_secret' }, /No matching signature/],
    [{ kind: 'webhook_stale_timestamp' }, /timestamp too old/],
  ];
  test.each(BROKEN)('%j', proves('L42'), async (body, complaint) => {
    const { receiver, endpoint, faultId, delivery } = await onePlan(body);
    expect(receiver.requests.map((request) => verdict(endpoint, request))).toEqual([
      expect.stringMatching(complaint),
      'rebalance.created',
    ]);
    expect(new Set(idsOf(receiver)).size).toBe(1);
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: 2 });
    const injected = delivery.attempt_log.map((attempt) => attempt.injected);
    expect(injected).toEqual([{ fault_id: faultId, kind: body.kind }, null]);
  });

  test('a stale timestamp, with a valid signature for its time', proves('L42'), async () => {
    const { receiver, endpoint } = await onePlan({ kind: 'webhook_stale_timestamp', age: '2h' } as { kind: string });
    const [stale, fresh] = receiver.requests;
    const ageSeconds = Number(fresh?.headers['webhook-timestamp']) - Number(stale?.headers['webhook-timestamp']);
    expect(ageSeconds).toBeGreaterThanOrEqual(7200);
    const at = new Date(Number(stale?.headers['webhook-timestamp']) * 1000);
    const signature = new Webhook(endpoint.secret).sign(String(stale?.headers['webhook-id']), at, stale?.body ?? '');
    expect(stale?.headers['webhook-signature']).toBe(signature);
  });
});

describe('a delivery that is lost', () => {
  test('counts as delivered if it is dropped, and can be sent again manually', proves('L42'), async () => {
    const { server, receiver, endpoint, faultId, delivery } = await onePlan({ kind: 'webhook_drop' });
    expect(receiver.requests).toHaveLength(0);
    expect(delivery).toMatchObject({ status: 'dropped', next_attempt_at: null });
    expect(delivery.attempt_log).toMatchObject([{ injected: { fault_id: faultId }, response_status: null }]);
    expect((await server.sim.post(`/deliveries/${delivery.delivery_id}/redeliver`)).status).toBe(202);
    await receiver.received(1);
    expect(verdict(endpoint, receiver.requests[0])).toBe('rebalance.created');
  });

  test('is sent again if only the acknowledgement is lost', proves('L42'), async () => {
    const { receiver, endpoint, delivery } = await onePlan({ kind: 'webhook_lost_acknowledgement' });
    expect(receiver.requests.map((request) => verdict(endpoint, request))).toEqual(Array(2).fill('rebalance.created'));
    expect(new Set(idsOf(receiver)).size).toBe(1);
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(delivery.attempt_log[0]).toMatchObject({ response_status: 204, error: expect.stringContaining('lost') });
  });

  test('arrives twice if it is duplicated', proves('L42'), async () => {
    const { receiver, endpoint, delivery } = await onePlan({ kind: 'webhook_duplicate' });
    expect(receiver.requests.map((request) => verdict(endpoint, request))).toEqual(Array(2).fill('rebalance.created'));
    expect(new Set(idsOf(receiver)).size).toBe(1);
    expect(delivery).toMatchObject({ status: 'succeeded' });
    expect(delivery.attempt_log).toHaveLength(2);
  });
});

test(
  'every fault that hit a delivery is listed, and a broken signature is explained by its fault',
  proves('L42'),
  async () => {
    const [receiver, server] = [await checkingReceiver(), await startBallast()];
    receiver.trust(await register(server, receiver.url, ['rebalance.created']));
    const kinds = ['webhook_bad_signature', 'webhook_duplicate'];
    const faults: FaultView[] = [];
    for (const kind of kinds) faults.push(await setFault(server, { kind, count: 1 }));
    await planFor(server, await createSample(server));
    await server.advance('10m');
    const injections = faults.map(({ fault_id }, index) => ({ fault_id, kind: kinds[index] }));
    const [listed] = (await server.sim.get('/deliveries')).as(deliveryList).deliveries;
    expect(listed).toMatchObject({ injections, injected: injections[1] });
    const { attempt_log: attempts } = await onlyDelivery(server);
    expect(attempts.map(({ signature }) => signature?.injected ?? null)).toEqual([
      { attempt: 1, ...injections[0] },
      null,
      null,
    ]);
  },
);

describe('a delivery at another time', () => {
  test('is sent later by the given virtual time', proves('L42'), async () => {
    const [receiver, server] = [await startReceiver(), await startBallast()];
    await setFault(server, { kind: 'webhook_delay', delay: '90m', count: 1 });
    await registerAndPlan(server, receiver.url);
    await server.advance('89m');
    expect(receiver.requests).toHaveLength(0);
    await server.advance('1m');
    expect(receiver.requests).toHaveLength(1);
    const { attempt_log: attempts } = await onlyDelivery(server);
    expect(attempts).toMatchObject([{ at: '2026-03-02T11:00:00.000Z', injected: { kind: 'webhook_delay' } }]);
  });

  test('lets the next event of its endpoint go first if it is reordered', proves('L42'), async () => {
    const [receiver, server] = [await startReceiver(), await startBallast()];
    const { webhook_id: webhookId } = await register(server, receiver.url, ['rebalance.created']);
    await setFault(server, { kind: 'webhook_reorder', count: 1, match: { webhook_id: webhookId } });
    const portfolioId = await createSample(server);
    const plans: string[] = [];
    for (let count = 0; count < 3; count += 1) plans.push(await planFor(server, portfolioId));
    await server.advance('1s');
    const came = receiver.requests.map(({ body }) => JSON.parse(body).data.rebalance_id);
    expect(came).toEqual([plans[1], plans[0], plans[2]]);
  });
});

test.each([{ kind: 'webhook_delay', delay: '90m' }, { kind: 'webhook_reorder' }])(
  '%j is drawn once for an attempt, whatever restarts in between',
  proves('I18'),
  async (body) => {
    const [receiver, dataDir] = [await startReceiver(), newFolder()];
    const before = await startBallast({ dataDir });
    await setFault(before, body);
    await registerAndPlan(before, receiver.url);
    await before.advance('10m');
    expect(await faultsOf(before)).toMatchObject([{ chances: 1, hits: 1 }]);
    await before.stop();
    const after = await startBallast({ dataDir });
    await after.advance('2h');
    expect(receiver.requests).toHaveLength(1);
    expect(await faultsOf(after)).toMatchObject([{ chances: 1, hits: 1 }]);
    const { attempt_log: attempts } = await onlyDelivery(after);
    expect(attempts).toMatchObject([{ injected: { kind: body.kind }, response_status: 204 }]);
  },
);

describe('the attempts that a fault hits', () => {
  test('are selected by endpoint, type and event; others are valid', proves('L42'), async () => {
    const [mine, theirs] = [await checkingReceiver(), await checkingReceiver()];
    const server = await startBallast();
    const [own, other] = [await register(server, mine.url), await register(server, theirs.url)];
    mine.trust(own);
    theirs.trust(other);
    const match = { webhook_id: own.webhook_id, types: ['rebalance.created'] };
    await setFault(server, { kind: 'webhook_bad_signature', match });
    await setFault(server, { kind: 'webhook_drop', match: { event_id: 'nobody has this' } });
    const planId = await planFor(server, await createSample(server));
    await server.sim.delete(`/faults/${(await faultsOf(server))[1]?.fault_id}`);
    await server.b.delete(`/rebalance/${planId}`);
    await server.advance('1s');
    expect(theirs.requests.map((request) => verdict(other, request))).toEqual([
      'rebalance.created',
      'rebalance.cancelled',
    ]);
    expect(mine.requests.map((request) => verdict(own, request))).toEqual([expect.stringMatching(/No matching/)]);
    expect(await faultsOf(server)).toMatchObject([{ hits: 1 }, { hits: 0, chances: 0 }]);
    // Once it has ended, the same event arrives intact, followed in order by the deliveries that waited.
    await server.sim.delete('/faults');
    await server.advance('1m');
    expect(mine.requests.slice(1).map((request) => verdict(own, request))).toEqual([
      'rebalance.created',
      'rebalance.cancelled',
    ]);
  });

  test(
    'by a share are the same in a world of the same seed, and no event changes because of it',
    proves('L42'),
    async () => {
      const run = async (share: number | null) => {
        const server = await startBallast();
        await server.sim.post('/webhooks', { url: '/sim/sink/here', events: ['rebalance.created'] });
        if (share !== null) await setFault(server, { kind: 'webhook_drop', share });
        const portfolioId = await createSample(server);
        for (let count = 0; count < 20; count += 1) await planFor(server, portfolioId);
        await server.advance('1m');
        const { deliveries } = (await server.sim.get('/deliveries')).as(deliveryList);
        return { statuses: deliveries.map(({ status }) => status), head: await server.head() };
      };
      const [one, again, plain] = [await run(0.5), await run(0.5), await run(null)];
      expect(one).toEqual(again);
      expect(one.head).toBe(plain.head);
      expect(new Set(one.statuses)).toEqual(new Set(['dropped', 'succeeded']));
      expect(new Set(plain.statuses)).toEqual(new Set(['succeeded']));
    },
  );
});

async function faultsOf(server: TestServer): Promise<FaultView[]> {
  return (await server.sim.get('/faults')).as(faultList).faults;
}

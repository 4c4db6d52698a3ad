/** `GET /sim/trace/{id}`: a whole life, link by link, from any of its parts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliveryList } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { type Trace, type TraceNode, trace } from '../../../src-server/contract/control/world/trace.ts';
import { rebalanceB } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorldOn, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { register } from '../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../webhooks/receiver.ts';
import { createSample, LARGE, planFor, rebalanceOf, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startBallast({ seed: 11 });
});
afterEach(async () => {
  stopReceivers();
  await stopAll();
});

const traceOf = async (id: string): Promise<Trace> => {
  const response = await server.sim.get(`/trace/${id}`);
  expect(response.status, response.text).toBe(200);
  return response.as(trace);
};
const ofKind = ({ nodes }: Trace, kind: TraceNode['kind']) => nodes.filter((node) => node.kind === kind);
const eventsIn = (found: Trace) => ofKind(found, 'event').map(({ data }) => data.type);

/** Properties of every trace: causes come first, nothing twice, time never decreases. */
function expectSound({ nodes }: Trace): void {
  const seen = new Set<string>();
  for (const { id, parent, offset_ms: offset } of nodes) {
    expect(seen.has(id)).toBe(false);
    if (parent !== null) expect(seen.has(parent)).toBe(true);
    expect(offset).toBeGreaterThanOrEqual(0);
    seen.add(id);
  }
  expect(nodes.map(({ at }) => at)).toEqual(nodes.map(({ at }) => at).sort());
}

async function wholeLife() {
  const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 204 }));
  await register(server, '/sim/sink/told', ['order.filled', 'rebalance.complete']);
  await register(server, receiver.url, ['rebalance.created']);
  const created = await server.b.post('/portfolios', samplePortfolio());
  const { portfolio_id: portfolioId } = JSON.parse(created.text);
  const planned = await server.b.post('/rebalance', { portfolio_id: portfolioId });
  const { rebalance_id: rebalanceId } = JSON.parse(planned.text);
  await server.advance('10m');
  const executed = await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  await server.b.get(`/rebalance/${rebalanceId}`);
  await server.advance('1d');
  const idOf = ({ headers }: typeof created) => String(headers.get('x-request-id'));
  const requests = { created: idOf(created), planned: idOf(planned), executed: idOf(executed) };
  return { portfolioId, rebalanceId, requests, rebalance: await rebalanceOf(server, rebalanceId) };
}

test('a life from the plan to the responses of receivers has every link', proves('L52'), async () => {
  const { portfolioId, rebalanceId, requests, rebalance } = await wholeLife();
  expect(rebalance.status).toBe('complete');
  const found = await traceOf(requests.planned);
  expectSound(found);
  expect(found.truncated).toBe(false);
  expect(found.subject).toEqual({ rebalance_id: rebalanceId, portfolio_id: portfolioId });
  expect(found.request).toMatchObject({ request_id: requests.planned, operation: 'createPlan', status: 201 });

  const nodeOf = (id: string | null) => found.nodes.find((node) => node.id === id);
  const chain = (node: TraceNode | undefined): string[] =>
    node === undefined ? [] : [...chain(nodeOf(node.parent)), node.kind];
  expect(ofKind(found, 'request').map(({ id }) => id)).toEqual([requests.planned, requests.executed]);

  const fills = rebalance.orders.flatMap((order) => order.fills);
  const filled = ofKind(found, 'event').filter(({ data }) => data.type === 'order.filled');
  expect(filled).toHaveLength(fills.length);
  for (const event of filled) {
    expect(chain(event).slice(0, 3)).toEqual(['request', 'command', 'event']);
    expect(event.title).toMatch(/^Order or_…\w{6} filled: [\d.]+ \w+ at \d+\.\d{2,6} on [A-Z]{4}\.$/);
    const [delivery] = found.nodes
      .filter(({ parent }) => parent === event.id && parent !== null)
      .filter(({ kind }) => kind === 'delivery');
    const attempt = found.nodes.find(({ parent }) => parent === delivery?.id);
    const taken = found.nodes.find(({ parent }) => parent === attempt?.id);
    expect([delivery?.status, attempt?.status, taken?.kind]).toEqual(['succeeded', '200', 'sink']);
  }
  expect(eventsIn(found).at(0)).toBe('rebalance.created');
  expect(eventsIn(found)).toEqual(expect.arrayContaining(['rebalance.executing', 'order.sent', 'order.acknowledged']));
  expect(eventsIn(found).at(-1)).toBe('rebalance.complete');

  // The receiver that failed once: one delivery, two attempts, the second later.
  const [notified] = ofKind(found, 'delivery');
  const attempts = found.nodes.filter(({ parent }) => parent === notified?.id);
  expect(attempts.map(({ status }) => status)).toEqual(['500', '204']);
  expect(attempts[1]?.offset_ms).toBeGreaterThan(attempts[0]?.offset_ms ?? 0);
});

describe('a trace', () => {
  test('is the same from every part of a rebalance', proves('L52'), async () => {
    const { rebalanceId, rebalance, requests } = await wholeLife();
    const whole = await traceOf(rebalanceId);
    expectSound(whole);
    expect(whole.request?.request_id).toBe(requests.planned);
    const [order] = rebalance.orders;
    const { deliveries } = (await server.sim.get('/deliveries?limit=1')).as(deliveryList);
    const parts = [order?.order_id, order?.fills[0]?.fill_id, deliveries[0]?.delivery_id, deliveries[0]?.event_id];
    for (const part of parts) expect(await traceOf(String(part))).toEqual({ ...whole, id: part });
  });

  test('of an execution begins with it, that of a read or a failure is that request alone', proves('L52'), async () => {
    const { requests, rebalanceId, portfolioId } = await wholeLife();
    const execution = await traceOf(requests.executed);
    expectSound(execution);
    expect(eventsIn(execution)).not.toContain('rebalance.created');
    expect(ofKind(execution, 'request')).toHaveLength(1);
    const read = await server.b.get(`/rebalance/${rebalanceId}`);
    const seen = await traceOf(String(read.headers.get('x-request-id')));
    expect(seen.subject).toEqual({ rebalance_id: rebalanceId, portfolio_id: portfolioId });
    expect(seen.nodes.map(({ kind }) => kind)).toEqual(['request']);
    const failed = await server.b.post('/rebalance', { portfolio_id: 7 });
    const refused = await traceOf(String(failed.headers.get('x-request-id')));
    expect(refused.nodes).toMatchObject([{ kind: 'request', status: '400' }]);
    expect(refused.subject).toEqual({ rebalance_id: null, portfolio_id: null });
  });

  test('of a command without a rebalance shows its events', proves('L52'), async () => {
    const { requests, portfolioId } = await wholeLife();
    const made = await traceOf(requests.created);
    expect(made.nodes.map(({ kind }) => kind)).toEqual(['request', 'command', 'event']);
    expect(made.subject).toEqual({ rebalance_id: null, portfolio_id: portfolioId });
    expect(made.nodes[2]).toMatchObject({ title: 'Portfolio created.', parent: `${requests.created}/command` });
  });

  test('of another webhook event is that event alone', proves('L52'), async () => {
    await register(server, '/sim/sink/drift', ['portfolio.drift_exceeded']);
    await createSample(server);
    await server.sim.post('/market/pins', { isin: SAP, mid: 700, currency: 'EUR' });
    await server.advance('1h');
    const { deliveries } = (await server.sim.get('/deliveries?limit=1')).as(deliveryList);
    const found = await traceOf(String(deliveries[0]?.event_id));
    expectSound(found);
    expect(found.nodes.map(({ kind }) => kind)).toEqual(['event', 'delivery', 'attempt', 'sink']);
    expect([found.request, found.subject.rebalance_id]).toEqual([null, null]);
  });

  test('names the address of an attempt whose endpoint has another one now', proves('L52'), async () => {
    const own = await startBallast();
    const [first, second] = [await startReceiver(() => ({ status: 404 })), await startReceiver()];
    const { webhook_id: id } = await register(own, first.url, ['rebalance.created']);
    const rebalanceId = await planFor(own, await createSample(own));
    await own.advance('1s');
    await own.sim.patch(`/webhooks/${id}`, { url: second.url });
    await own.advance('1m');
    const found = (await own.sim.get(`/trace/${rebalanceId}`)).as(trace);
    expect(ofKind(found, 'delivery')[0]?.title).toContain(second.url);
    expect(ofKind(found, 'attempt').map(({ title }) => title)).toEqual([
      `Attempt 1 to ${first.url}: responded with 404.`,
      expect.stringMatching(/^Attempt 2: responded with 2/),
    ]);
  });

  test('of another world leads to its own sink from the attempt to it, not from one to another sink of that name', {
    ...proves('L52'),
  }, async () => {
    const own = await makeWorldOn(server, { name: 'second' });
    await register(own, `${server.ballast.controlUrl}/sink/same`, ['rebalance.created']);
    const { webhook_id: ownId } = await register(own, '/sim/sink/same', ['rebalance.created']);
    const rebalanceId = await planFor(own, await createSample(own));
    await own.advance('1s');
    const found = (await own.sim.get(`/trace/${rebalanceId}`)).as(trace);
    const toOwn = ofKind(found, 'delivery').find(({ data }) => data.webhook_id === ownId);
    expect(ofKind(found, 'sink').map(({ parent }) => parent)).toEqual([`${toOwn?.id}/1`]);
  });

  test('omits a request that the journal has removed', proves('L53'), async () => {
    const { rebalanceId, requests } = await wholeLife();
    await server.sim.delete('/journal');
    const found = await traceOf(rebalanceId);
    expect([found.request, ofKind(found, 'request')]).toEqual([null, []]);
    expect(eventsIn(found)).toContain('rebalance.complete');
    const gone = await server.sim.get(`/trace/${requests.planned}`);
    expect([gone.status, gone.error().message]).toEqual([404, `The journal has no request ${requests.planned}.`]);
  });

  test('names no request of an undone time, whose numbers others have now', proves('L53'), async () => {
    const portfolioId = await createSample(server);
    await server.sim.post('/snapshots', { name: 'before' });
    const first = await server.b.post('/rebalance', { portfolio_id: portfolioId });
    await server.sim.post('/snapshots/before/restore');
    await server.sim.post('/market/pins', { isin: SAP, mid: 300, currency: 'EUR' });
    const second = await server.b.post('/rebalance', { portfolio_id: portfolioId });
    const { rebalance_id: rebalanceId } = JSON.parse(second.text);
    expect(rebalanceId).toBe(JSON.parse(first.text).rebalance_id);
    const found = await traceOf(rebalanceId);
    expect(ofKind(found, 'request').map(({ id }) => id)).toEqual([second.headers.get('x-request-id')]);
    const left = await traceOf(String(first.headers.get('x-request-id')));
    expect(left.nodes.map(({ kind }) => kind)).toEqual(['request']);
    expect(left.request).toMatchObject({ undone: true, first_event: null });
    expect(left.nodes[0]?.title).toBe(
      'POST /form-b/v1/rebalance responded with 201, then undone when the world was rewound.',
    );
    expect(found.request?.undone).toBe(false);
  });

  test('ends after two thousand nodes and says so', { ...proves('L53'), tags: ['deep'] }, async () => {
    for (let number = 0; number < 6; number += 1) await register(server, `/sim/sink/many${number}`);
    const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 60_000 }];
    const id = await planFor(server, await createSample(server, { ...LARGE, holdings }));
    await server.b.post(`/rebalance/${id}/execute`, { confirm: true });
    await server.ballast.control.advanceTo(server.ballast.control.nowMs() + 15 * 60_000);
    const found = await traceOf(id);
    expectSound(found);
    expect([found.nodes.length, found.truncated]).toEqual([2_000, true]);
  });

  test('of an unknown id is refused with what is wrong with it', proves('L53'), async () => {
    for (const id of ['x', 'rb_short', `pf_${'0'.repeat(26)}`, 'rq_', `rb_${'0'.repeat(26)}x`]) {
      const response = await server.sim.get(`/trace/${id}`);
      expect([response.status, response.error().details[0]?.path]).toEqual([400, '/id']);
    }
    for (const prefix of ['rq', 'rb', 'or', 'fl', 'ev', 'dl']) {
      expect((await server.sim.get(`/trace/${prefix}_${'0'.repeat(26)}`)).status).toBe(404);
    }
  });
});

// Ids are taken from the responses that clients of Form B get.
test('rebalances name their orders and fills by the ids of traces', proves('L52'), async () => {
  const { rebalance } = await wholeLife();
  const { orders } = rebalanceB.parse(rebalance);
  const ids = orders.flatMap(({ order_id: id, fills }) => [id, ...fills.map(({ fill_id: fillId }) => fillId)]);
  for (const id of ids) expect((await traceOf(id)).subject.rebalance_id).toBe(rebalance.rebalance_id);
});

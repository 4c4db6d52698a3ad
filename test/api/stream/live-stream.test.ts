/**
 * `GET /sim/stream`: sends messages as things happen, in the shapes of the contract, and repeats them for clients that
 * missed some.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { deliverySummary } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { clock } from '../../../src-server/contract/control/world/clock.ts';
import { journalNotice } from '../../../src-server/contract/control/world/journal.ts';
import { worldEvent } from '../../../src-server/contract/control/world/records.ts';
import { fingerprint } from '../../../src-server/contract/control/world/session.ts';
import { controlNotice, streamGap, streamReset } from '../../../src-server/contract/control/world/stream.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, executeSample, planFor, SAP } from '../service/sample-portfolio.ts';
import { type Message, openStream } from './stream-client.ts';

afterEach(stopAll);

const typesOf = (messages: readonly Message[]) =>
  messages.map(({ data }) => (data as { readonly type?: string }).type).filter((type) => type !== undefined);
const pin = (server: TestServer, mid: number) => server.sim.post('/market/pins', { isin: SAP, mid, currency: 'EUR' });

test('the stream begins with the clock and reports events, deliveries and a changed clock', proves('L7'), async () => {
  const server = await startBallast();
  await server.sim.post('/webhooks', { url: '/sim/sink/live' });
  const stream = await openStream(server);
  const first = await stream.next();
  expect(first.event).toBe('clock');
  expect(clock.parse(first.data)).toMatchObject({ now: '2026-03-02T09:30:00.000Z' });

  const id = await createSample(server);
  const created = worldEvent.parse((await stream.nextOf('world')).data);
  expect(created).toMatchObject({ type: 'portfolio.created', data: { portfolio_id: id } });
  await planFor(server, id);
  expect(worldEvent.parse((await stream.nextOf('rebalance')).data).type).toBe('rebalance.created');

  await server.advance('1h');
  const delivery = deliverySummary.parse((await stream.nextOf('delivery')).data);
  expect(delivery).toMatchObject({ type: 'rebalance.created', status: 'succeeded' });
  let last = clock.parse((await stream.nextOf('clock')).data);
  while (last.status !== 'ready') last = clock.parse((await stream.nextOf('clock')).data);
  expect(last.now).toBe('2026-03-02T10:30:00.000Z');
  stream.close();
});

describe('topics', () => {
  test('divide the messages: market, rebalances, fills, requests, and everything else', proves('L50'), async () => {
    const server = await startBallast();
    const stream = await openStream(server);
    await pin(server, 300);
    expect(worldEvent.parse((await stream.nextOf('market')).data).type).toBe('market.pinned');
    await server.sim.post('/faults', { kind: 'wide_spread', factor: 2 });
    expect(worldEvent.parse((await stream.nextOf('market')).data).type).toBe('fault.set');
    await executeSample(server);
    expect(journalNotice.parse((await stream.nextOf('request')).data)).toMatchObject({ method: 'POST', status: 201 });
    await server.advance('1h');
    expect(worldEvent.parse((await stream.nextOf('fill')).data).type).toBe('order.filled');
    stream.close();
  });

  test('report changes by clients without an event: faults, sinks, the journal', proves('L129'), async () => {
    const server = await startBallast();
    const stream = await openStream(server, '?topics=control');
    await server.sim.get('/faults');
    expect((await server.sim.post('/faults', { kind: 'no such kind' })).status).toBe(400);
    const script = JSON.stringify({ answers: [{ status: 503 }] });
    const responses = [
      await server.sim.post('/faults', { kind: 'api_connection_reset', count: 1 }),
      await server.sim.send('PUT', '/sinks/deaf', { headers: { 'Content-Type': 'application/json' }, body: script }),
      await server.sim.post('/sink/deaf', { hello: 1 }),
      await server.sim.delete('/journal'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 200, 503, 200]);
    const received = [];
    for (let count = 0; count < 4; count += 1)
      received.push(controlNotice.parse((await stream.nextOf('control')).data));
    expect(received).toEqual([
      { method: 'POST', path: '/sim/faults' },
      { method: 'PUT', path: '/sim/sinks/deaf' },
      { method: 'POST', path: '/sim/sink/deaf' },
      { method: 'DELETE', path: '/sim/journal' },
    ]);
    stream.close();
  });

  test('that are not requested are not sent', proves('L50'), async () => {
    const server = await startBallast();
    const stream = await openStream(server, '?topics=fill,rebalance');
    await executeSample(server);
    await server.advance('1d');
    await server.sim.post('/reset');
    const received = await stream.until('reset');
    expect([...new Set(received.map(({ event }) => event))].sort()).toEqual(['fill', 'rebalance', 'reset']);
    expect(typesOf(received)).toEqual(
      expect.arrayContaining(['rebalance.created', 'order.filled', 'rebalance.complete']),
    );
    stream.close();
  });

  test('that are unknown are refused with their names', proves('L50'), async () => {
    const server = await startBallast();
    for (const query of ['topics=fills', 'topics=', 'topics=clock,,fill', 'topic=fill', 'topics=fill&topics=clock']) {
      const response = await server.sim.get(`/stream?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(response.error().details[0]?.path).toMatch(/^\/topics?(?:\/\d)?$/);
    }
  });
});

describe('a reader who comes back', () => {
  test('gets exactly the missed messages, in order and none twice', proves('L51'), async () => {
    const server = await startBallast();
    const witness = await openStream(server, '?topics=world,market,rebalance,fill,request,delivery');
    const reader = await openStream(server, '?topics=world,market,rebalance,fill,request,delivery');
    await server.sim.post('/webhooks', { url: '/sim/sink/witness' });
    const seen = [await reader.nextOf('world')];
    reader.close();
    const { rebalanceId } = await executeSample(server);
    await server.advance('1d');
    await server.b.get(`/rebalance/${rebalanceId}`);
    await pin(server, 111);

    const back = await openStream(server, '?topics=world,market,rebalance,fill,request,delivery', seen[0]?.id);
    await pin(server, 112);
    const isLast = ({ data }: Message) => (data as { data?: { mid?: number } }).data?.mid === 112;
    while (!isLast(seen.at(-1) as Message)) seen.push(await back.next());
    const whole: Message[] = [];
    while (whole.length === 0 || !isLast(whole.at(-1) as Message)) whole.push(await witness.next());
    expect(seen).toEqual(whole);
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(seen.map(({ event }) => event))).toEqual(
      new Set(['world', 'market', 'rebalance', 'fill', 'request', 'delivery']),
    );
    for (const stream of [witness, back]) stream.close();
  });

  test('with an id that this server never gave begins with a gap', proves('L51'), async () => {
    const server = await startBallast();
    for (const id of ['deadbeef-12', 'what', '-', '1e3']) {
      const stream = await openStream(server, '', id);
      const gap = await stream.next();
      expect([gap.event, streamGap.parse(gap.data)]).toEqual(['gap', { after: id, reason: 'unknown_id' }]);
      expect((await stream.next()).event).toBe('clock');
      stream.close();
    }
  });

  test(
    'to another state of the world gets a gap: the missed messages name entries that are gone',
    proves('L51'),
    async () => {
      const server = await startBallast();
      const reader = await openStream(server);
      await createSample(server);
      const { id } = await reader.nextOf('world');
      reader.close();
      await createSample(server);
      await server.sim.post('/reset');
      const back = await openStream(server, '', id);
      expect((await back.next()).event).toBe('gap');
      expect((await back.next()).event).toBe('reset');
      back.close();
    },
  );

  test('does not get messages that another reader missed', proves('L51'), async () => {
    const server = await startBallast();
    const early = await openStream(server, '?topics=market');
    await pin(server, 100);
    const { id } = await early.next();
    early.close();
    for (const mid of [101, 102, 103]) await pin(server, mid);
    const fresh = await openStream(server, '?topics=market');
    const back = await openStream(server, '?topics=market', id);
    await pin(server, 104);
    const mids = async (stream: typeof back, count: number) => {
      const found: unknown[] = [];
      while (found.length < count) found.push(worldEvent.parse((await stream.next()).data).data.mid);
      return found;
    };
    expect(await mids(back, 4)).toEqual([101, 102, 103, 104]);
    expect(await mids(fresh, 1)).toEqual([104]);
    for (const stream of [fresh, back]) stream.close();
  });
});

test('readers remain when the world is replaced, and get messages of the new one', proves('L50'), async () => {
  const server = await startBallast();
  const stream = await openStream(server);
  await createSample(server);
  await server.sim.post('/snapshots', { name: 'one' });
  const made = (await server.sim.post('/reset')).as(fingerprint);
  const { now, events, head } = made;
  expect(streamReset.parse((await stream.nextOf('reset')).data)).toEqual({
    cause: 'reset',
    snapshot: null,
    now,
    events,
    head,
  });
  await server.sim.post('/snapshots/one/restore');
  expect(streamReset.parse((await stream.nextOf('reset')).data)).toMatchObject({
    cause: 'restored',
    snapshot: 'one',
    events: 2,
  });
  await pin(server, 250);
  expect(worldEvent.parse((await stream.nextOf('market')).data).seq).toBe(3);
  stream.close();
});

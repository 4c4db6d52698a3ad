/** `POST /sim/reset`: the world as it was when it was created, whatever was done to it and whatever was pending. */
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { onlyDelivery, register, registerAndPlan } from '../../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../../webhooks/receiver.ts';
import { createSample, executeSample, LARGE, planFor, SAP, samplePortfolio } from '../../service/sample-portfolio.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

/** Everything that is visible of a world. */
const VIEWS = [
  '/fingerprint',
  '/clock',
  '/portfolios',
  '/rebalances',
  '/accounts',
  '/tiers',
  '/keys',
  '/market/pins',
  '/market/events',
  '/exchanges',
  '/faults',
  '/webhooks',
  '/deliveries',
  '/sinks',
  '/events?limit=1000',
  '/journal',
  `/bars?isin=${SAP}&exchange=XETR&limit=3`,
];

async function everythingOf({ sim }: TestServer): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const view of VIEWS) seen[view] = (await sim.get(view)).text;
  return seen;
}

/** Changes everything that a world stores. */
async function disturb(server: TestServer): Promise<void> {
  const { sim } = server;
  await register(server, '/sim/sink/disturbed');
  await sim.post('/accounts', { account_id: 'desk', name: 'Desk', tier: 'starter' });
  await sim.patch('/tiers/starter', { monthly_limit: 3 });
  await sim.post('/keys', { account_id: 'desk', name: 'nightly' });
  await sim.post('/market/pins', { isin: SAP, mid: 300, currency: 'EUR' });
  await sim.post('/market/events', { isin: SAP, kind: 'jump', size: 0.2 });
  await sim.post('/faults', { kind: 'exchange_slow', exchange: 'XETR', added_ms: 5000 });
  await sim.patch('/exchanges/XLON', { connected: false, participation: 0.3 });
  await executeSample(server, LARGE);
  await server.advance('3h');
  await sim.post('/clock/mode', { mode: 'instant' });
}

describe('a world that is reset', () => {
  for (const [where, options] of [
    ['in memory', () => ({})],
    ['in a folder', () => ({ dataDir: newFolder() })],
    ['with the demo', () => ({ demo: true, tier: 'starter' as const, webhookUrls: ['/sim/sink/flag'] })],
  ] as const) {
    test(`is as it was created, ${where}`, proves('L47.1'), async () => {
      const server = await startBallast({ seed: 5, ...options() });
      const before = await everythingOf(server);
      await disturb(server);
      expect(await everythingOf(server)).not.toEqual(before);
      const response = await server.sim.post('/reset');
      expect(response.status).toBe(200);
      expect(response.text).toBe(before['/fingerprint']);
      expect(await everythingOf(server)).toEqual(before);
    });
  }

  test('gives the ids and responses of a fresh one to the same requests, byte by byte', proves('L47.1'), async () => {
    const fresh = await sessionOf(await startBallast({ seed: 9 }));
    const server = await startBallast({ seed: 9 });
    await disturb(server);
    await server.sim.post('/reset');
    expect(await sessionOf(server)).toEqual(fresh);
    await server.sim.post('/reset');
    expect(await sessionOf(server)).toEqual(fresh);
  });

  test("has none of the clients' data", proves('L47.1'), async () => {
    const server = await startBallast();
    await createSample(server);
    expect(JSON.parse((await server.sim.get('/journal')).text).entries).toHaveLength(1);
    await server.sim.post('/reset');
    expect(JSON.parse((await server.sim.get('/journal')).text).entries).toEqual([]);
  });

  test('can still be reset after a restart, with the flags of that run', proves('L47.1'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir, seed: 4 });
    const made = await first.head();
    await createSample(first);
    await first.stop();
    const second = await startBallast({ dataDir, clockMode: 'instant', apiKey: 'ak_of_the_second_run' });
    await createSample(second);
    expect((await second.sim.post('/reset')).as(fingerprint).head).toBe(made);
    expect((await second.sim.get('/clock')).as(clock).mode).toBe('instant');
    await createSample(second);
    await second.stop();
    const third = await startBallast({ dataDir });
    expect((await third.sim.get('/fingerprint')).as(fingerprint).events).toBe(2);
  });

  test('of a folder without its initial state is refused and unchanged', proves('L47.3'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await createSample(first);
    await first.stop();
    for (const file of readdirSync(join(dataDir, 'snapshots'))) rmSync(join(dataDir, 'snapshots', file));
    const old = await startBallast({ dataDir });
    const head = await old.head();
    const refused = await old.sim.post('/reset');
    expect(refused.status).toBe(400);
    expect(refused.error().message).toContain('its initial state was not stored');
    expect(await old.head()).toBe(head);
    await planFor(old, JSON.parse((await old.sim.get('/portfolios')).text).portfolios[0].portfolio_id);
  });

  test('does not trust a damaged file', proves('L47.3'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await first.stop();
    const file = join(dataDir, 'snapshots/initial.db');
    writeFileSync(file, readFileSync(file).subarray(0, 9000));
    const second = await startBallast({ dataDir });
    const id = await createSample(second);
    const refused = await second.sim.post('/reset');
    expect([refused.status, refused.error().message]).toEqual([400, expect.stringContaining('its file is damaged')]);
    expect((await second.b.get(`/portfolios/${id}`)).status).toBe(200);
  });
});

/**
 * A life over HTTP, each response as its bytes and the id of its request. No webhook, which would take ids in between.
 */
async function sessionOf(server: TestServer): Promise<string[]> {
  const messages: string[] = [];
  const note = ({ status, headers, text }: Awaited<ReturnType<TestServer['sim']['get']>>) => {
    messages.push(`${status} ${headers.get('x-request-id')} ${text}`);
    return JSON.parse(text);
  };
  const { portfolio_id: id } = note(await server.b.post('/portfolios', samplePortfolio(LARGE)));
  note(await server.b.post('/portfolios', { external_id: 7 }));
  const { rebalance_id: rebalanceId } = note(await server.b.post('/rebalance', { portfolio_id: id }));
  note(await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true }));
  await server.ballast.control.advanceTo(server.ballast.control.nowMs() + 7_200_000);
  note(await server.b.get(`/rebalance/${rebalanceId}`));
  note(await server.sim.get('/events?limit=1000'));
  note(await server.sim.get('/fingerprint'));
  return messages;
}

describe('requests during a reset', () => {
  test.each([
    ['a request', null],
    [
      'a request that a fault might hit',
      { kind: 'api_error', code: 'internal_error', match: { body: { '/name': 'x' } } },
    ],
    [
      'a request that a fault would hit',
      { kind: 'api_error', code: 'internal_error', match: { body: { '/currency': 'EUR' } } },
    ],
  ])('%s whose body comes afterwards gets its response from the new world', proves('L47.2'), async (_title, fault) => {
    const server = await startBallast({ seed: 3 });
    await createSample(server);
    if (fault !== null) await server.sim.post('/faults', fault);
    const body = JSON.stringify(samplePortfolio());
    const socket = await openSocket(server);
    socket.write(headOf(server, body));
    socket.write(body.slice(0, 20));
    // The request has reached the server when the server asks for the rest of it.
    await once(socket, 'data');
    await server.sim.post('/reset');
    socket.write(body.slice(20));
    const response = await responseOn(socket);
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    const { portfolios } = JSON.parse((await server.sim.get('/portfolios')).text);
    expect(portfolios).toHaveLength(1);
    expect(response).toContain(portfolios[0].portfolio_id);
    const { entries } = JSON.parse((await server.sim.get('/journal?full=true')).text);
    expect(entries.map(({ request_body: sent }: { request_body: string }) => sent)).toEqual([body]);
  });

  test('an attempt that ends afterwards is no part of the new world', proves('L47.2'), async () => {
    const server = await startBallast();
    const receiver = await startReceiver(() => null);
    await registerAndPlan(server, receiver.url);
    await receiver.received(1);
    await server.sim.post('/reset');
    stopReceivers();
    await registerAndPlan(server, '/sim/sink/after');
    await server.advance('1h');
    expect(await onlyDelivery(server)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('an advance ends, and time is that of the beginning of the world', proves('L47.2'), async () => {
    const server = await startBallast();
    const receiver = await startReceiver(() => null);
    await register(server, receiver.url);
    await planFor(server, await createSample(server));
    await server.sim.post('/clock/advance', { by: '30d' });
    await server.sim.post('/reset');
    const now = (await server.sim.get('/clock')).as(clock);
    expect(now).toMatchObject({ now: '2026-03-02T09:30:00.000Z', status: 'ready', last_advance: null });
    await server.advance('1h');
  });

  test('requests during many resets all get a response, and never an internal error', proves('L47.2'), async () => {
    const server = await startBallast({ dataDir: newFolder() });
    const statuses: number[] = [];
    const work = async () => {
      for (let round = 0; round < 15; round += 1) {
        const made = await server.b.post('/portfolios', samplePortfolio());
        statuses.push(made.status);
        statuses.push((await server.sim.get('/events')).status, (await server.b.get(`/prices/${SAP}`)).status);
      }
    };
    const reset = async () => {
      for (let round = 0; round < 5; round += 1) statuses.push((await server.sim.post('/reset')).status);
    };
    await Promise.all([work(), work(), work(), reset(), reset()]);
    expect([...new Set(statuses)].sort()).toEqual([200, 201]);
    expect((await server.sim.post('/reset')).as(fingerprint).events).toBe(1);
  });
});

async function openSocket(server: TestServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.ballast.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

function headOf({ ballast }: TestServer, body: string): string {
  const { host } = new URL(ballast.formBUrl);
  return [
    'POST /form-b/v1/portfolios HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${ballast.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'Expect: 100-continue',
    '\r\n',
  ].join('\r\n');
}

async function responseOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

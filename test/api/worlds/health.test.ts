/**
 * Probes of a server and of its worlds (decision A20): without a key, from the first moment on, and without a trace.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { gateRules } from '../../../src-server/api/http/gate-rules.ts';
import { handleProbe } from '../../../src-server/api/http/health.ts';
import { listen } from '../../../src-server/system/http/listen.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorldOn, startBallast, stopAll } from '../../support/start-ballast.ts';
import { testFolder } from '../../support/test-folders.ts';

afterEach(stopAll);

async function probe(origin: string, path: string, method = 'GET', headers: Record<string, string> = {}) {
  const sent = request(`${origin}${path}`, { method, headers }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode as number, text, headers: response.headers as Record<string, string> };
}

async function start(options: Parameters<typeof startBallast>[0] = {}) {
  const server = await startBallast(options);
  return { server, origin: new URL(server.ballast.baseUrl).origin };
}

const OK = [200, '{"status":"ok"}'];
const READY = [200, '{"status":"ready"}'];

describe('a server with worlds', () => {
  test('responds to probes without a key, for itself and for each world', proves('A20'), async () => {
    const { server, origin } = await start();
    await makeWorldOn(server, { name: 'one' });
    for (const base of ['', '/sim', '/worlds/one', '/worlds/one/sim', '/worlds/default'])
      for (const [path, expected] of [
        ['/health', OK],
        ['/ready?by=docker', READY],
      ] as const) {
        const { status, text, headers } = await probe(origin, `${base}${path}`);
        expect([base, path, status, text]).toEqual([base, path, ...expected]);
        expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
        expect(headers).not.toHaveProperty('x-request-id');
      }
    expect(await probe(origin, '/ready', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  test(
    'has no probes below /v1, of any other method, or of a world that does not exist',
    proves('A20', 'A5'),
    async () => {
      const { origin } = await start();
      expect((await probe(origin, '/v1/health')).status).toBe(401);
      for (const path of ['/form-a/v1/ready', '/form-b/v1/health'])
        expect((await probe(origin, path)).status).toBe(401);
      expect((await probe(origin, '/health', 'POST')).status).toBe(404);
      for (const path of ['/Health', '/health/', '/worlds/none/ready'])
        expect([path, (await probe(origin, path)).status]).toEqual([path, 404]);
    },
  );

  test('refuses probes under foreign names and from foreign pages', proves('A20', 'A7.2', 'A18.4'), async () => {
    const { origin } = await start();
    expect((await probe(origin, '/ready', 'GET', { host: 'evil.example' })).status).toBe(400);
    expect((await probe(origin, '/ready', 'GET', { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  });

  test('uses no request id for a probe, and journals none', proves('A20'), async () => {
    const idAfter = async (probes: number) => {
      const { server, origin } = await start();
      for (let count = 0; count < probes; count += 1) await probe(origin, '/ready');
      expect((await server.sim.get('/journal')).text).toContain('"entries":[]');
      return (await server.both.get('/prices/DE0007164600')).headers.get('x-request-id');
    };
    expect(await idAfter(5)).toBe(await idAfter(0));
  });

  test('does not extend the life of a world that is only probed', proves('A20', 'N3.6'), async () => {
    const { server, origin } = await start();
    await makeWorldOn(server, { name: 'brief', expires_after: '1m' });
    const expiry = async () => JSON.parse((await server.sim.get('/worlds/brief')).text).expires;
    const before = await expiry();
    await probe(origin, '/worlds/brief/ready');
    expect(await expiry()).toBe(before);
  });
});

test('a server that is being opened is healthy and not ready; all else waits', proves('A20'), async () => {
  const server = await listen(0, '127.0.0.1', undefined, {
    gate: gateRules(['ballast'], []),
    handle: (...call) => handleProbe(...call, () => 'opening'),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const other = probe(origin, '/sim/session');
  const foreign = probe(origin, '/health', 'GET', { host: 'evil.example' });
  expect(await probe(origin, '/health')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  for (const host of ['localhost', 'ballast'])
    expect(await probe(origin, '/worlds/one/ready', 'GET', { host })).toMatchObject({
      status: 503,
      text: '{"status":"opening"}',
    });
  server.serve((_request, response) => void response.end('served'));
  expect([(await other).text, (await foreign).status]).toEqual(['served', 400]);
  await server.close();
});

test('a server with stored worlds is ready once all of them are open', proves('A20'), async () => {
  const dataDir = testFolder('health');
  const first = await start({ dataDir });
  await makeWorldOn(first.server, { name: 'stored', keep: true });
  await first.server.stop();
  const again = await start({ dataDir });
  expect((await probe(again.origin, '/worlds/stored/ready')).text).toBe('{"status":"ready"}');
});

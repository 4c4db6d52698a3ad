/** Access to a server that listens beyond its own machine, and its names (decisions K70, K71). */

import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { ListeningHost } from '../../../src-server/system/http/listen.ts';
import { proves } from '../../conformance/proves.ts';
import { askApp } from '../../support/page/ask-app.ts';
import { runBallast } from '../../support/run-process.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

afterEach(stopAll);

/** Addresses of this machine by which others reach it; there may be none. */
const outside = Object.values(networkInterfaces())
  .flat()
  .filter((found) => found?.family === 'IPv4' && !found.internal)
  .map((found) => found?.address ?? '');

async function open(host: ListeningHost, allowedHosts: readonly string[] = []) {
  const server = await startBallast({ host, allowedHosts });
  return { server, port: Number(new URL(server.ballast.baseUrl).port) };
}

/** `fetch` does not allow another Host, so the name is put into the address as for a proxy. */
async function askAs(server: TestServer, port: number, address: string, host: string, path = '/v1/openapi.json') {
  const { request } = await import('node:http');
  return new Promise<{ status: number; cookie: string | undefined }>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${server.ballast.apiKey}`, accept: 'text/html,*/*' };
    const sent = request({ host: address, port, path, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, cookie: response.headers['set-cookie']?.join() }),
      );
    });
    sent.once('error', reject).end();
  });
}

async function deliverToOwnSink(server: TestServer) {
  await server.sim.post('/webhooks', { url: '/sim/sink/own' });
  await server.b.post('/portfolios', {
    external_id: 'x',
    currency: 'EUR',
    tax_wrapper: 'GIA',
    cash: 1000,
    targets: [{ isin: 'DE0007164600', weight: 1 }],
  });
  await server.sim.post('/clock/advance', { until: 'settled' });
  await server.ready();
  expect((await server.sim.get('/deliveries?status=failed')).text).toContain('"deliveries":[]');
}

describe('a server for this machine', () => {
  test('is not reachable for others', proves('K70'), async () => {
    const { server, port } = await open('127.0.0.1');
    expect((await askAs(server, port, '127.0.0.1', `localhost:${port}`)).status).toBe(200);
    for (const address of outside)
      await expect(askAs(server, port, address, `localhost:${port}`)).rejects.toThrow('ECONNREFUSED');
  });
});

test('a server for ::1 is not reachable for others either, and delivers to its own sinks', proves('K70'), async () => {
  const { server, port } = await open('::1');
  expect(server.ballast.baseUrl).toBe(`http://[::1]:${port}/v1`);
  for (const address of ['::1', '127.0.0.1'])
    expect((await askAs(server, port, address, `localhost:${port}`)).status).toBe(200);
  for (const address of outside)
    await expect(askAs(server, port, address, `localhost:${port}`)).rejects.toThrow('ECONNREFUSED');
  await deliverToOwnSink(server);
  const docs = server.ballast.newAddress().replace('/?', '/docs/api?');
  expect((await askApp(docs, {}, '::1')).headers.get('set-cookie')).toMatch(/^ballast_session_/);
});

describe.each(['0.0.0.0', '::'] as const)('a server that listens on %s', (host) => {
  test('responds under the names of loopback and its configured ones, and no other', proves('K70'), async () => {
    const { server, port } = await open(host, ['ballast', '192.0.2.7']);
    for (const name of ['localhost', '127.0.0.1', 'ballast', 'BALLAST', '192.0.2.7'])
      for (const address of ['127.0.0.1', ...outside])
        expect([name, (await askAs(server, port, address, `${name}:${port}`)).status]).toEqual([name, 200]);
    expect((await askAs(server, port, '127.0.0.1', 'ballast')).status).toBe(200);
    for (const name of ['evil.example', 'ballast.evil.example', 'xballast', '192.0.2.70', `evil.example:80@ballast`])
      expect([name, (await askAs(server, port, '127.0.0.1', name)).status]).toEqual([name, 400]);
  });

  test('gives its session to browsers of this machine alone', proves('K71'), async () => {
    const { server, port } = await open(host);
    const { host: name } = new URL(server.ballast.appOrigin);
    const docs = () => server.ballast.newAddress().replace(/^.*\/\?/, '/docs/api?');
    expect((await askAs(server, port, '127.0.0.1', name, docs())).cookie).toMatch(/^ballast_session_\d+=\w+; HttpOnly/);
    for (const address of outside) {
      const response = await askAs(server, port, address, name, docs());
      expect([response.status, response.cookie]).toEqual([200, undefined]);
      expect((await askAs(server, port, address, 'localhost', '/sim/session')).status).toBe(401);
    }
  });

  test('delivers to its own sinks', proves('K70'), async () => {
    const { server } = await open(host);
    await deliverToOwnSink(server);
  });
});

test('serve says in one line on stderr what listening beyond loopback means', proves('K70'), async () => {
  const run = runBallast(['serve', '--port', '0', '--host', '0.0.0.0', '--allow-host', 'Ballast', '--json']);
  const { base_url: baseUrl } = JSON.parse(await run.firstLine) as { base_url: string };
  run.child.kill('SIGTERM');
  expect((await run.ended).exitCode).toBe(0);
  const { port, hostname } = new URL(baseUrl);
  expect(hostname).toBe('127.0.0.1');
  expect(run.stderr()).toBe(
    `ballast: listening on 0.0.0.0: anyone who can reach port ${port} of this machine under localhost, ballast can use ` +
      'it with the API key, and has full control with the admin token; traffic is not encrypted\n',
  );
});

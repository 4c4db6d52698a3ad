/**
 * Tests outgoing connections: a name that resolves elsewhere in between, redirects, this server itself (decision I16).
 * Real connections.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { AllowedHost } from '../../src-server/engine/ports/webhook-ports.ts';
import { createAddressGate, type Resolve } from '../../src-server/system/http/address-gate.ts';
import { createSendHttp } from '../../src-server/system/http/send-http.ts';
import { proves } from '../conformance/proves.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('a name that was allowed', () => {
  test(
    'is resolved for every connection, and gets nothing once it resolves to a private address',
    proves('I16'),
    async () => {
      const receiver = await serve({ connection: 'close' });
      const responses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', '127.0.0.1'];
      const post = poster([{ name: 'hooks.test', address: null }], resolvingTo(responses));
      const url = `http://hooks.test:${receiver.port}/`;
      expect(await post(url)).toMatchObject({ status: 200, error: null });
      expect((await post(url)).error).toMatch(
        /hooks\.test resolves to 10\.0\.0\.1, a private address, which is not allowed/,
      );
      expect((await post(url)).error).toContain('cloud metadata');
      expect((await post(url)).error).toContain('a private address');
      expect((await post(url)).status).toBe(200);
      expect(receiver.hosts).toEqual([`hooks.test:${receiver.port}`, `hooks.test:${receiver.port}`]);
    },
  );

  test('gets nothing where one of its addresses is not allowed', proves('I16'), async () => {
    const receiver = await serve();
    const both: Resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '192.168.0.1', family: 4 },
    ];
    const post = poster([{ name: 'hooks.test', address: null }], both);
    expect((await post(`http://hooks.test:${receiver.port}/`)).error).toContain('192.168.0.1');
    expect(receiver.hosts).toEqual([]);
  });

  test('and pinned is not resolved at all', proves('I15'), async () => {
    const receiver = await serve();
    const post = poster([{ name: 'hooks.test', address: '127.0.0.1' }], resolvingTo([]));
    expect((await post(`http://hooks.test:${receiver.port}/`)).status).toBe(200);
    expect(receiver.hosts).toEqual([`hooks.test:${receiver.port}`]);
  });

  test('is always loopback where it is localhost', proves('I16'), async () => {
    const receiver = await serve();
    const post = poster([], resolvingTo(['93.184.215.14']));
    expect((await post(`http://localhost:${receiver.port}/`)).error).toContain(
      'a public address, which is not allowed',
    );
    expect(receiver.hosts).toEqual([]);
  });
});

describe('any registered address', () => {
  test('leads nowhere else by a redirect', proves('I16'), async () => {
    const target = await serve();
    const receiver = await serve({ location: `http://127.0.0.1:${target.port}/` }, 307);
    expect((await poster([])(`http://127.0.0.1:${receiver.port}/`)).status).toBe(307);
    expect(target.hosts).toEqual([]);
  });

  test('does not reach this server, except for its sinks', proves('I15'), async () => {
    const own = await serve();
    const gate = createAddressGate({
      allowedHosts: [{ name: 'me.test', address: '127.0.0.1' }],
      ownPort: own.port,
      isSinkPath: (path) => path === '/sim/sink',
    });
    const send = createSendHttp(gate);
    const post = (url: string) => send({ url, headers: {}, body: '{}', timeoutMs: 600_000, tls: null });
    for (const host of ['127.0.0.1', 'localhost', '127.9.9.9', 'me.test']) {
      expect((await post(`http://${host}:${own.port}/v1/portfolios`)).error).toContain('this server itself');
    }
    expect(own.hosts).toEqual([]);
    expect((await post(`http://127.0.0.1:${own.port}/sim/sink`)).status).toBe(200);
  });

  test('gets nothing once it is no longer allowed', proves('I15'), async () => {
    const outcome = await poster([])('http://192.168.0.1/');
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('nothing was sent') });
  });
});

/** Each lookup gets the next result. */
function resolvingTo(addresses: readonly string[]): Resolve {
  const left = [...addresses];
  return async () => {
    const address = left.shift();
    if (address === undefined) throw new Error('nobody should have asked');
    return [{ address, family: address.includes(':') ? 6 : 4 }];
  };
}

function poster(allowedHosts: readonly AllowedHost[], resolve?: Resolve) {
  const send = createSendHttp(createAddressGate({ allowedHosts, ownPort: null, isSinkPath: () => false }, resolve));
  return (url: string) => send({ url, headers: {}, body: '{}', timeoutMs: 600_000, tls: null });
}

async function serve(headers: Record<string, string> = {}, status = 200) {
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(status, headers).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, hosts };
}

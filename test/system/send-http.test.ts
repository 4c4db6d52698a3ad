/** Sending a webhook: everything that can come back is a value, and nothing is thrown (decision I). */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAddressGate } from '../../src-server/system/http/address-gate.ts';
import { createSendHttp } from '../../src-server/system/http/send-http.ts';
import { proves } from '../conformance/proves.ts';

const servers: (Server | TcpServer)[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  }
});

describe('sending', () => {
  test('posts the exact body with the given headers', async () => {
    let seen: unknown = null;
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        seen = { method: request.method, path: request.url, id: request.headers['webhook-id'], body };
        response.end('thanks');
      });
    });
    const body = '{"ünï":"code"}';
    const outcome = await sendHttp({
      url: `${url}/in?x=1`,
      headers: { 'webhook-id': 'ev_1' },
      body,
      timeoutMs: 600_000,
      tls: null,
    });
    expect(outcome).toMatchObject({ status: 200, body: 'thanks', error: null });
    expect(outcome.durationMs).toBeGreaterThan(0);
    expect(seen).toEqual({ method: 'POST', path: '/in?x=1', id: 'ev_1', body });
  });

  test.each([204, 400, 410, 500, 503])('reports status %i as it came', async (status) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, { 'retry-after': '120' });
      response.end();
    });
    expect(await send(url)).toMatchObject({ status, headers: { 'retry-after': '120' }, error: null });
  });

  test.each([
    ['HTTP/1.1 099 X', { status: 99, error: null }],
    ['HTTP/1.1 000 X', { status: 0, error: null }],
    ['HTTP/1.1 999 O\u0001K', { status: 999, error: null }],
    ['HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: x', { status: 101, error: null }],
    ['HTTP/1.1 101 Up', { status: 101, error: null }],
    ['HTTP/1.1 1000 X', { status: null, error: expect.stringContaining('is not HTTP (HPE_INVALID_STATUS)') }],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2', { status: null, error: expect.any(String) }],
  ])('reports an unusual response as it came, at once: %s', async (head, expected) => {
    const url = await serveBytes(`${head}\r\n\r\n{}`);
    expect(await send(url)).toMatchObject(expected);
  });

  test('does not follow a redirect', async () => {
    let hits = 0;
    const url = await serve((request, response) => {
      hits += 1;
      response.writeHead(request.url === '/' ? 307 : 200, { location: '/elsewhere' });
      response.end();
    });
    expect((await send(`${url}/`)).status).toBe(307);
    expect(hits).toBe(1);
  });

  test('gives up on a receiver that does not respond in time, and reports that time', async () => {
    const url = await serve(() => {});
    expect(await send(url, 60)).toMatchObject({ status: null, error: 'no response within 0.06 s' });
  });

  test('gives up on a receiver that never ends its response', async () => {
    const url = await serve((_request, response) => void response.write('still coming'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const came = Promise.withResolvers<void>();
    const seeResponse = (message: unknown) =>
      (message as { response: IncomingMessage }).response.once('data', () => came.resolve());
    subscribe('http.client.response.finish', seeResponse);
    const sent = send(url, 60);
    await came.promise;
    unsubscribe('http.client.response.finish', seeResponse);
    vi.advanceTimersByTime(60);
    const outcome = await sent;
    expect(outcome).toMatchObject({
      status: 200,
      body: 'still coming',
      error: 'the response did not end within 0.06 s',
    });
  });

  test('reads the headers of a response larger than the stored part, even an endless one', proves('I8'), async () => {
    const block = 'x'.repeat(32_768);
    const url = await serve((_request, response) => {
      const pour = () => {
        if (!response.destroyed) response.write(block, pour);
      };
      pour();
    });
    const { status, body, isCut, error } = await send(url);
    expect({ status, isCut, error }).toEqual({ status: 200, isCut: true, error: null });
    expect(body).toHaveLength(65_536);
  });

  test('names a refused connection', async () => {
    const url = await serve(() => {});
    const gone = servers.pop();
    await new Promise((resolve) => gone?.close(resolve));
    const outcome = await send(url);
    expect(outcome).toMatchObject({ status: null, body: '' });
    expect(outcome.error).toContain('ECONNREFUSED');
  });

  test('names a connection that breaks off', async () => {
    const url = await serve((request) => void request.socket.destroy());
    const outcome = await send(url);
    expect(outcome.status).toBeNull();
    expect(outcome.error).not.toBe('');
  });
});

const sendHttp = createSendHttp(createAddressGate({ allowedHosts: [], ownPort: null, isSinkPath: () => false }));

function send(url: string, timeoutMs = 600_000) {
  return sendHttp({ url, headers: {}, body: '{}', timeoutMs, tls: null });
}

/** Every connection gets the same bytes after its first. */
function serveBytes(bytes: string): Promise<string> {
  return opened(
    createTcpServer(
      (socket) => void socket.once('data', () => socket.end(bytes, 'latin1')).on('error', () => undefined),
    ),
  );
}

function serve(listener: RequestListener): Promise<string> {
  return opened(createServer(listener));
}

function opened(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/**
 * A request that does not arrive completely in time, or continues after its response, is cut off: nobody occupies a
 * connection for ever.
 */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ListeningServer, listen, type Refuse } from '../../src-server/system/http/listen.ts';
import { proves } from '../conformance/proves.ts';

const opened: ListeningServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

const BOUNDS = { headersMs: 60, wholeMs: 120, checkMs: 20, restMs: 60, unreadMs: 60 };
const refuse: Refuse = (why) => ({ status: '400 Bad Request', headers: {}, body: why });

/** All bytes in response to `bytes` until the server closes the connection. */
async function responseTo(bytes: string, listener: RequestListener): Promise<string> {
  const server = await listen(0, '127.0.0.1', BOUNDS);
  opened.push(server);
  server.serve(listener, refuse);
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

const readAll: RequestListener = (request, response) => {
  request
    .on('error', () => undefined)
    .on('end', () => response.end('whole'))
    .resume();
};

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: localhost\r\nX-Half: '],
  ['body of a known length', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'],
  ['body in pieces', 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('%s that do not continue get a refusal of the service, and are cut off', proves('A16'), async (_what, bytes) => {
  const response = await responseTo(bytes, readAll);
  expect(response).toContain('HTTP/1.1 400 Bad Request');
  expect(response).toContain('did not arrive completely in time');
});

test('a request with a response before all of it came gets that response, and is cut off', proves('A16'), async () => {
  const bytes = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf';
  expect(await responseTo(bytes, (_request, response) => void response.end('early'))).toContain('early');
});

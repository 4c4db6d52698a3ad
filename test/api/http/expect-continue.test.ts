/** `Expect: 100-continue`: a client is asked for its body only if the server reads it (decision A4). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { samplePortfolio } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

interface Head {
  readonly path?: string;
  readonly key?: string;
  readonly headers?: readonly string[];
}

const BODY = JSON.stringify(samplePortfolio());

/**
 * Sends the head, and the body once the server asks for it; returns the statuses in order, and whether the server
 * closed.
 */
async function statuses({ path = '/form-b/v1/portfolios', key, headers = [] }: Head, body: string | Buffer = BODY) {
  const { host, hostname, port } = new URL(server.ballast.baseUrl);
  const socket = connect(Number(port), hostname);
  const usual = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const named = new Set(headers.map((line) => line.split(':')[0]));
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key ?? server.ballast.apiKey}`,
    'Expect: 100-continue',
    ...usual.filter((line) => !named.has(line.split(':')[0])),
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  const seen = () => [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  socket.on('data', (chunk: Buffer) => {
    const before = seen().length;
    text += chunk.toString('latin1');
    if (before === 0 && seen()[0] === 100) socket.write(body);
    // A connection that remains open is closed here, once the response is complete.
    if (!/connection: close/i.test(text) && /\r\n\r\n\{[\s\S]*\}$/.test(text)) socket.end();
  });
  await once(socket, 'close');
  return { statuses: seen(), closes: /connection: close/i.test(text) };
}

test('a body that is read is requested', proves('A4.5'), async () => {
  expect(await statuses({})).toEqual({ statuses: [100, 201], closes: false });
});

test(
  'a body with a known compression is requested, because only its bytes show whether it is valid',
  proves('A4.5'),
  async () => {
    const headers = ['Content-Encoding: gzip'];
    expect((await statuses({ headers }, gzipSync(BODY))).statuses).toEqual([100, 201]);
    expect((await statuses({ headers })).statuses).toEqual([100, 400]);
  },
);

test('a file of prices in another charset gets its response after the head alone', proves('A4.5'), async () => {
  const head = {
    path: '/sim/market/series',
    key: server.ballast.adminToken,
    headers: ['Content-Type: text/csv; charset=latin1'],
  };
  expect(await statuses(head)).toEqual({ statuses: [400], closes: true });
});

test.each<[string, Head, number]>([
  ['a key that opens nothing', { key: 'ak_none' }, 401],
  ['a body that says it is too large', { headers: ['Content-Length: 2000000'] }, 400],
  ['a body of another type', { headers: ['Content-Type: text/plain'] }, 400],
  ['a body in another charset', { headers: ['Content-Type: application/json; charset=latin1'] }, 400],
  ['a body that is packed in an unknown way', { headers: ['Content-Encoding: zip'] }, 400],
  ['a path that is not there', { path: '/form-b/v1/nothing' }, 404],
  ['a path of nobody', { path: '/nothing' }, 404],
  ['a world that is not there', { path: '/worlds/none/v1/portfolios' }, 404],
  ['a token that opens nothing', { path: '/sim/webhooks' }, 401],
  ['a page of elsewhere', { headers: ['Origin: http://evil.example'] }, 400],
])('%s gets its response after the head alone', proves('A4.5'), async (_what, head, status) => {
  expect(await statuses(head)).toEqual({ statuses: [status], closes: true });
});

/**
 * Tests the proxy before a real service (decision R3): everything passes unchanged, to that service alone, and no
 * secret of it is stored.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { ask, KEY, throughProxy } from './through-proxy.ts';

const targets: (() => void)[] = [];
afterAll(async () => {
  for (const close of targets) close();
  await stopAll();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  targets.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Responds to each request with bytes of its path, and closes. */
async function serveBytes(responseTo: (path: string) => string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => void socket.end(responseTo(bytes.toString().split(' ')[1] ?? ''), 'latin1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  targets.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends bytes as they are, and reads until the other side ends: the request has to contain `Connection: close`. */
async function sendBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  // A connection that breaks off counts as an end, too.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

describe('traffic through the proxy', () => {
  test("has the service's response: status, reason, headers in their order, and bytes", proves('R3.5'), async () => {
    const body = Buffer.alloc(3 * 1_048_576, 'x');
    const target = await serve((request, response) => {
      response.writeHead(418, 'Short and stout', [
        'X-Own',
        String(request.headers.host),
        'x-own',
        'b',
        'Date',
        'never',
      ]);
      response.end(body);
    });
    await throughProxy(target, async (origin) => {
      const response = await ask('GET', `${origin}/form-b/v1/prices/X?a=1`);
      expect([response.status, response.headers['x-own'], response.headers.date]).toEqual([
        418,
        `${new URL(target).host}, b`,
        'never',
      ]);
      expect(response.body).toBe(body.toString());
    });
  });

  test("has the client's request: path, headers and body in chunks", proves('R3.5'), async () => {
    const seen: unknown[] = [];
    const target = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => void chunks.push(chunk));
      request.on('end', () => {
        const { method, url, rawHeaders, headers } = request;
        const own = rawHeaders.filter((_each, index) => /^x-a$/i.test(rawHeaders[index - (index % 2)] ?? ''));
        seen.push([method, url, own, Buffer.concat(chunks).toString(), headers.authorization]);
        response.end('ok');
      });
    });
    const lines = ['Host: localhost', 'Authorization: Bearer abc', 'X-A: 1', 'x-a: 2', 'Transfer-Encoding: chunked'];
    const head = [...lines, 'Connection: close', '', '5', 'hello', '0', '', ''].join('\r\n');
    await throughProxy(target, async (origin) => {
      expect(await sendBytes(origin, `DELETE /v1/a/../b HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 200 OK/);
    });
    expect(seen).toEqual([['DELETE', '/v1/a/../b', ['X-A', '1', 'x-a', '2'], 'hello', 'Bearer abc']]);
  });

  test('is sent to the target alone, whatever the request line says', proves('R3.5'), async () => {
    const stolen: string[] = [];
    const other = await serve((request, response) => {
      stolen.push(request.url ?? '');
      response.end();
    });
    const seen: string[] = [];
    const target = await serve((request, response) => {
      seen.push(`${request.headers.host} ${request.url}`);
      response.end();
    });
    const { host } = new URL(target);
    await throughProxy(target, async (origin) => {
      const head = `HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      await sendBytes(origin, `GET /${other.slice('http:/'.length)}/v1/x ${head}`);
      await sendBytes(origin, `GET ${other}/v1/x ${head}`);
    });
    expect(stolen).toEqual([]);
    expect(seen).toEqual([`${host} //${new URL(other).host}/v1/x`, `${host} /v1/x`]);
  });

  test('may come under names and from pages that were named, and no others', proves('R3.6'), async () => {
    const target = await serve((_request, response) => void response.end('passed on'));
    const page = 'http://localhost:3000';
    const work = async (origin: string) => {
      const get = (...lines: string[]) =>
        sendBytes(origin, ['GET /v1/x HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));
      expect(await get('Host: API.example.com')).toContain('passed on');
      expect(await get('Host: localhost', `Origin: ${page}`, 'Sec-Fetch-Site: same-site')).toContain('passed on');
      expect(await get('Host: other.example.com')).toContain('The Host header does not name this machine.');
      expect(await get('Host: localhost', 'Origin: http://evil.example')).toContain('are not allowed.');
    };
    await throughProxy(target, work, { allowedHosts: ['api.example.com'], allowedOrigins: [page] });
  });

  test('follows no redirect', proves('R3.5'), async () => {
    const target = await serve((_request, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await throughProxy(target, async (origin) => {
      const response = await ask('GET', `${origin}/v1/prices/DE0007164600`);
      expect([response.status, response.headers.location]).toEqual([307, '/elsewhere']);
    });
  });

  test('breaks off where the service breaks off, and is not compared', proves('R3.5', 'R3.3'), async () => {
    const target = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":', () => response.destroy());
    });
    const { report, code } = await throughProxy(target, async (origin) => {
      const response = await sendBytes(origin, 'GET /v1/prices/X HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
    });
    expect([code, report.compared]).toEqual([65, 0]);
    expect(report.skipped).toEqual([{ request: 1, reason: 'the body of the response broke off' }]);
  });

  test('remains compressed for the client, and is compared decompressed', proves('R3.5', 'R3.3'), async () => {
    const packed = gzipSync('{"isin":7}');
    const target = await serve((request, response) => {
      const accepted = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': String(accepted) });
      response.end(accepted === 'gzip' ? packed : 'not packed');
    });
    const { report } = await throughProxy(target, async (origin) => {
      const url = `${origin}/form-b/v1/prices/DE0007164600`;
      const head = 'GET /form-b/v1/prices/DE0007164600 HTTP/1.1\r\nHost: localhost\r\nConnection: close';
      const response = await sendBytes(origin, `${head}\r\nAccept-Encoding: gzip\r\n\r\n`);
      expect(response).toContain(packed.toString('latin1'));
      await ask('GET', url, null, { 'accept-encoding': 'br' });
      await ask('GET', url, null, { 'accept-encoding': 'own' });
    });
    expect(report.differences).toContainEqual(
      expect.objectContaining({ place: 'body/isin', against: 'contract', first: 1 }),
    );
    expect(report.skipped).toEqual([
      { request: 2, reason: expect.stringContaining('has the content encoding br, but cannot be decoded') },
      { request: 3, reason: 'the body of the response has the content encoding own, which is not supported' },
    ]);
  });

  test('may be of any size: bodies that are too long to be compared are named', proves('R3.5', 'R3.3'), async () => {
    const body = Buffer.alloc(11 * 1_048_576, 'x');
    const target = await serve((_request, response) => void response.end(body));
    const { report, har } = await throughProxy(target, async (origin) => {
      const response = await ask('GET', `${origin}/v1/prices/DE0007164600`);
      expect(response.body.length).toBe(body.length);
    });
    expect(report.skipped).toEqual([{ request: 1, reason: 'the body of the response is longer than 10485760 bytes' }]);
    expect(har.length).toBeLessThan(10_000);
  });

  test('is 502 with the reason where nothing responds, and the report has it', proves('R3.7'), async () => {
    const gone = await freePort();
    const { report, lines } = await throughProxy(`http://127.0.0.1:${gone}`, async (origin) => {
      const response = await ask('GET', `${origin}/v1/prices/DE0007164600`);
      expect([response.status, response.body]).toEqual([
        502,
        expect.stringContaining(`127.0.0.1:${gone} does not respond`),
      ]);
    });
    expect(report.skipped).toEqual([{ request: 1, reason: 'there was no response' }]);
    expect(lines).toContain('1 request to the service, none compared');
  });
});

/** The bytes on the wire, the line that the client gets, and why it is not compared. */
const ODD_RESPONSES: readonly (readonly [wire: string, line: string, reason: RegExp | null])[] = [
  ['HTTP/1.1 099 X', '502 Bad Gateway', /could not be forwarded: its status is 099$/],
  ['HTTP/1.1 000 X', '502 Bad Gateway', /could not be forwarded: its status is 000$/],
  ['HTTP/1.1 020 X', '502 Bad Gateway', /could not be forwarded: its status is 020$/],
  ['HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: x', '502 Bad Gateway', /its status 101 changes the protocol$/],
  ['HTTP/1.1 101 Up', '502 Bad Gateway', /could not be forwarded: its status/],
  ['HTTP/1.1 1000 X', '502 Bad Gateway', /could not be forwarded: Parse Error/],
  ['HTTP/1.1 20 X', '502 Bad Gateway', /could not be forwarded: Parse Error/],
  ['HTTP/1.1 2x0 X', '502 Bad Gateway', /could not be forwarded: Parse Error/],
  ['HTTP/9.9 200 OK', '502 Bad Gateway', /could not be forwarded: Parse Error/],
  ['nonsense', '502 Bad Gateway', /could not be forwarded: Parse Error/],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nContent-Length: x', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip', '502 Bad Gateway', /its Transfer-Encoding is gzip$/],
  [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    '502 Bad Gateway',
    /Transfer-Encoding|Parse/,
  ],
  ['HTTP/1.1 200 OK\r\nX(Y): 1', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nX Y: 1', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\n: 1', '502 Bad Gateway', /Parse Error/],
  ['HTTP/1.1 200 OK\r\nX-Y: a\u0001b', '502 Bad Gateway', /could not be forwarded/],
  ['HTTP/1.1 200 OK\r\nX-Y: a\u0000b', '502 Bad Gateway', /could not be forwarded/],
  ['HTTP/1.1 200 O\u0001K', '200 OK', null],
  ['HTTP/1.1 200 \u00e9', '200 \u00e9', null],
  ['HTTP/1.1 200 ', '200 ', null],
  ['HTTP/1.1 999 X', '999 X', null],
  ['HTTP/1.1 600 X\r\nTrailer: X-Y\r\nX-Y: \u00e9', '600 X', null],
  ['HTTP/1.1 204 No\r\nContent-Length: 2', '204 No', null],
];

describe('a response that cannot be passed on', () => {
  test('is 502, is recorded as unanswered with the reason, and ends nothing', proves('R3.7'), async () => {
    const target = await serveBytes((path) => `${ODD_RESPONSES[Number(path.split('/').at(-1))]?.[0]}\r\n\r\n{}`);
    const { report, har } = await throughProxy(target, async (origin) => {
      for (const [index, [wire, line]] of ODD_RESPONSES.entries()) {
        const head = `GET /v1/prices/${index} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
        const [, got] = (await sendBytes(origin, head)).split(/HTTP\/1.1 |\r\n/);
        expect([wire, got]).toEqual([wire, line]);
      }
    });
    const refused = ODD_RESPONSES.flatMap(([, , reason], index) => (reason === null ? [] : [{ index, reason }]));
    expect([report.requests, report.skipped]).toEqual([
      ODD_RESPONSES.length,
      refused.map(({ index, reason }) => ({ request: index + 1, reason: expect.stringMatching(reason) })),
    ]);
    const { entries } = JSON.parse(har).log;
    for (const { index, reason } of refused)
      expect([index, entries[index].response.status, entries[index]._gap]).toEqual([
        index,
        0,
        expect.stringMatching(reason),
      ]);
  });
});

describe('secrets that go through the proxy', () => {
  test('are in no archive, wherever they occur', proves('R3.8'), async () => {
    const target = await serve((request, response) => {
      const body = request.url === '/oauth/token' ? `{"access_token":"${KEY}"}` : `{"you_said":"Bearer ${KEY}"}`;
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=very-secret-session' });
      response.end(body);
    });
    const { har, lines } = await throughProxy(target, async (origin) => {
      await ask('POST', `${origin}/oauth/token`, 'client_secret=nobody-knows-it');
      await ask('GET', `${origin}/v1/prices/DE0007164600?key=${KEY}`, null, { cookie: 'session=very-secret-session' });
      await ask('GET', `${origin}/v1/prices/DE0007164600`, null, { 'x-api-key': 'another-secret-key' });
    });
    const { entries } = JSON.parse(har).log;
    expect(entries).toHaveLength(2);
    for (const secret of [KEY, 'very-secret-session', 'nobody-knows-it', 'another-secret-key']) {
      expect(har).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
    }
    expect(har).toContain('[redacted]');
  });
});

describe('a proxy for credentials with known names', () => {
  test('stores none of them, in no file, and only the user can read its files', {
    ...proves('R3.8', 'L33.4', 'L33.6'),
  }, async () => {
    const secrets = ['in-a-query', 'in-an-answer', 'in-a-body', 'in-a-form', 'in-a-place', 'in-a-list', 'in-basic'];
    const target = await serve((_request, response) => {
      response.writeHead(302, { 'content-type': 'application/json', location: `https://x/?access_token=in-a-place` });
      response.end('{"access_token":"in-an-answer","refresh_tokens":["in-a-list"],"said":"in-basic"}');
    });
    const basic = { authorization: `Basic ${Buffer.from('user:in-basic').toString('base64')}` };
    const { folder, lines } = await throughProxy(target, async (origin) => {
      await ask('GET', `${origin}/v1/prices/DE0007164600?api_key=in-a-query`, null, basic);
      await ask('POST', `${origin}/v1/portfolios`, '{"name":"x","password":"in-a-body"}');
      await ask('POST', `${origin}/v1/portfolios?x=1`, 'password=in-a-form&name=x');
    });
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(['draft.yaml', 'r.har', 'r.html', 'r.json']);
    const texts = [...files.map((file) => readFileSync(join(folder, file), 'utf8')), lines.join('\n')];
    for (const text of texts)
      expect(
        secrets.filter((secret) => text.includes(secret)),
        text,
      ).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'r.har'), 'utf8')).log.entries).toHaveLength(3);
    const modes = files.map((file) => statSync(join(folder, file)).mode & 0o777);
    if (process.platform !== 'win32') expect(modes).toEqual(files.map(() => 0o600));
  });
});

test('a token that a response shows before a client sends it is in no report', proves('R3.8', 'L33.6'), async () => {
  const token = 'sent-only-later-9';
  const target = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"${token}":1}`);
  });
  const { folder, report } = await throughProxy(target, async (origin) => {
    await ask('GET', `${origin}/v1/prices/DE0007164600`, null, {});
    await ask('GET', `${origin}/v1/unknown/${token}`, null, {});
    await ask('GET', `${origin}/v1/prices/DE0007164600`, null, { authorization: `Bearer ${token}` });
    await ask('GET', `${origin}/v1/unknown/${token}`, null, {});
  });
  for (const file of ['r.html', 'r.json']) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(token);
  expect(readFileSync(join(folder, 'r.json'), 'utf8')).toContain('[redacted]');
  const timed = report.timings.map(({ operation, requests }) => [operation, requests]);
  expect(timed).toContainEqual(['GET /unknown/[redacted]', 2]);
});

describe('a proxy that cannot start', () => {
  test('reports why', proves('R3.6'), async () => {
    const server = await startBallast();
    const taken = new URL(server.ballast.baseUrl).port;
    const own = await freePort();
    const self = (host: string) => [['--target', `http://${host}:${own}`, '--port', own], 64, 'is this proxy itself'];
    for (const [flags, code, reason] of [
      [[], 64, 'proxy needs --target'],
      [['--target', 'ftp://x'], 64, "--target: 'ftp://x' is not an http(s) URL"],
      [['--target', '/v1'], 64, "--target: '/v1' is not an http(s) URL"],
      [['--target', 'http://me:secret@x'], 64, '--target: has a user name or a password'],
      [['--target', 'http://x/v1?a=1'], 64, 'has a query or a fragment'],
      [['--target', 'http://x', '--tagret', '1'], 64, "unknown option '--tagret' (did you mean --target?)"],
      [['--target', 'http://x', '--port', '65536'], 64, '--port'],
      [['--target', 'http://x', '--portfolio', 'pf_1=a'], 64, '--portfolio needs --world'],
      [['--target', 'http://x', '--portfolio', 'pf_1'], 64, "--portfolio: 'pf_1' is not an identifier"],
      [['--target', server.ballast.baseUrl, '--port', taken], 2, `port ${taken} is taken`],
      self('localhost'),
      self('127.1.2.3'),
      self('[::1]'),
      self('[::ffff:127.0.0.1]'),
      self('0.0.0.0'),
    ] as const) {
      const { exitCode, stderr } = await callBallast(['proxy', ...(flags as string[])]);
      expect([flags, exitCode, stderr]).toEqual([flags, code, expect.stringContaining(String(reason))]);
    }
  });
});

/** A port that is free at the moment. */
async function freePort(): Promise<string> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/**
 * Requests for another machine (decision A7): pages of other sites, and names that were made to resolve to this
 * machine.
 */
import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

const PATHS = ['/v1/portfolios/x', '/sim/clock', '/sim/sink', '/'];

describe('a request', () => {
  test.each([
    'example.com',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '10.0.0.1',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '2130706433',
    'localhost@example.com',
    '',
  ])('with the Host %s is refused before anything else', proves('A7.2'), async (host) => {
    const server = await startBallast();
    for (const path of PATHS) expect(await statusOf(server.ballast.baseUrl, path, { host })).toBe(400);
  });

  test.each([
    'http://example.com',
    'null',
    'http://localhost.example.com',
    'https://127.0.0.1',
    'http://127.0.0.1:1',
    'file://',
  ])('from the Origin %s is refused before anything else', proves('A7.3'), async (origin) => {
    const server = await startBallast();
    const host = new URL(server.ballast.baseUrl).host;
    for (const path of PATHS) expect(await statusOf(server.ballast.baseUrl, path, { host, origin })).toBe(400);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '127.1.2.3', '[::1]'])(
    'with the Host %s is for this machine',
    proves('A7.2'),
    async (name) => {
      const server = await startBallast();
      const host = `${name}:${new URL(server.ballast.baseUrl).port}`;
      const headers = { host, origin: `http://${host}` };
      // Past this check, the next one is that of the token.
      expect(await statusOf(server.ballast.baseUrl, '/sim/clock', headers)).toBe(401);
    },
  );
});

/** Below the service and the control plane, of the first world and of any other. */
const RESPONSES = [
  '/v1/x',
  '/V1/x',
  '/form-a/v1/x',
  '/form-b/v1/openapi.json',
  '/sim/clock',
  '/sim/sink/x',
  '/worlds/w/v1/x',
];
const PAGES = ['/portfolios', '/docs', '/docs/api', '/worlds/w/'];

describe('by the headers of a browser', () => {
  const statuses = async (paths: readonly string[], headers: Record<string, string>) => {
    const { ballast } = await startBallast({ allowedOrigins: ['http://localhost:3000'] });
    const host = new URL(ballast.baseUrl).host;
    const known = paths.map((path) => statusOf(ballast.baseUrl, path, { host, accept: 'text/html', ...headers }));
    return (await Promise.all(known)).map((status) => status === 400);
  };
  const all = (paths: readonly string[], isRefused: boolean) => paths.map(() => isRefused);

  test.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ])(
    'pages of other sites get no response, and pages of the app as before: %j',
    proves('A18.4', 'L117'),
    async (headers) => {
      expect(await statuses(RESPONSES, headers)).toEqual(all(RESPONSES, true));
      expect(await statuses(PAGES, headers)).toEqual(all(PAGES, false));
    },
  );

  test.each([
    'script',
    'style',
    'worker',
    'sharedworker',
    'audioworklet',
    'image',
    'object',
    'embed',
    'font',
    'manifest',
    'xslt',
  ])('no page of this server loads a response as %s', proves('A18.5'), async (dest) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest };
    expect(await statuses(RESPONSES, headers)).toEqual(all(RESPONSES, true));
    expect(await statuses(PAGES, headers)).toEqual(all(PAGES, false));
  });

  test.each([{ 'service-worker': 'script' }, { 'sec-fetch-dest': 'serviceworker' }])(
    'nothing is the script of a service worker: %j',
    proves('A18.5'),
    async (headers) => {
      const paths = [...RESPONSES, ...PAGES];
      expect(await statuses(paths, { 'sec-fetch-site': 'same-origin', ...headers })).toEqual(all(paths, true));
    },
  );

  test.each([
    {},
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ])(
    'the app itself, a typed address and other clients are accepted: %j',
    proves('A18.4', 'A18.5'),
    async (headers) => {
      expect(await statuses([...RESPONSES, ...PAGES], headers)).toEqual(all([...RESPONSES, ...PAGES], false));
    },
  );

  test('a page of an allowed origin calls the service alone', proves('A18.4', 'A18.5', 'R2'), async () => {
    const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' };
    const paths = ['/v1/x', '/worlds/w/form-a/v1/x', '/sim/clock', '/worlds/w/sim/clock', '/'];
    expect(await statuses(paths, headers)).toEqual([false, false, true, true, true]);
    expect(await statuses(['/v1/x'], { ...headers, 'sec-fetch-dest': 'script' })).toEqual([true]);
  });
});

/** By a client that sets any Host. */
function statusOf(base: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

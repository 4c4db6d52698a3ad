/** Pages of other origins (decision R2): allowed origins may call the service, and no others anything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

const PAGE = 'http://localhost:3000';
const BASES = ['/v1', '/form-a/v1', '/form-b/v1'];

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startBallast({ allowedOrigins: [PAGE] });
  origin = new URL(server.ballast.baseUrl).origin;
});
afterAll(stopAll);

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${origin}${path}`, { method, headers });
const preflight = (path: string, from: string) => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-mine',
  };
  return ask(path, { origin: from, ...preflight }, 'OPTIONS');
};
const key = () => ({ authorization: `Bearer ${server.ballast.apiKey}` });

describe('an allowed origin', () => {
  test.each(BASES)('gets responses to its preflights at %s, without a key', proves('R2'), async (base) => {
    const response = await preflight(`${base}/rebalance`, PAGE);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization,x-mine',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
  });

  test('reads responses and errors, and the headers that it needs', proves('R2'), async () => {
    for (const [headers, status] of [
      [key(), 200],
      [{}, 401],
    ] as const) {
      const response = await ask(`/form-b/v1/prices/${SAP}`, { origin: PAGE, ...headers });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, PAGE]);
      expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
    }
  });

  test('has no access to the control plane', proves('R2'), async () => {
    for (const response of [
      await preflight('/sim/clock', PAGE),
      await ask('/sim/clock', { origin: PAGE, authorization: `Bearer ${server.ballast.adminToken}` }),
      await ask('/v1x', { origin: PAGE }),
    ]) {
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
  });
});

describe.each([
  ['another origin', () => server],
  ['any origin where none was named', () => startBallast()],
])('%s', (_, of) => {
  test('is refused, and so are its preflights', proves('R2'), async () => {
    const own = await of();
    const from = own === server ? 'http://localhost:3001' : PAGE;
    const base = new URL(own.ballast.baseUrl).origin;
    for (const init of [{ headers: { origin: from } }, { method: 'OPTIONS', headers: { origin: from } }]) {
      const response = await fetch(`${base}/form-b/v1/prices/${SAP}`, init);
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
  });
});

test('a client that is no browser is not affected', proves('R2'), async () => {
  const response = await ask(`/form-b/v1/prices/${SAP}`, key());
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

/** Access to the service (specification 5), by key and by address; and the unique request id of every response (C). */

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../src-server/contract/service/errors.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { NO_PORTFOLIO, SAP } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast({ apiKey: 'ak_test' });
});
afterAll(stopAll);

describe('an API key', () => {
  test.each([
    ['missing', ''],
    ['without a scheme', 'ak_test'],
    ['of another scheme', 'Basic ak_test'],
    ['empty', 'Bearer '],
    ['unknown', 'Bearer ak_other'],
    ['in another case', 'Bearer AK_TEST'],
    ['followed by something', 'Bearer ak_test x'],
    ['twice', 'Bearer ak_test, Bearer ak_test'],
  ])('that is %s is 401 at every base', async (_what, authorization) => {
    for (const base of ['a', 'b', 'both'] as const) {
      const response = await server[base].send('GET', `/prices/${SAP}`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.error()).toMatchObject({ code: 'unauthorized', details: [] });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('is accepted whatever the case of "Bearer" is', async () => {
    const headers = { authorization: 'bearer ak_test' };
    expect((await server.b.send('GET', `/prices/${SAP}`, { headers })).status).toBe(200);
  });

  test('does not give access to the control plane, nor the admin token to the service', async () => {
    const { apiKey, adminToken } = server.ballast;
    const withKey = { headers: { authorization: `Bearer ${apiKey}` } };
    const withToken = { headers: { authorization: `Bearer ${adminToken}` } };
    expect((await server.sim.send('GET', '/clock', withKey)).status).toBe(401);
    expect((await server.b.send('GET', `/prices/${SAP}`, withToken)).status).toBe(401);
  });

  test('is made from the seed if it is not given', proves('E4'), async () => {
    const [one, same, other] = [
      await startBallast({ seed: 5 }),
      await startBallast({ seed: 5 }),
      await startBallast({ seed: 6 }),
    ];
    expect(one.ballast.apiKey).toMatch(/^ak_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(same.ballast.apiKey).toBe(one.ballast.apiKey);
    expect(other.ballast.apiKey).not.toBe(one.ballast.apiKey);
    // The admin token gives access to the whole machine's world: it is never derived from the seed.
    expect(same.ballast.adminToken).not.toBe(one.ballast.adminToken);
  });
});

describe('a request id', () => {
  test('is in the header of every response, in the body of every error, and never twice', proves('D6'), async () => {
    const responses = [
      await server.b.get(`/prices/${SAP}`),
      await server.b.get(`/portfolios/${NO_PORTFOLIO}`),
      await server.b.get('/nothing'),
      await server.b.post('/rebalance', {}),
      await server.b.send('GET', '/nothing', { headers: { authorization: '' } }),
      await server.sim.get('/clock'),
      await server.sim.get('/nothing'),
    ];
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^rq_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(new Set(ids).size).toBe(responses.length);
    for (const response of responses.filter(({ status }) => status >= 400)) {
      expect(response.error().request_id).toBe(response.headers.get('x-request-id'));
    }
  });

  test('is also present if the request never reached a form', async () => {
    const foreign = await rawGet('/form-b/v1/nothing', { host: 'evil.example' });
    expect(foreign.requestId).toMatch(/^rq_/);
    expect(errorBody.parse(JSON.parse(foreign.body)).error.request_id).toBe(foreign.requestId);
  });
});

describe('a request for another machine', () => {
  test.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Host that begins like ours', { host: '127.0.0.1.evil.example' }],
    ['a foreign Origin', { origin: 'http://evil.example' }],
    ['another port of this machine as Origin', { origin: 'http://127.0.0.1:1' }],
    ['a null Origin', { origin: 'null' }],
  ])('with %s is 400 everywhere, with the right key or token', proves('A7.2', 'A7.3'), async (_what, headers) => {
    const { apiKey, adminToken } = server.ballast;
    for (const [path, token] of [
      [`/v1/prices/${SAP}`, apiKey],
      ['/sim/clock', adminToken],
      ['/sim/sink', ''],
      ['/', ''],
    ]) {
      const response = await rawGet(String(path), { authorization: `Bearer ${token}`, ...headers });
      expect(response.status).toBe(400);
    }
  });

  test.each(['localhost', '[::1]', '127.0.0.2'])('is not one that names this machine as %s', async (name) => {
    const host = `${name}:1234`;
    const headers = { authorization: 'Bearer ak_test', host, origin: `http://${host}` };
    expect((await rawGet(`/v1/prices/${SAP}`, headers)).status).toBe(200);
  });
});

/** `fetch` does not let a caller choose Host and Origin; another program may. */
function rawGet(path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(server.ballast.baseUrl);
  return new Promise<{ status: number; body: string; requestId: string }>((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, requestId: String(response.headers['x-request-id']) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

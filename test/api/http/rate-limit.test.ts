/** 60 requests in any 60 s for a key (specification 8, decision E2), on virtual time so that nothing has to wait. */

import { afterEach, describe, expect, test } from 'vitest';
import { RequestWindow } from '../../../src-server/api/http/rate-limit.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestResponse, type TestServer } from '../../support/start-ballast.ts';
import { NO_PORTFOLIO, SAP } from '../service/sample-portfolio.ts';
import { type AccountCallers, callersOf, newKey } from './account-callers.ts';

afterEach(stopAll);

test('the 61st request of a minute is 429, and says when to come back', async () => {
  const server = await startLimited();
  const first = await server.b.get(`/prices/${SAP}`);
  expect(first.headers.get('ratelimit-policy')).toMatch(/"requests"; ?q=60; ?w=60/);
  expect(first.headers.get('ratelimit')).toMatch(/"requests"; ?r=59; ?t=60/);
  expect(first.headers.get('retry-after')).toBeNull();
  // They count for any operation and any base.
  await times(29, () => server.b.get(`/portfolios/${NO_PORTFOLIO}`));
  await times(30, () => server.both.get('/nothing'));
  const refused = await server.a.get('/nothing');
  expect(refused.status).toBe(429);
  expect(refused.error().code).toBe('rate_limit');
  expect(refused.headers.get('ratelimit')).toMatch(/r=0/);
  expect(Number(refused.headers.get('retry-after'))).toBe(60);
});

test(
  'the minute slides: requests older than 60 s no longer count, and refused requests never did',
  proves('E5'),
  async () => {
    const server = await startLimited();
    await times(30, () => server.b.get('/nothing'));
    await server.advance('40s');
    await times(30, () => server.b.get('/nothing'));
    expect(await statuses(server, 5)).toEqual([429, 429, 429, 429, 429]);
    await server.advance('19999ms');
    // The first thirty are 59.999 s old.
    expect(await statuses(server, 1)).toEqual([429]);
    await server.advance('1ms');
    // They are 60 s old: thirty more are allowed, as if nothing had been refused; the second thirty are 20 s old.
    expect(await statuses(server, 31)).toEqual([...Array(30).fill(404), 429]);
    expect(Number((await server.b.get('/nothing')).headers.get('retry-after'))).toBe(40);
  },
);

test('requests without a valid key are 401 and do not count', async () => {
  const server = await startLimited();
  await times(70, () => server.b.send('GET', '/nothing', { headers: { authorization: 'Bearer other' } }));
  expect(await statuses(server, 1)).toEqual([404]);
});

test('the control plane is not limited', async () => {
  const server = await startLimited(1);
  await times(5, () => server.sim.get('/clock'));
  expect((await server.sim.get('/clock')).headers.get('ratelimit')).toBeNull();
  expect(await statuses(server, 2)).toEqual([404, 429]);
});

test('a window of a clock with fractions of a millisecond resets after 60 s at most', () => {
  for (let index = 0; index < 1000; index += 1) {
    const { resetMs } = new RequestWindow(() => index * 1234.567_89).count('key_1', 60);
    expect(resetMs).toBe(60_000);
  }
});

describe('the headers', () => {
  const reported = ({ headers }: TestResponse) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const GRANTED = ['"requests"; q=2; w=60', '"requests"; r=2; t=60'];

  test('are in every response: for a 401 and a foreign host with the server’s limit, and no window moves', async () => {
    const server = await startLimited(2);
    for (const authorization of ['', 'Basic x', 'Bearer other']) {
      for (const base of ['a', 'b', 'both'] as const) {
        const response = await server[base].send('GET', '/nothing', { headers: { authorization } });
        expect([response.status, response.headers.get('retry-after'), ...reported(response)]).toEqual([
          401,
          null,
          ...GRANTED,
        ]);
      }
    }
    const foreign = await server.b.send('GET', '/nothing', { headers: { origin: 'http://evil.example' } });
    expect([foreign.status, ...reported(foreign)]).toEqual([400, ...GRANTED]);
    const malformed = await server.b.send('GET', '/portfolios/%ff');
    expect([malformed.status, malformed.headers.get('ratelimit')]).toEqual([400, '"requests"; r=1; t=60']);
  });

  test('are those of the key once it is known, in successes and errors, and once each', async () => {
    const server = await startLimited(4);
    const responses = [
      await server.b.get(`/prices/${SAP}`),
      await server.b.get(`/portfolios/${NO_PORTFOLIO}`),
      await server.b.post('/rebalance', {}),
      await server.b.send('PUT', '/rebalance'),
      await server.b.get('/nothing'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 404, 429]);
    for (const response of responses) {
      expect(response.headers.get('ratelimit-policy')).toMatch(/^"requests"; q=4; w=60; pk=:[A-Za-z0-9+/=]+:$/);
    }
    expect(responses.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [3, 2, 1, 0, 0].map((left) => `"requests"; r=${left}; t=60`),
    );
    expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, null, null, '60']);
  });
});

describe('a separate limit', () => {
  test("of a key precedes that of its account, and the account's that of the server", proves('E13'), async () => {
    const server = await startLimited(4);
    await server.sim.post('/accounts', { account_id: 'desk', rate_limit: 3 });
    const key = async (body: Record<string, unknown>) => callersOf(server, (await newKey(server, body)).secret);
    const ofServer = await key({});
    const ofAccount = await key({ account_id: 'desk' });
    const ofKey = await key({ account_id: 'desk', rate_limit: 2 });
    const without = await key({ account_id: 'desk', rate_limit: 'off' });
    const accepted = async ({ b }: AccountCallers) => {
      const seen: number[] = [];
      await times(6, async () => seen.push((await b.get('/nothing')).status));
      return seen.filter((status) => status === 404).length;
    };
    expect(await accepted(ofServer)).toBe(4);
    expect(await accepted(ofAccount)).toBe(3);
    expect(await accepted(ofKey)).toBe(2);
    expect(await accepted(without)).toBe(6);
    expect((await without.b.get('/nothing')).headers.get('ratelimit-policy')).toBeNull();
    // Each has its own window; another key of the account has all of its requests left.
    expect(await accepted(await key({ account_id: 'desk' }))).toBe(3);
    expect(await statuses(server, 1)).toEqual([404]);
  });

  test('counts if the server has none, and is in its responses', async () => {
    const server = await startBallast();
    const { secret } = await newKey(server, { rate_limit: 1 });
    const { b } = callersOf(server, secret);
    const [first, second] = [await b.get('/nothing'), await b.get('/nothing')];
    expect([first.status, second.status]).toEqual([404, 429]);
    expect(first.headers.get('ratelimit')).toBe('"requests"; r=0; t=60');
    expect(second.error().message).toBe('More than 1 request in 60 s for this API key.');
    expect(await statuses(server, 70)).toEqual(Array(70).fill(404));
  });

  test('applies from the next request on, including earlier ones in the window', async () => {
    const server = await startLimited(10);
    const { key_id: id, secret } = await newKey(server);
    const { b } = callersOf(server, secret);
    await times(3, () => b.get('/nothing'));
    await server.sim.patch(`/keys/${id}`, { rate_limit: 3 });
    expect((await b.get('/nothing')).status).toBe(429);
    await server.sim.patch('/accounts/default', { rate_limit: 1 });
    await server.sim.patch(`/keys/${id}`, { rate_limit: 5 });
    const response = await b.get('/nothing');
    expect([response.status, response.headers.get('ratelimit')]).toEqual([404, '"requests"; r=1; t=60']);
    await server.sim.patch(`/keys/${id}`, { rate_limit: null });
    expect((await b.get('/nothing')).status).toBe(429);
    // The account's own limit counts for its other keys, too, and at once.
    expect(await statuses(server, 2)).toEqual([404, 429]);
    await server.sim.patch('/accounts/default', { rate_limit: 'off' });
    expect(await statuses(server, 15)).toEqual(Array(15).fill(404));
    await server.sim.patch('/accounts/default', { rate_limit: 1 });
    await server.advance('59s');
    expect((await b.get('/nothing')).status).toBe(429);
    await server.advance('1s');
    expect((await b.get('/nothing')).status).toBe(404);
  });
});

test('another limit or none can be set', async () => {
  expect(await statuses(await startLimited(2), 3)).toEqual([404, 404, 429]);
  const free = await startBallast();
  expect(await statuses(free, 70)).toEqual(Array(70).fill(404));
  expect((await free.b.get('/nothing')).headers.get('ratelimit-policy')).toBeNull();
});

function startLimited(rateLimitPerMinute = 60): Promise<TestServer> {
  return startBallast({ rateLimitPerMinute, virtualStamps: true });
}

async function times(count: number, request: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await request();
}

async function statuses(server: TestServer, count: number): Promise<number[]> {
  const seen: number[] = [];
  await times(count, async () => seen.push((await server.b.get('/nothing')).status));
  return seen;
}

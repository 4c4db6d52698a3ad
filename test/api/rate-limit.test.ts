/** 60 requests in any 60 s for a key (specification 8, decision E2), on virtual time so that nothing has to wait. */

import { afterEach, expect, test } from 'vitest';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { NO_PORTFOLIO, SAP } from './sample-portfolio.ts';

afterEach(stopAll);

test('the 61st request of a minute is 429, and says when to come back', async () => {
  const server = await startLimited();
  const first = await server.b.get(`/prices/${SAP}`);
  expect(first.headers.get('ratelimit-policy')).toMatch(/"requests"; ?q=60; ?w=60/);
  expect(first.headers.get('ratelimit')).toMatch(/"requests"; ?r=59; ?t=60/);
  expect(first.headers.get('retry-after')).toBeNull();
  // Whatever they ask for and whichever base they use, they count.
  await times(29, () => server.b.get(`/portfolios/${NO_PORTFOLIO}`));
  await times(30, () => server.both.get('/nothing'));
  const refused = await server.a.get('/nothing');
  expect(refused.status).toBe(429);
  expect(refused.error().code).toBe('rate_limit');
  expect(refused.headers.get('ratelimit')).toMatch(/r=0/);
  expect(Number(refused.headers.get('retry-after'))).toBe(60);
});

test('the minute slides: what was asked 60 s ago no longer counts, and refused requests never did', async () => {
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
});

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

test('another limit or none can be had', async () => {
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

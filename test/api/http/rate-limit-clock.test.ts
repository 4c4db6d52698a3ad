/**
 * The window of the rate limit on a machine whose clock is changed: a minute is a minute, whatever the wall clock says.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startBallast as startInProcess } from '../../../src-server/testing/start-ballast.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

/** The wall clock of this process, before Ballast uses it. */
const wall = vi.hoisted(() => {
  const realNow = Date.now;
  const clock = { aheadMs: 0 };
  Date.now = () => realNow() + clock.aheadMs;
  return clock;
});

afterEach(async () => {
  wall.aheadMs = 0;
  await stopAll();
});

test.each([
  ['forward', 120_000],
  ['back', -120_000],
])('a wall clock that is set %s allows no further request', proves('E19'), async (_way, stepMs) => {
  const server = await startBallast({ rateLimitPerMinute: 3, virtualStamps: false });
  const ask = async (count: number) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) statuses.push((await server.b.get('/nothing')).status);
    return statuses;
  };
  expect(await ask(3)).toEqual(Array(3).fill(404));
  wall.aheadMs = stepMs;
  expect(await ask(3)).toEqual(Array(3).fill(429));
});

describe('limits that count virtual time', () => {
  const ask = async (on: Pick<TestServer, 'b'>) => {
    const { status, headers } = await on.b.get('/nothing');
    return [status, headers.get('ratelimit')?.replace(/; pk=.*/, ''), headers.get('retry-after')];
  };

  test('allow a request once the clock has moved as far as Retry-After says', proves('E19'), async () => {
    const server = await startBallast({ rateLimitPerMinute: 2, rateLimitClock: 'virtual' });
    expect(await ask(server)).toEqual([404, '"requests"; r=1; t=60', null]);
    await server.advance('20s');
    expect(await ask(server)).toEqual([404, '"requests"; r=0; t=40', null]);
    expect(await ask(server)).toEqual([429, '"requests"; r=0; t=40', '40']);
    await server.advance('39s');
    expect(await ask(server)).toEqual([429, '"requests"; r=0; t=1', '1']);
    await server.advance('1s');
    expect((await ask(server))[0]).toBe(404);
  });

  test('use the clock of their own world, also in a copy and after a restart', proves('E19', 'N3.3'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir, rateLimitPerMinute: 1 });
    const request = { name: 'virtual', rate_limit: 1, rate_limit_clock: 'virtual', keep: true };
    const world = await makeWorldOn(first, request);
    const copy = await makeWorldOn(first, { name: 'copy', fork_of: 'virtual' });
    for (const on of [first, world, copy]) {
      expect([await ask(on), await ask(on)].map(([status]) => status)).toEqual([404, 429]);
      await on.advance('1m');
    }
    expect([(await ask(first))[0], (await ask(world))[0], (await ask(copy))[0]]).toEqual([429, 404, 404]);
    await first.stop();
    const again = await startBallast({ dataDir, rateLimitPerMinute: 1 });
    const origin = new URL(again.ballast.baseUrl).origin;
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${world.made.api_key}` };
      return (await fetch(`${origin}/worlds/virtual/form-b/v1/nothing`, { headers })).status;
    };
    expect([await statusOf(), await statusOf()]).toEqual([404, 429]);
    const headers = { authorization: `Bearer ${again.ballast.adminToken}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ by: '1m', wait: true });
    await fetch(`${origin}/worlds/virtual/sim/clock/advance`, { method: 'POST', headers, body });
    expect(await statusOf()).toBe(404);
  });

  test('are those of ballast/testing with a manual clock, and only with one', proves('E19', 'K73'), async () => {
    const own = await startInProcess({ rateLimit: 1 });
    const statuses = async (on: Awaited<ReturnType<typeof startInProcess>>) => {
      const found: number[] = [];
      for (let count = 0; count < 2; count += 1) found.push((await on.fetch('/form-b/v1/nothing')).status);
      await on.advance('1m');
      return [...found, (await on.fetch('/form-b/v1/nothing')).status];
    };
    try {
      expect(await statuses(own)).toEqual([404, 429, 404]);
      expect(await statuses(await own.world({ rateLimit: 1 }))).toEqual([404, 429, 404]);
      expect(await statuses(await own.world({ rateLimit: 1, rateLimitClock: 'real' }))).toEqual([404, 429, 429]);
      expect(await statuses(await own.world({ rateLimit: 1, clockMode: 'realtime' }))).toEqual([404, 429, 429]);
    } finally {
      await own.stop();
    }
  });
});

/** The window of the rate limit on a machine whose clock is set: a minute is a minute, whatever the wall says. */
import { afterEach, expect, test, vi } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

/** The wall clock of this process, before anything of Ballast takes it. */
const wall = vi.hoisted(() => {
  const told = Date.now;
  const clock = { aheadMs: 0 };
  Date.now = () => told() + clock.aheadMs;
  return clock;
});

afterEach(async () => {
  wall.aheadMs = 0;
  await stopAll();
});

test.each([
  ['forward', 120_000],
  ['back', -120_000],
])('a wall clock that is set %s lets no further request through', proves('E19'), async (_way, stepMs) => {
  const server = await startBallast({ rateLimitPerMinute: 3, virtualStamps: false });
  const ask = async (count: number) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < count; asked += 1) statuses.push((await server.b.get('/nothing')).status);
    return statuses;
  };
  expect(await ask(3)).toEqual(Array(3).fill(404));
  wall.aheadMs = stepMs;
  expect(await ask(3)).toEqual(Array(3).fill(429));
});

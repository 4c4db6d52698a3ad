/** The same commands give the same event log, however the time between them is divided into advances. */

import { afterEach, expect, test } from 'vitest';
import { executeSample, LARGE } from '../api/service/sample-portfolio.ts';
import { fc } from '../support/draws.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

const HALF_HOUR_MS = 1_800_000;

afterEach(stopAll);

test('half an hour in one advance, in 30 and in random parts gives the same head', { tags: ['deep'] }, async () => {
  const whole = await headAfter(['30m']);
  expect(await headAfter(Array(30).fill('1m'))).toBe(whole);
  for (const cuts of fc.sample(fc.array(fc.integer({ min: 0, max: HALF_HOUR_MS }), { maxLength: 20 }), {
    numRuns: 2,
    seed: 1,
  })) {
    const points = [0, ...cuts.sort((left, right) => left - right), HALF_HOUR_MS];
    expect(await headAfter(points.slice(1).map((point, index) => `${point - (points[index] ?? 0)}ms`))).toBe(whole);
  }
});

test('another seed or another command gives another head', async () => {
  const whole = await headAfter(['30m']);
  expect(await headAfter(['30m'], 2)).not.toBe(whole);
  expect(await headAfter(['1m'])).not.toBe(whole);
});

async function headAfter(advances: readonly string[], seed = 1): Promise<string> {
  const server = await startBallast({ seed });
  await server.sim.post('/webhooks', { url: '/sim/sink/all' });
  await executeSample(server, LARGE);
  for (const by of advances) await server.advance(by);
  const head = await server.head();
  await server.stop();
  return head;
}

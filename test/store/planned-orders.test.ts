/**
 * The orders of a plan are one text until it is executed: read, found and executed after a restart, they are the same.
 */
import { afterEach, expect, test } from 'vitest';
import { createSample, LARGE, planFor, rebalanceOf } from '../api/service/sample-portfolio.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

test('a plan that was not executed reads the same after a restart', async () => {
  const dataDir = newFolder();
  const before = await startBallast({ dataDir });
  const rebalanceId = await planFor(before, await createSample(before, LARGE));
  const planned = await rebalanceOf(before, rebalanceId);
  expect(planned.orders.length).toBeGreaterThan(1);
  await before.stop();
  expect(await rebalanceOf(await startBallast({ dataDir }), rebalanceId)).toEqual(planned);
});

test('a plan that is executed after a restart ends as on a server that never stopped', async () => {
  const ends = [];
  for (const isRestarted of [true, false]) {
    const dataDir = newFolder();
    let ballast = await startBallast({ dataDir });
    const rebalanceId = await planFor(ballast, await createSample(ballast, LARGE));
    if (isRestarted) {
      await ballast.stop();
      ballast = await startBallast({ dataDir });
    }
    await ballast.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    await ballast.advance('2d');
    const { status, orders } = await rebalanceOf(ballast, rebalanceId);
    expect(status).toBe('complete');
    ends.push({ orders, head: await ballast.head() });
  }
  expect(ends[0]).toEqual(ends[1]);
});

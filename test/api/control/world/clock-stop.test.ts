/** The progress that a long advance reports, and where it ends when it is stopped (decision J16). */
import { afterEach, expect, test } from 'vitest';
import { type ClockWire, clock } from '../../../../src-server/contract/control/world/clock.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { bulkOf, createSamples, executeBulk, planBulk } from '../bulk/bulk-client.ts';

afterEach(stopAll);

const PORTFOLIOS = 40;
const END = '2026-03-02T10:30:00.000Z';

/** A bulk rebalance that has begun, and a receiver of all its events, for which time waits at each instant. */
async function withBulk(): Promise<{ readonly server: TestServer; readonly bulkId: string }> {
  const server = await startBallast();
  expect((await server.sim.post('/webhooks', { url: '/sim/sink/all' })).status).toBe(201);
  const { bulk_id: bulkId } = await planBulk(server, { portfolio_ids: await createSamples(server, PORTFOLIOS) });
  await executeBulk(server, bulkId, { pace: { per_minute: 60 } });
  return { server, bulkId };
}

const clockOf = async ({ sim }: TestServer): Promise<ClockWire> => (await sim.get('/clock')).as(clock);

/** The clock at every read, until the advance has run a number of timers. */
async function watchUntil(server: TestServer, events: number): Promise<NonNullable<ClockWire['progress']>[]> {
  const seen: NonNullable<ClockWire['progress']>[] = [];
  while ((seen.at(-1)?.events ?? 0) < events) {
    const { progress } = await clockOf(server);
    if (progress === null) throw new Error('it was over before it could be stopped');
    seen.push(progress);
  }
  return seen;
}

test(
  'an advance reports its progress: the instant reached, the requested one, and its events',
  proves('J16'),
  async () => {
    const { server, bulkId } = await withBulk();
    await server.sim.post('/clock/advance', { to: END });
    const seen = await watchUntil(server, 300);
    for (const [index, { from, to, now, events }] of seen.entries()) {
      const before = seen[index - 1];
      expect([from, to]).toEqual(['2026-03-02T09:30:00.000Z', END]);
      expect(now >= (before?.now ?? from) && now <= to).toBe(true);
      expect(events).toBeGreaterThanOrEqual(before?.events ?? 0);
    }
    const { planned, complete } = (await bulkOf(server, bulkId)).portfolios;
    expect(planned + complete).toBeLessThanOrEqual(PORTFOLIOS);
    await server.sim.post('/clock/stop');
  },
);

test('one that is stopped after 150 events leaves the world of an advance to that instant', {
  ...proves('J16'),
  tags: ['deep'],
}, async () => {
  const { server: stopped } = await withBulk();
  await stopped.sim.post('/clock/advance', { to: END });
  await watchUntil(stopped, 150);
  const response = (await stopped.sim.post('/clock/stop')).as(clock);
  expect(response.now < END).toBe(true);
  expect(response).toMatchObject({
    status: 'ready',
    progress: null,
    last_advance: { ended: 'stopped', to: END, now: response.now },
  });
  await stopped.sim.post('/clock/stop');
  expect((await clockOf(stopped)).now).toBe(response.now);

  const { server: straight } = await withBulk();
  await straight.sim.post('/clock/advance', { to: response.now, wait: true });
  expect(await straight.head()).toBe(await stopped.head());
  for (const server of [stopped, straight]) await server.sim.post('/clock/advance', { to: END, wait: true });
  expect(await straight.head()).toBe(await stopped.head());
});

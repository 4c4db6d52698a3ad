/** Snapshots of a large world: requests, also writes, get responses while its image is taken and prepared. */
import { afterEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { snapshot } from '../../../../src-server/contract/control/world/snapshots.ts';
import { proves } from '../../../conformance/proves.ts';
import {
  newFolder,
  startBallast,
  stopAll,
  type TestResponse,
  type TestServer,
} from '../../../support/start-ballast.ts';
import { samplePortfolio } from '../../service/sample-portfolio.ts';

afterEach(stopAll);

const MEGABYTE = 1_000_000;
/** 24 MB: sixty steps of the backup, and three times what is copied at once in memory. */
async function fill({ sim }: TestServer): Promise<void> {
  const body = 'x'.repeat(MEGABYTE);
  for (let sent = 0; sent < 24; sent += 1) expect((await sim.send('POST', '/sink/large', { body })).status).toBe(200);
}

/** Number of responses of `meanwhile` before `work` has ended. */
async function countDuring(work: Promise<TestResponse>, meanwhile: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let count = 0; ; count += 1) {
    await meanwhile();
    if (isOver) return count;
  }
}

describe.each([
  ['in memory', () => ({}), []],
  ['in a folder', () => ({ dataDir: newFolder() }), ['deep']],
])('a large world %s', (_where, options, tags) => {
  test('responds and accepts orders while its snapshot is taken, which is of one instant', {
    ...proves('L123'),
    tags,
  }, async () => {
    const server = await startBallast(options());
    await fill(server);
    let made = 0;
    const saving = server.sim.post('/snapshots', { name: 'large' });
    const count = await countDuring(saving, async () => {
      const { status } = await server.b.post('/portfolios', { ...samplePortfolio(), external_id: `p${made}` });
      expect(status).toBe(201);
      made += 1;
    });
    expect(count).toBeGreaterThan(2);

    const saved = (await saving).as(snapshot);
    expect(saved.bytes).toBeGreaterThan(24 * MEGABYTE);
    const before = (await server.sim.get('/fingerprint')).as(fingerprint);
    const log = (await server.sim.get(`/events?after=${saved.events - 1}&limit=1`)).text;
    expect(log, 'its head is one of the log of the world it was taken of').toContain(saved.head);

    const back = (await server.sim.post('/snapshots/large/restore')).as(fingerprint);
    expect([back.events, back.head]).toEqual([saved.events, saved.head]);
    expect(before.events).toBeGreaterThanOrEqual(back.events);
    const { portfolios } = JSON.parse((await server.sim.get('/portfolios')).text) as { portfolios: unknown[] };
    const created = (await server.sim.get('/events?limit=1000')).text.match(/"portfolio\.created"/g) ?? [];
    expect(portfolios.length).toBe(created.length);
  });
});

test('a large world of another run is checked and prepared while requests get responses', {
  ...proves('L123'),
  tags: ['deep'],
}, async () => {
  const dataDir = newFolder();
  const first = await startBallast({ dataDir });
  await fill(first);
  await first.sim.post('/snapshots', { name: 'large' });
  await first.stop();
  const second = await startBallast({ dataDir });
  const restoring = second.sim.post('/snapshots/large/restore');
  expect(await countDuring(restoring, () => second.sim.get('/clock'))).toBeGreaterThan(2);
  expect((await restoring).status).toBe(200);
});

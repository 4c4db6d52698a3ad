/** The size of a world and the use of its rate limits, read over the control plane. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keyList } from '../../../../src-server/contract/control/accounts/accounts.ts';
import { limits, storage } from '../../../../src-server/contract/control/world/storage.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';

afterEach(stopAll);

const storageOf = async ({ sim }: TestServer) => (await sim.get('/storage')).as(storage);
const limitsOf = async ({ sim }: TestServer) => (await sim.get('/limits')).as(limits);

test('a world in memory has no folder, and its journal and snapshots grow by their data', proves('L75'), async () => {
  const server = await startBallast({ journal: { rows: 500, megabytes: 3 } });
  const before = await storageOf(server);
  expect(before).toMatchObject({
    folder: null,
    journal: { bytes: null, entries: 0, most_entries: 500, most_bytes: 3 * 1_048_576 },
    snapshots: { saved: 0, bytes: 0 },
  });
  await server.b.get('/nothing');
  await server.b.get('/nothing');
  await server.sim.post('/snapshots', { name: 'now' });
  const after = await storageOf(server);
  expect(after.journal.entries).toBe(2);
  expect(after.snapshots.saved).toBe(1);
  // A snapshot is all of the database.
  expect(after.snapshots.bytes).toBeGreaterThan(0);
  expect(after.world.bytes).toBeGreaterThan(0);
  const head = await server.head();
  await storageOf(server);
  expect(await server.head()).toBe(head);
});

test('a world in a folder names it, with the size of its files', proves('L75'), async () => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  await server.b.get('/nothing');
  const { folder, world, journal } = await storageOf(server);
  expect(folder).toBe(dataDir);
  expect(world.bytes % 512).toBe(0);
  expect(journal.entries).toBe(1);
  expect(journal.bytes).toBeGreaterThan(0);
});

test(
  'a journal that cannot be read does not hide the rest, and its losses are counted',
  proves('L75', 'L118'),
  async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'journal.db'));
    const server = await startBallast({ dataDir });
    for (let count = 0; count < 3; count += 1) await server.b.get('/nothing');
    const { folder, journal, snapshots } = await storageOf(server);
    expect(folder).toBe(dataDir);
    expect(snapshots.saved).toBe(0);
    expect(journal).toMatchObject({ entries: null, unwritten: 0, lost: 3 });
    expect(journal.problem).toMatch(/^the journal: unable to open/);
  },
);

test('a server without a journal says so', proves('L75'), async () => {
  const server = await startBallast({ journal: { rows: 0, megabytes: 256 } });
  await server.b.get('/nothing');
  expect((await storageOf(server)).journal).toEqual({
    bytes: null,
    entries: 0,
    unwritten: 0,
    lost: 0,
    most_entries: 0,
    most_bytes: 0,
    problem: null,
  });
});

test('limits show the present counts, by virtual time as in a scenario', proves('L76'), async () => {
  const server = await startBallast({ rateLimitPerMinute: 3, virtualStamps: true });
  const used = async () => (await limitsOf(server)).keys.map(({ limit, used: count }) => [limit, count]);
  expect(await used()).toEqual([[3, 0]]);
  for (let count = 0; count < 5; count += 1) await server.b.get('/nothing');
  // Two were refused, and do not count.
  expect(await used()).toEqual([[3, 3]]);
  await server.advance('61s');
  expect(await used()).toEqual([[3, 0]]);
  expect(await limitsOf(server)).toMatchObject({ window_s: 60, server: 3 });
});

test('a key without a limit is not counted, and a revoked one is not listed', proves('L76'), async () => {
  const server = await startBallast({ rateLimitPerMinute: 3 });
  const id = (await server.sim.post('/keys', { rate_limit: 'off' })).as(keyList.shape.keys.element.loose()).key_id;
  expect((await limitsOf(server)).keys.at(-1)).toEqual({ key_id: id, limit: 'off', used: null });
  await server.sim.delete(`/keys/${id}`);
  expect((await limitsOf(server)).keys.map(({ key_id }) => key_id)).not.toContain(id);
  const endless = await startBallast();
  expect((await limitsOf(endless)).server).toBeNull();
});

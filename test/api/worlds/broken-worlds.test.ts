/**
 * Worlds that fail: at the start, during their run, or because their folder is gone. Each fails alone, and says why.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { clock } from '../../../src-server/contract/control/world/clock.ts';
import { worldList } from '../../../src-server/contract/control/worlds/worlds.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorldOn, newFolder, startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

function change(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

async function folderWithWorld(): Promise<{ dataDir: string; file: string }> {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  await makeWorldOn(server, { name: 'kept', keep: true, world: { portfolios: [] } });
  await server.stop();
  return { dataDir, file: join(dataDir, 'worlds/kept/ballast.db') };
}

test.each([
  [
    'a timer that is no JSON',
    "insert into timers values (99, 9e12, 'x', '{')",
    /table timers, row \d+: its payload is not JSON/,
  ],
  ['a clock that is none', "update world set clock = '{}'", /table world has an invalid clock/],
  ['a clock that runs 1e12 times', "update world set clock = json_set(clock, '$.rate', 1e12)", /an invalid clock/],
  ['a time that no calendar has', 'update world set now_ms = 9000000000000000', /an invalid clock/],
  ['a timer that nobody knows', "insert into timers values (99, 9e12, 'x', '1')", /has timers of kind x/],
  [
    'a view of its own',
    'create view more as select 1',
    /tables, columns, indexes, views or triggers of the database differ/,
  ],
])('a stored world with %s is not opened, and says why', proves('N3.4'), async (_what, sql, reason) => {
  const { dataDir, file } = await folderWithWorld();
  change(file, sql);
  const server = await startBallast({ dataDir });
  const { unopened, worlds } = (await server.sim.get('/worlds')).as(worldList);
  expect([worlds.map(({ name }) => name), unopened]).toEqual([
    ['default'],
    [{ name: 'kept', reason: expect.stringMatching(reason) }],
  ]);
  expect((await server.sim.delete('/worlds/kept')).status).toBe(200);
});

test.each([
  ['an empty', (file: string) => writeFileSync(file, '')],
  ['lost its', (file: string) => rmSync(file)],
])(
  'a stored world whose folder has %s database is named by its folder, with the remedy',
  proves('N3.4'),
  async (how, harm) => {
    const { dataDir, file } = await folderWithWorld();
    harm(file);
    const server = await startBallast({ dataDir });
    const { unopened } = (await server.sim.get('/worlds')).as(worldList);
    const has = `${join(dataDir, 'worlds/kept')} has ${how} ballast.db, while ballast.mark`;
    expect(unopened[0]?.reason.startsWith(has)).toBe(true);
    expect(unopened[0]?.reason).toMatch(/still there; restore it from a copy, or end the world$/);
  },
);

test(
  'a timer that fails stops the clock of its world and of no other, and is named',
  proves('N3.5', 'K100.1'),
  async () => {
    const { dataDir, file } = await folderWithWorld();
    change(file, "insert into timers select 99, now_ms, 'bulk.plan', '5' from world; update world set timer_seq = 99");
    const server = await startBallast({ dataDir });
    const { worlds } = (await server.sim.get('/worlds')).as(worldList);
    const stored = worlds.find(({ name }) => name === 'kept');
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${stored?.control_url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${server.ballast.adminToken}`, 'content-type': 'application/json' },
      });
    await ask('/clock/advance', { method: 'POST', body: JSON.stringify({ by: '1m' }) });
    await expect
      .poll(async () => clock.parse(await (await ask('/clock')).json()).held)
      .toMatchObject({ reason: 'data_damaged', message: expect.stringMatching(/its timer 99 \(bulk\.plan\) fails/) });
    const refused = await ask('/webhooks', { method: 'POST', body: JSON.stringify({ url: '/sim/sink/x' }) });
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringMatching(/its timer 99/)]);
    await server.advance('1h');
    expect((await server.sim.get('/clock')).as(clock).held).toBeNull();
  },
);

test('an invalid file of a recording closes that recording alone', proves('K51.3'), async () => {
  const dataDir = newFolder();
  const first = await startBallast({ dataDir });
  for (let count = 0; count < 3; count += 1) await first.sim.post('/recordings', { from: 'now' });
  await first.stop();
  const fileOf = (number: number) => join(dataDir, `recordings/recording-${number}.json`);
  writeFileSync(fileOf(1), '{');
  writeFileSync(fileOf(2), readFileSync(fileOf(2), 'utf8').replace('recording-2', '../../recording-2'));
  const second = await startBallast({ dataDir });
  const listed = await second.sim.get('/recordings');
  expect([...listed.text.matchAll(/"recording_id":"([^"]+)"/g)].map(([, id]) => id)).toEqual(['recording-3']);
  expect((await second.sim.post('/recordings', { from: 'now' })).text).toContain('"recording-4"');
  expect(readFileSync(fileOf(1), 'utf8')).toBe('{');
});

test('a data folder that was moved away is not created again by a write', proves('K101.3'), async () => {
  const dataDir = join(newFolder(), 'data');
  const server = await startBallast({ dataDir });
  const recorded = await server.sim.post('/recordings', { from: 'now' });
  expect(recorded.status).toBe(201);
  renameSync(dataDir, `${dataDir}.away`);
  const refused = [
    await server.sim.post('/worlds', { name: 'x', keep: true }),
    await server.sim.post('/worlds', { fork_of: 'default', keep: true }),
    await server.sim.post('/snapshots', { name: 'x' }),
    await server.sim.post('/recordings', { from: 'now' }),
    await server.sim.post('/recordings/recording-1/stop'),
  ];
  for (const response of refused)
    expect([response.status, response.error().message]).toEqual([
      500,
      expect.stringMatching(/^The data folder is missing/),
    ]);
  expect(existsSync(dataDir)).toBe(false);
  mkdirSync(dataDir);
  expect((await server.sim.post('/worlds', { name: 'x', keep: true })).status).toBe(500);
  expect((await server.sim.post('/worlds', { name: 'x' })).status).toBe(201);
});

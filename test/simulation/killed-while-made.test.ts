/**
 * Kills a server before each change of its folder while it creates or removes something there: a new thing is whole or
 * absent, its name is free again, and nothing of it remains after the next start.
 *
 * @module-tag deep
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { snapshotList } from '../../src-server/contract/control/world/snapshots.ts';
import { worldList } from '../../src-server/contract/control/worlds/worlds.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

afterEach(stopAll);

/** Does a thing on a folder of its own and is killed before its n-th change; returns the calls if there were fewer. */
async function doAndDie(thing: string, n: number): Promise<{ dataDir: string; calls: string[] | null }> {
  const dataDir = newFolder();
  const loader = new URL('../support/resolve-at-once.ts', import.meta.url).href;
  const script = new URL('do-and-die.ts', import.meta.url).pathname;
  const { ended, stdout, stderr } = runProcess(process.execPath, ['--import', loader, script, dataDir, thing, `${n}`]);
  expect(await ended, stderr()).toEqual({ exitCode: null, signal: 'SIGKILL' });
  return { dataDir, calls: stdout() === '' ? null : (JSON.parse(stdout()) as string[]) };
}

const EVERY_CALL = 1_000_000;

/** Kills before every change, or only around those that a step consists of. */
async function everyKill(thing: string, isOften: boolean, look: (dataDir: string, n: number) => Promise<void>) {
  const { calls, dataDir } = await doAndDie(thing, EVERY_CALL);
  if (calls === null) throw new Error(`${thing}: it was killed and had no reason to be`);
  await look(dataDir, calls.length);
  const moves = calls.flatMap((call, n) => (/^renameSync \/\w+\/[^/]*$/.test(call) ? [n, n + 1] : []));
  for (const n of isOften ? calls.keys() : new Set(moves)) {
    const killed = await doAndDie(thing, n);
    await look(killed.dataDir, n);
    await stopAll();
  }
}

const half = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => /\.(new|gone)/.test(`${name}`)) : [];

async function killAroundWorlds(things: readonly string[], isOften: boolean): Promise<void> {
  for (const thing of things) {
    await everyKill(thing, isOften, async (dataDir) => {
      const server = await startBallast({ dataDir });
      const { worlds, unopened } = (await server.sim.get('/worlds')).as(worldList);
      expect([unopened, half(join(dataDir, 'worlds'))]).toEqual([[], []]);
      if (worlds.some(({ name }) => name === 'kept')) {
        expect((await server.sim.get('/worlds/kept/export')).status).toBe(200);
        expect((await server.sim.delete('/worlds/kept')).status).toBe(200);
      }
      expect((await server.sim.post('/worlds', { name: 'kept', keep: true })).status).toBe(201);
    });
  }
}

test(
  'a server that is killed before and after each step leaves a new world whole, or its name free',
  {
    ...proves('N3.3'),
  },
  () => killAroundWorlds(['make a world'], false),
);

describe('a server that is killed before and after each call of a change', () => {
  test('leaves a world that it creates or ends whole, or its name free', proves('N3.3'), () =>
    killAroundWorlds(['make a world', 'end a world'], true),
  );

  test('leaves no half of a snapshot or a recording', proves('K101.2'), async () => {
    const startAgain = async (dataDir: string): Promise<TestServer> => {
      const server = await startBallast({ dataDir });
      expect(half(dataDir)).toEqual([]);
      return server;
    };
    await everyKill('save a snapshot', true, async (dataDir) => {
      const server = await startAgain(dataDir);
      const { snapshots } = (await server.sim.get('/snapshots')).as(snapshotList);
      for (const { name } of snapshots) expect((await server.sim.post(`/snapshots/${name}/restore`)).status).toBe(200);
      expect((await server.sim.post('/snapshots', { name: 'taken', replace: true })).status).toBe(201);
    });
    for (const thing of ['begin a recording', 'remove a recording']) {
      await everyKill(thing, true, async (dataDir) => {
        await startAgain(dataDir);
        const folder = join(dataDir, 'recordings');
        const parts = existsSync(folder) ? readdirSync(folder).sort() : [];
        expect([[], ['recording-1.json', 'recording-1.start.db']]).toContainEqual(parts);
      });
    }
  });

  test('leaves a user’s own finding and scenario whole, or their names free', async () => {
    await everyKill('write a finding', true, async (dataDir) => {
      const folder = join(dataDir, 'findings/1');
      const texts = existsSync(folder)
        ? readdirSync(folder).map((name) => `${name} ${name.endsWith('.txt') ? readFileSync(join(folder, name)) : ''}`)
        : [];
      expect([[], ['a.txt old', 'b.txt old'], ['a.txt new', 'below ']]).toContainEqual(texts);
    });
    await everyKill('save a scenario', true, async (dataDir) => {
      const server = await startBallast({ dataDir, ownScenarios: join(dataDir, 'own') });
      const isThere = existsSync(join(dataDir, 'own/mine.yaml'));
      const saved = await server.sim.post('/scenarios', { recording_id: 'recording-1', file: 'mine.yaml' });
      expect(saved.status, saved.text).toBe(isThere ? 400 : 201);
    });
  });
});

test('a stored world that cannot be opened is listed with its reason, leaves the others alone, and can be ended', {
  ...proves('N3.4'),
}, async () => {
  const dataDir = newFolder();
  const first = await startBallast({ dataDir });
  await first.sim.post('/worlds', { name: 'whole', keep: true });
  await first.stop();
  mkdirSync(join(dataDir, 'worlds/bare'));
  mkdirSync(join(dataDir, 'worlds/broken'));
  writeFileSync(join(dataDir, 'worlds/broken/ballast.db'), 'this is no database, however long one looks at it');
  writeFileSync(join(dataDir, 'worlds/broken/world.json'), readFileSync(join(dataDir, 'worlds/whole/world.json')));
  const server = await startBallast({ dataDir });
  const listed = async () => (await server.sim.get('/worlds')).as(worldList);
  expect((await listed()).unopened).toEqual([
    { name: 'bare', reason: 'its world.json is missing or damaged' },
    { name: 'broken', reason: expect.stringMatching(/not a database/) },
  ]);
  expect((await listed()).worlds.map(({ name }) => name)).toEqual(['default', 'whole']);
  expect((await server.sim.get('/worlds/bare')).error().message).toMatch(/its world\.json is missing or damaged/);
  expect((await server.sim.post('/worlds', { name: 'bare' })).error().details[0]?.issue).toMatch(/cannot be opened/);
  for (const name of ['bare', 'broken']) expect((await server.sim.delete(`/worlds/${name}`)).status).toBe(200);
  expect([(await listed()).unopened, readdirSync(join(dataDir, 'worlds'))]).toEqual([[], ['whole']]);
  expect((await server.sim.post('/worlds', { name: 'bare', keep: true })).status).toBe(201);
});

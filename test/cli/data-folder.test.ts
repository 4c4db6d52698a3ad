/** An invalid data folder is refused before anything in it changes; errors of the machine are reported as such. */

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { clock as clockSchema } from '../../src-server/contract/control/world/clock.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { createSample, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { type Caller, callerOf, newFolder, startBallast, stopAll } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';

const running: RunningProcess[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await stopAll();
});

describe('a data folder', () => {
  test('that a later version wrote is refused and unchanged', { ...proves('K101.1'), tags: ['deep'] }, async () => {
    const dataDir = await folderOfWorld();
    const file = join(dataDir, 'ballast.db');
    change(file, "insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    const before = readFileSync(file);
    expect(await refusalOf(dataDir)).toBe(
      `ballast: --data ${dataDir}: the database was written by a later version of Ballast; use that version, or another folder\n`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('that an unreleased build wrote is refused and unchanged', {
    ...proves('K113.2'),
    tags: ['deep'],
  }, async () => {
    const dataDir = await folderOfWorld();
    const file = join(dataDir, 'ballast.db');
    change(file, 'update __drizzle_migrations set created_at = created_at - 1');
    const before = readFileSync(file);
    expect(await refusalOf(dataDir)).toBe(
      `ballast: --data ${dataDir}: the database was written by an unreleased build of Ballast, which no release opens; create its world again in another folder\n`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('that has the database of another program is refused and unchanged', {
    ...proves('K101.1'),
    tags: ['deep'],
  }, async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'ballast.db');
    change(file, 'create table notes (text)');
    const before = readFileSync(file);
    expect(await refusalOf(dataDir)).toMatch(/the database is not one of Ballast: it was made by another program\n$/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('that has lost its database becomes no new world', { ...proves('K101.1'), tags: ['deep'] }, async () => {
    const dataDir = await folderOfWorld();
    const initial = readFileSync(join(dataDir, 'snapshots/initial.db'));
    const file = join(dataDir, 'ballast.db');
    renameSync(file, `${file}.away`);
    expect(await refusalOf(dataDir)).toMatch(
      /has lost its ballast\.db, while ballast\.mark, journal\.db, snapshots of its world are still there/,
    );
    expect([existsSync(file), readFileSync(join(dataDir, 'snapshots/initial.db')).equals(initial)]).toEqual([
      false,
      true,
    ]);
    writeFileSync(file, '');
    expect(await refusalOf(dataDir)).toMatch(
      /has an empty ballast\.db, while ballast\.mark, journal\.db, snapshots of its world are/,
    );
    writeFileSync(`${file}-wal`, readFileSync(`${file}.away`));
    expect(await refusalOf(dataDir)).toMatch(
      /has an empty ballast\.db, while ballast\.db-wal, ballast\.mark, journal\.db, snapshots/,
    );
    expect([statSync(file).size, statSync(`${file}-wal`).size]).toEqual([0, statSync(`${file}.away`).size]);
    rmSync(`${file}-wal`);
    renameSync(`${file}.away`, file);
    truncateSync(join(dataDir, 'journal.db'));
    await startBallast({ dataDir });
  });

  test('in which a server was killed while it wrote is cleared at the next start', proves('K101.2'), async () => {
    const dataDir = await folderOfWorld();
    mkdirSync(join(dataDir, 'recordings'));
    const left = [
      'ballast.db.new',
      'ballast.db.new-wal',
      'snapshots/halfway.db.new',
      'recordings/recording-1.yaml.new',
    ];
    for (const name of left) copyFileSync(join(dataDir, 'ballast.db'), join(dataDir, name));
    writeFileSync(join(dataDir, 'notes.txt'), 'somebody’s own');
    const server = await startBallast({ dataDir });
    expect(left.filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
    expect(readdirSync(dataDir)).toContain('notes.txt');
    await server.stop();
  });

  test('with a folder in the place of the initial state is refused in one line', proves('K101.1'), async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'snapshots/initial.db/within'), { recursive: true });
    expect(await refusalOf(dataDir)).toMatch(/^ballast: --data .*\n$/);
  });
});

describe('a data folder that is removed under its server', { tags: ['deep'] }, () => {
  test(
    'pauses the clock of one in realtime, which refuses changes, and resumes when it is back',
    proves('K101.3'),
    async () => {
      const dataDir = join(newFolder(), 'world');
      const { sim, b } = await serve(dataDir, 'realtime');
      renameSync(dataDir, `${dataDir}.away`);
      const stopped = await until(sim, ({ held: each }) => each !== null);
      expect(stopped.held?.reason).toBe('data_missing');
      expect((await b.post('/portfolios', {})).status).toBe(500);
      expect((await sim.get('/portfolios')).status).toBe(200);
      renameSync(`${dataDir}.away`, dataDir);
      await until(sim, ({ held: each, now }) => each === null && now > stopped.now);
    },
  );

  test('is reported by the first change in manual mode, which is not done', async () => {
    const dataDir = newFolder();
    const server = await startBallast({ dataDir });
    const head = await server.head();
    rmSync(dataDir, { recursive: true });
    const refused = await server.b.post('/portfolios', samplePortfolio());
    expect([refused.status, refused.error().message]).toEqual([
      500,
      expect.stringMatching(/^The data folder is missing, or was replaced by another\./),
    ]);
    expect(await server.head()).toBe(head);
    expect((await server.sim.get('/clock')).as(clockSchema).held?.reason).toBe('data_missing');
  });
});

test('a folder among the snapshots is no snapshot: it is neither listed, restored, replaced nor deleted', async () => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  const place = join(dataDir, 'snapshots/taken.db');
  mkdirSync(join(place, 'within'), { recursive: true });
  expect((await server.sim.get('/snapshots')).text).toBe('{"snapshots":[]}');
  const refused = await server.sim.post('/snapshots', { name: 'taken', replace: true });
  expect([refused.status, refused.error().details[0]?.path]).toEqual([400, '/name']);
  expect((await server.sim.post('/snapshots/taken/restore')).status).toBe(404);
  expect((await server.sim.delete('/snapshots/taken')).status).toBe(404);
  expect(statSync(place).isDirectory()).toBe(true);
});

test('a snapshot that a later version wrote is 400, and no bug', proves('K101.1'), async () => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  await server.sim.post('/snapshots', { name: 'kept' });
  const saved = join(dataDir, 'snapshots/kept.db');
  const sqlite = new Database(readFileSync(saved).subarray(0, -85));
  sqlite.exec("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
  writeFileSync(saved, sqlite.serialize());
  sqlite.close();
  const refused = await server.sim.post('/snapshots/kept/restore');
  expect([refused.status, refused.error().message]).toEqual([400, expect.stringMatching(/later version of Ballast/)]);
  expect((await createSample(server)).slice(0, 3)).toBe('pf_');
});

describe.runIf(process.platform === 'linux')('an error of the machine', () => {
  const ballast = join(packageRoot(), 'src-server/cli/ballast.js');
  const shell = (line: string) =>
    spawnSync('bash', ['-c', line, process.execPath, ballast], { encoding: 'utf8', timeout: 600_000 });

  test('is reported as such: 74 if stdout cannot be written', proves('K102'), () => {
    const { status, stderr } = shell('"$0" "$1" serve --port 0 --json > /dev/full');
    expect([status, stderr]).toEqual([
      74,
      expect.stringMatching(/^ballast: the disk is full \(stdout cannot be written: ENOSPC.*\)\n$/),
    ]);
  });

  test('is reported as such: 74 if a data folder cannot open more files', {
    ...proves('K102'),
    tags: ['deep'],
  }, () => {
    const { status, stderr } = shell(`ulimit -n 24; exec "$0" "$1" serve --port 0 --data '${newFolder()}'`);
    expect([status, stderr.trimEnd().split('\n').length]).toEqual([74, 1]);
    expect(stderr).not.toContain('bug');
  });
});

async function folderOfWorld(): Promise<string> {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  await createSample(server);
  await server.stop();
  return dataDir;
}

function change(file: string, statement: string): void {
  const sqlite = new Database(file);
  sqlite.exec(statement);
  sqlite.close();
}

function spawnServer(dataDir: string, mode: string): RunningProcess {
  const server = runBallast(['serve', '--port', '0', '--data', dataDir, '--json', '--clock-mode', mode]);
  running.push(server);
  return server;
}

/** The output of a start that is refused with 64. */
async function refusalOf(dataDir: string): Promise<string> {
  const server = spawnServer(dataDir, 'manual');
  expect(await server.ended).toEqual({ exitCode: 64, signal: null });
  return server.stderr();
}

async function serve(dataDir: string, mode: string): Promise<{ sim: Caller; b: Caller }> {
  const ready = JSON.parse(await spawnServer(dataDir, mode).firstLine);
  return {
    sim: callerOf(ready.control_url, ready.admin_token),
    b: callerOf(ready.form_b_url, ready.api_key),
  };
}

function until(sim: Caller, holds: (state: ReturnType<typeof clockSchema.parse>) => boolean) {
  return untilOver(async () => (await sim.get('/clock')).as(clockSchema), holds);
}

/** The event log is compared with its hash chain: its end before a world is served, all of it in the background. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { createSqliteKernelStore } from '../../src-server/store/world/sqlite-kernel-store.ts';
import { createLogCheck } from '../../src-server/world/check-log.ts';
import { executeSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { FakeHost } from '../kernel/fake-host.ts';
import { openMemory, openNoting, START_MS, setNotes } from '../kernel/open-kernel.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { callerOf, newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

const running: RunningProcess[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await stopAll();
});

const ENTRIES = 2000;

describe('the check of a long log', () => {
  test('reads its end at once and all of it in steps, and finds an intact log', proves('L120'), () => {
    const { check, host, broken } = checkOf('select 1');
    expect(check.facts()).toEqual({ status: 'checking', broken_at: null, written_events: null });
    check.start();
    host.pass(1000);
    expect(check.facts()).toEqual({ status: 'sound', broken_at: null, written_events: null });
    expect([broken, host.waiting]).toEqual([[], 0]);
  });

  test.each([
    ['a changed entry', 'update events set data = replace(data, \'"payload":\', \'"payload":1\') where seq = 700', 700],
    ['a changed time', 'update events set at_ms = at_ms + 1 where seq = 3', 3],
    ['one that is no JSON', "update events set data = '{' where seq = 1200", 1200],
    ['one that is gone', 'delete from events where seq = 900', 900],
  ])('finds %s', (_what, damage, seq) => {
    const { check, host, broken } = checkOf(damage);
    check.start();
    host.pass(1000);
    expect(check.facts()).toEqual({ status: 'broken', broken_at: seq, written_events: null });
    expect(broken).toEqual([seq]);
  });

  test.each([
    ['a last entry that is gone', `delete from events where seq = ${ENTRIES}`, ENTRIES],
    ['a changed one shortly before', `update events set type = 'other' where seq = ${ENTRIES - 10}`, ENTRIES - 10],
  ])('finds %s before anything is served', (_what, damage, seq) => {
    expect(checkOf(damage).check.facts()).toEqual({ status: 'broken', broken_at: seq, written_events: null });
  });
});

test(
  'a server on a changed log reports it on stderr and in the fingerprint, and serves the data all the same',
  proves('L120'),
  async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await executeSample(first);
    await first.advance('10m');
    expect((await first.sim.get('/fingerprint')).as(fingerprint).chain).toMatchObject({
      status: 'sound',
      broken_at: null,
    });
    await first.stop();
    const sqlite = new Database(join(dataDir, 'ballast.db'));
    sqlite.exec("update events set data = replace(data, 'XETR', 'XPAR') where seq = 2");
    sqlite.close();
    const server = runBallast(['serve', '--port', '0', '--data', dataDir, '--json', '--clock-mode', 'manual']);
    running.push(server);
    const ready = JSON.parse(await server.firstLine);
    const response = await callerOf(ready.control_url, ready.admin_token).get('/fingerprint');
    expect(response.as(fingerprint).chain).toMatchObject({ status: 'broken', broken_at: 2 });
    expect(server.stderr()).toMatch(/The event log is damaged: entry 2 does not match the hash/);
  },
);

function checkOf(damage: string) {
  const database = openMemory();
  const kernel = openNoting(database);
  setNotes(
    kernel,
    Array.from({ length: ENTRIES }, (_, index) => index + 1),
  );
  while (kernel.nextDueMs !== null) kernel.runUntil(START_MS + ENTRIES, 512, new Set());
  database.sqlite.exec(damage);
  const host = new FakeHost();
  const broken: number[] = [];
  const check = createLogCheck(createSqliteKernelStore(database), kernel, null, {
    after: (delayMs, run) => host.after(delayMs, run),
    onBroken: (seq) => broken.push(seq),
    onOther: () => {},
  });
  return { check, host, broken };
}

/** The watermark beside a database shows that its log is missing or was replaced. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { examineFolder } from '../../src-server/runner/doctor/examine-folder.ts';
import { createSample, executeSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { callerOf, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

const running: RunningProcess[] = [];

afterEach(async () => {
  for (const process of running.splice(0)) await killed(process);
  await stopAll();
});

describe('a folder whose log is not the one that was written', () => {
  test('because its write-ahead log was lost is reported by a start and by doctor', {
    ...proves('K116'),
    tags: ['deep'],
  }, async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    const first = await serve(dataDir);
    await executeSample(first);
    const { events } = await printOf(first);
    await killed(first.process);
    rmSync(join(dataDir, 'ballast.db-wal'));
    expect(await doctor(dataDir)).toMatchObject({ exit: 65 });
    const second = await serve(dataDir);
    const now = await printOf(second);
    expect(now.events).toBeLessThan(events);
    expect(now.chain).toEqual({ status: 'not_latest', broken_at: null, written_events: events });
    expect(second.process.stderr()).toContain(
      `The event log is incomplete: it ends at entry ${now.events}, although ${events} were written: its write-ahead log was lost, or the file was replaced by an older copy.`,
    );
  });

  test('because it was only in a write-ahead log that was lost is refused, and remains unchanged', {
    ...proves('K101.1'),
    tags: ['deep'],
  }, async () => {
    const dataDir = newFolder();
    const first = await serve(dataDir);
    await executeSample(first);
    await killed(first.process);
    rmSync(join(dataDir, 'ballast.db-wal'));
    const before = readFileSync(join(dataDir, 'ballast.db'));
    const { exit, findings } = await doctor(dataDir);
    expect([exit, findings.map(({ message }) => message)]).toEqual([
      65,
      ['it has no tables: what was in it is lost, or was only in the log beside it'],
    ]);
    const second = runBallast(['serve', '--port', '0', '--data', dataDir]);
    running.push(second);
    expect((await second.ended).exitCode).toBe(64);
    expect(second.stderr()).toMatch(/has an empty ballast\.db, while ballast\.mark, .*snapshots of its world are/);
    expect(readFileSync(join(dataDir, 'ballast.db')).equals(before)).toBe(true);
  });

  test('because an older copy replaced it is reported until the world is restored', proves('K116'), async () => {
    const dataDir = newFolder();
    const [file, copy] = [join(dataDir, 'ballast.db'), join(dataDir, 'copy')];
    const first = await startBallast({ dataDir });
    await createSample(first);
    await first.stop();
    copyFileSync(file, copy);
    const second = await startBallast({ dataDir });
    await executeSample(second);
    const { events } = await printOf(second);
    await second.stop();
    copyFileSync(copy, file);
    expect(lastMarkedBy(dataDir)).toBe(events);
    const { exit, findings } = await doctor(dataDir);
    expect([exit, findings.map(({ check }) => check)]).toEqual([65, ['watermark']]);
    expect(findings[0]?.message).toMatch(/^\d+ entries were written, but only \d+ are found/);
    const third = await startBallast({ dataDir });
    // Later changes do not hide it, even where the log becomes as long again.
    await third.advance('1m');
    await executeSample(third);
    await executeSample(third);
    await third.stop();
    expect((await doctor(dataDir)).findings.map(({ check }) => check)).toEqual(['watermark']);
    const fourth = await startBallast({ dataDir });
    expect((await printOf(fourth)).chain).toEqual({
      status: 'not_latest',
      broken_at: null,
      written_events: events,
    });
    expect((await fourth.sim.post('/reset')).status).toBe(200);
    await isLatest(fourth);
    await fourth.stop();
    expect(await doctor(dataDir)).toEqual({ exit: 0, findings: [] });
  });

  test('because another database replaced it is reported', { ...proves('K116'), tags: ['deep'] }, async () => {
    const [dataDir, other] = [newFolder(), newFolder()];
    for (const [folder, seed] of [
      [dataDir, 1],
      [other, 2],
    ] as const) {
      const server = await startBallast({ dataDir: folder, seed });
      await createSample(server);
      await server.stop();
    }
    copyFileSync(join(other, 'ballast.db'), join(dataDir, 'ballast.db'));
    const { exit, findings } = await doctor(dataDir);
    expect([exit, findings.length]).toEqual([65, 1]);
    expect(findings[0]?.message).toMatch(/^events \(seq=\d+\): it is not the entry that was written/);
    const { process } = await serve(dataDir);
    expect(process.stderr()).toMatch(
      /its entry \d+ is not the one that was written: the file was replaced by another database/,
    );
  });
});

describe('a folder whose log is the one that was written', () => {
  test('is the latest after a kill, a stop, a restore and a reset', { ...proves('K116'), tags: ['deep'] }, async () => {
    const dataDir = newFolder();
    const killedServer = await serve(dataDir);
    await executeSample(killedServer);
    await killed(killedServer.process);
    const marked = lastMarkedBy(dataDir);
    const first = await startBallast({ dataDir });
    const { events } = await isLatest(first);
    expect(marked).toBe(events);
    expect((await first.sim.post('/snapshots', { name: 'kept' })).status).toBe(201);
    await executeSample(first);
    await isLatest(first);
    for (const back of ['/snapshots/kept/restore', '/reset']) {
      expect((await first.sim.post(back)).status).toBe(200);
      await isLatest(first);
    }
    await first.stop();
    expect(await doctor(dataDir)).toEqual({ exit: 0, findings: [] });
    await isLatest(await startBallast({ dataDir }));
  });

  test('reports nothing where its mark was removed or cannot be read', proves('K116'), async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    const mark = join(dataDir, 'ballast.mark');
    for (const damage of [() => rmSync(mark), () => writeFileSync(mark, ''), () => writeFileSync(mark, 'half a li')]) {
      damage();
      const isGarbled = existsSync(mark) && statSync(mark).size > 0;
      expect((await doctor(dataDir)).exit).toBe(isGarbled ? 65 : 0);
      const server = await startBallast({ dataDir });
      const { chain, events } = await printOf(server);
      expect(chain).toEqual({ status: 'sound', broken_at: null, written_events: null });
      await server.stop();
      expect(lastMarkedBy(dataDir)).toBe(events);
    }
  });

  test('is not opened where its mark links to another file', proves('K116'), async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    const [mark, elsewhere] = [join(dataDir, 'ballast.mark'), join(newFolder(), 'other')];
    writeFileSync(elsewhere, 'what somebody else wrote');
    rmSync(mark);
    symlinkSync(elsewhere, mark);
    await expect(startBallast({ dataDir })).rejects.toThrow(/ELOOP|symbolic link/);
    expect(readFileSync(elsewhere, 'utf8')).toBe('what somebody else wrote');
  });
});

describe('a watermark that is not a plain file', () => {
  const mark = (dataDir: string) => join(dataDir, 'ballast.mark');
  test.each([
    ['a pipe', (dataDir: string) => execFileSync('mkfifo', [mark(dataDir)])],
    ['a device', (dataDir: string) => symlinkSync('/dev/zero', mark(dataDir))],
    ['a folder', (dataDir: string) => mkdirSync(mark(dataDir))],
  ])('but %s is refused by a start and found by doctor, at once', proves('K116'), async (_what, make) => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    rmSync(mark(dataDir));
    make(dataDir);
    expect((await doctor(dataDir)).findings.map(({ check }) => check)).toEqual(['watermark']);
    await expect(startBallast({ dataDir })).rejects.toThrow();
  });

  test('but a large one is read only up to its first line', proves('K116'), async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    truncateSync(mark(dataDir), 3_000_000_000);
    expect((await doctor(dataDir)).findings.map(({ check }) => check)).toEqual(['watermark']);
  });
});

async function isLatest(server: Pick<TestServer, 'sim'>) {
  const { chain, events } = await printOf(server);
  expect(chain.status).toBe('sound');
  return { events };
}

async function printOf({ sim }: Pick<TestServer, 'sim'>) {
  return (await sim.get('/fingerprint')).as(fingerprint);
}

/** The number of entries in the mark of a folder. */
function lastMarkedBy(dataDir: string): number | null {
  const [, events] = /^ *(\d+) [0-9a-f]{64}\n/.exec(readFileSync(join(dataDir, 'ballast.mark'), 'latin1')) ?? [];
  return events === undefined ? null : Number(events);
}

interface Report {
  readonly files: readonly { readonly findings: readonly { readonly check: string; readonly message: string }[] }[];
}

async function doctor(place: string) {
  const lines: string[] = [];
  const exit = await examineFolder({ place, json: true, write: (line) => lines.push(line) });
  const report: Report = JSON.parse(lines[0] ?? '');
  return { exit, findings: report.files.flatMap(({ findings }) => findings) };
}

/** A process that can be killed. */
async function serve(dataDir: string) {
  const args = ['serve', '--port', '0', '--data', dataDir, '--json', '--clock-mode', 'manual', '--rate-limit', 'off'];
  const process = runBallast(args);
  running.push(process);
  const ready = JSON.parse(await process.firstLine);
  return {
    process,
    sim: callerOf(ready.control_url, ready.admin_token),
    b: callerOf(ready.form_b_url, ready.api_key),
  };
}

async function killed({ child, ended }: RunningProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Tests `ballast doctor` on folders: sound, damaged and unreadable ones. */
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { chainEvent, GENESIS_HEAD } from '../../src-server/kernel/event-chain.ts';
import { type EventRow, toEvent } from '../../src-server/store/world/sqlite-kernel-store.ts';
import { proves } from '../conformance/proves.ts';
import { releasedVersions, unpackWorld } from '../store/released-worlds.ts';
import { callBallast } from '../support/call-ballast.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

interface Report {
  readonly sound: boolean;
  readonly files: readonly {
    readonly file: string;
    readonly kind: string;
    readonly status: string;
    readonly reason: string | null;
    readonly findings: readonly { readonly check: string; readonly message: string }[];
  }[];
}

async function examine(place: string) {
  const { exitCode, stdout } = await callBallast(['doctor', place, '--json']);
  const report = JSON.parse(stdout) as Report;
  const messages = report.files.flatMap(({ findings }) => findings.map(({ check, message }) => `${check}: ${message}`));
  return { exitCode, report, messages, statuses: report.files.map(({ kind, status }) => `${kind} ${status}`) };
}

function change(folder: string, sql: string, name = 'ballast.db'): void {
  const sqlite = new Database(join(folder, name));
  sqlite.exec(sql);
  sqlite.close();
}

describe.each(releasedVersions())('the world of %s', (version) => {
  test('is sound, with its snapshots, and is not changed', proves('K115.1', 'K115.5', 'K113.1'), async () => {
    const { dataDir } = unpackWorld(version);
    const before = readFileSync(join(dataDir, 'ballast.db'));
    const { exitCode, messages, statuses } = await examine(dataDir);
    expect(messages).toEqual([]);
    expect(statuses).toEqual(['world sound', 'snapshot sound', 'snapshot sound']);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(dataDir, 'ballast.db')).equals(before)).toBe(true);
  });

  test('is damaged if its cash differs from the log', proves('K115.3', 'K115.4'), async () => {
    const { dataDir, facts } = unpackWorld(version);
    change(dataDir, `update portfolios set cash_minor = cash_minor + 1 where portfolio_id = '${facts.portfolioB}'`);
    const { exitCode, messages } = await examine(dataDir);
    const what = new RegExp(
      `^state: portfolios \\(portfolio_id=${facts.portfolioB}\\): cash_minor is \\d+, and the event log says \\d+$`,
    );
    expect(messages).toEqual([expect.stringMatching(what)]);
    expect(exitCode).toBe(65);
  });
});

const [version = ''] = releasedVersions();

test('a world that a killed server was creating or removing is not damaged', proves('K115.1'), async () => {
  const { dataDir } = unpackWorld(version);
  for (const half of ['making.new', 'removing.gone']) {
    mkdirSync(join(dataDir, 'worlds', half), { recursive: true });
    // Everything that was written so far, or still exists, may be in the WAL file.
    writeFileSync(join(dataDir, 'worlds', half, 'ballast.db'), '');
  }
  expect(await examine(dataDir)).toMatchObject({ exitCode: 0, messages: [] });
});

test.each([
  ['a changed entry', 'update events set at_ms = at_ms + 1 where seq = 3', /^chain: events \(seq=3\)/],
  ['a lost entry', 'delete from events where seq = 4', /^chain: events \(seq=5\): comes after entry 3/],
  [
    'a view',
    'create view spy as select 1',
    /^schema: .*tables, columns, indexes, views or triggers of the database differ/,
  ],
  [
    'a table that is gone',
    'drop table pins',
    /^schema: .*tables, columns, indexes, views or triggers of the database differ/,
  ],
])('reports %s', proves('K115.2'), async (_what, sql, message) => {
  const { dataDir } = unpackWorld(version);
  change(dataDir, sql);
  const { exitCode, messages } = await examine(dataDir);
  expect(messages).toContainEqual(expect.stringMatching(message));
  expect(exitCode).toBe(65);
});

test('reports an invalid file of a recording', proves('K115.2', 'K51.3'), async () => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  for (let count = 0; count < 3; count += 1) await server.sim.post('/recordings', { from: 'now' });
  await server.stop();
  expect(await examine(dataDir)).toMatchObject({ exitCode: 0, messages: [] });
  const fileOf = (number: number) => join(dataDir, `recordings/recording-${number}.json`);
  writeFileSync(fileOf(1), '{');
  writeFileSync(fileOf(2), readFileSync(fileOf(3)));
  expect(await examine(dataDir)).toMatchObject({
    exitCode: 65,
    messages: [
      'file: it does not belong to a recording, so its recording is ignored',
      'file: it is that of recording-3, so its recording is ignored',
    ],
  });
});

test('reports missing timers in a sentence', proves('K115.3'), async () => {
  const { dataDir } = unpackWorld(version);
  change(dataDir, "delete from timers where kind = 'monitor.tick'");
  const { messages } = await examine(dataDir);
  expect(messages).toContain('consistency: timers: there are 0 timers of kind monitor.tick; there should be 1');
});

/** Changes entries and all hashes after them, so that the chain is valid. */
function rewriteLog(dataDir: string, sql: string): void {
  const sqlite = new Database(join(dataDir, 'ballast.db'));
  sqlite.exec(sql);
  const put = sqlite.prepare('update events set hash = ? where seq = ?');
  let head = GENESIS_HEAD;
  for (const row of sqlite.prepare<[], EventRow>('select * from events order by seq').all()) {
    head = chainEvent(head, toEvent(row)).hash;
    put.run(head, row.seq);
  }
  sqlite.prepare('update world set head = ?').run(head);
  sqlite.close();
}

test.each([
  ["json_remove(data, '$.fill.price')", /^state: events \(seq=\d+\): order\.filled has no \/fill\/price$/],
  ["json_set(data, '$.order.side', 'SELL')", /^state: events \(seq=\d+\): order\.filled has "SELL" at \/order\/side: /],
  [
    "json_set(data, '$.fill.fee', 1)",
    /^state: events \(seq=\d+\): order\.filled has the unexpected field \/fill\/fee$/,
  ],
])('reports an entry that does not match its type: %s', proves('K139.4', 'K115.3'), async (data, message) => {
  const { dataDir } = unpackWorld(version);
  rewriteLog(dataDir, `update events set data = ${data} where type = 'order.filled'`);
  const { exitCode, messages } = await examine(dataDir);
  expect(messages).toContainEqual(expect.stringMatching(message));
  expect(messages.filter((each) => each.startsWith('chain'))).toEqual([]);
  expect(exitCode).toBe(65);
});

test('reports an entry that contradicts the tables after a change with new hashes', proves('K115.3'), async () => {
  const { dataDir } = unpackWorld(version);
  rewriteLog(dataDir, "update events set data = json_set(data, '$.fill.value', 1) where type = 'order.filled'");
  const { exitCode, messages } = await examine(dataDir);
  expect(messages).toContainEqual(expect.stringMatching(/^state: fills \(fill_id=fl_.*\): value_minor is/));
  expect(messages).toContainEqual(expect.stringMatching(/^state: portfolios .*cash_minor is/));
  expect(messages.filter((message) => message.startsWith('chain'))).toEqual([]);
  expect(exitCode).toBe(65);
});

test.each([
  ['an empty file', (file: string) => truncateSync(file, 0), /^file: it is empty/],
  [
    'a file cut in the middle',
    (file: string) => truncateSync(file, readFileSync(file).length / 2),
    /^integrity: .*malformed/,
  ],
  [
    'another file',
    (file: string) => writeFileSync(file, 'no database at all, '.repeat(100)),
    /^integrity: file is not a database/,
  ],
  ['pages that were overwritten', overwrite, /^integrity: /],
])('reports %s as damage', proves('K115.2'), async (_what, damage, message) => {
  const { dataDir } = unpackWorld(version);
  damage(join(dataDir, 'ballast.db'));
  const { exitCode, messages } = await examine(dataDir);
  expect(messages).toContainEqual(expect.stringMatching(message));
  expect(exitCode).toBe(65);
});

function overwrite(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(7, 4096 * 10, 4096 * 14);
  writeFileSync(file, bytes);
}

test('a changed byte of a snapshot breaks its digest', proves('K115.2'), async () => {
  const { dataDir } = unpackWorld(version);
  const file = join(dataDir, 'snapshots/before-the-faults.db');
  const bytes = readFileSync(file);
  bytes.writeUInt8(1 - Math.min(1, bytes.readUInt8(bytes.length - 200)), bytes.length - 200);
  writeFileSync(file, bytes);
  const { exitCode, messages } = await examine(dataDir);
  expect(messages).toContainEqual(expect.stringMatching(/^file: its digest does not match/));
  expect(exitCode).toBe(65);
});

test('a world that a server has open cannot be examined, but its other worlds can', proves('K115.5'), async () => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir });
  const open = await examine(dataDir);
  expect(open.statuses).toContain('world unreadable');
  expect(open.report.files.find(({ kind }) => kind === 'world')?.reason).toMatch(/a server has it open/);
  expect(open.statuses).toContain('snapshot sound');
  expect(open.exitCode).toBe(74);
  await server.stop();
  const closed = await examine(dataDir);
  expect([closed.exitCode, closed.messages]).toEqual([0, []]);
});

test.each([
  ['nothing is there', 74, /there is no such file or folder/],
  ['there is no world', 64, /is not a data folder/],
])('if %s, it is reported', proves('K115.5'), async (what, exit, message) => {
  const folder = newFolder();
  const { exitCode, stderr } = await callBallast([
    'doctor',
    what === 'nothing is there' ? join(folder, 'gone') : folder,
  ]);
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(exit);
});

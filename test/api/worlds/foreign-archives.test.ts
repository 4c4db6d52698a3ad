/**
 * Archives, snapshots and data folders from others (decision N8): nothing in them is executed or trusted, and none of
 * their worlds ends the server or leaves the data folder.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldList } from '../../../src-server/contract/control/worlds/worlds.ts';
import { ForeignDatabaseError } from '../../../src-server/store/database/check-schema.ts';
import { openImage } from '../../../src-server/store/database/open-database.ts';
import * as worldTables from '../../../src-server/store/database/schema.ts';
import * as trafficTables from '../../../src-server/store/database/schema-traffic.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { copyWorld } from '../../../src-server/world/foreign/sound-world.ts';
import { migrationsFolder } from '../../../src-server/world/world-database.ts';
import { proves } from '../../conformance/proves.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { archiveOf, changedImage, fillWorld, importArchive } from './foreign-world.ts';

const migrations = migrationsFolder(packageRoot());

let server: TestServer;
let image: Buffer;
const dataDir = newFolder();
beforeAll(async () => {
  server = await startBallast({ seed: 12, dataDir });
  await fillWorld(server);
  image = Buffer.from(server.ballast.control.image());
});
afterAll(stopAll);

const ENDLESS = 'with recursive n(i) as (select 1 union all select i from n) select';

/** The issue of a world that was changed; fails if there is none. */
function issueOf(sql: string): string {
  try {
    copyWorld(changedImage(image, sql), migrations);
  } catch (error) {
    if (error instanceof ForeignDatabaseError) return error.message;
    throw error;
  }
  throw new Error(`a world was let in after ${sql}`);
}

describe('the database in an archive', () => {
  test('is copied completely if nothing is wrong with it', proves('N8'), () => {
    const rowsIn = (bytes: Buffer) => {
      const { sqlite, close } = openImage(Buffer.from(bytes), null);
      const names = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
      const rows = names.map((name) => [name, sqlite.prepare(`select rowid, * from "${name}"`).raw().all()] as const);
      close();
      return rows;
    };
    const rows = rowsIn(image);
    expect(rowsIn(copyWorld(image, migrations))).toEqual(rows);
    expect(rows.filter(([, { length }]) => length > 0).length).toBeGreaterThan(15);
  });

  test.each([
    ['a view in the place of a table', `drop table world; create view world as ${ENDLESS} 1 as id, i as seed from n`],
    ['one more view', `create view more as ${ENDLESS} i from n`],
    ['a trigger', `create trigger t after update on world begin ${ENDLESS} count(*) from n; end`],
    ['a table of its own', 'create table mine (x)'],
    ['one more index', 'create index mine on events (type)'],
    ['a virtual table', 'create virtual table mine using fts5(x)'],
    ['one more column', 'alter table accounts add column mine text'],
    ['a computed column', `alter table accounts add column mine as (length(name))`],
  ])('is refused for %s, and nothing of it is executed', proves('N8'), (_what, sql) => {
    expect(issueOf(sql)).toMatch(
      /tables, columns, indexes, views or triggers of the database differ|damaged|another program/,
    );
  });

  test.each([
    ['a timer before its clock', 'update timers set due_ms = 0', /its timer \d+ .* is before the time of its clock/],
    [
      'a timer that is due after everything',
      'update timers set due_ms = 9e15',
      /row 1 of timers has a value at due_ms that no world of Ballast has: it must be at most \d+$/,
    ],
    ['a clock of 1e12 seconds a second', `update world set clock = json_set(clock, '$.rate', 1e12)`, /clock\/rate/],
    [
      'a clock in the year 287396',
      'update world set now_ms = 9000000000000000',
      /row 1 of world has a value at now_ms that no world of Ballast has: it must be at most/,
    ],
    ['a clock that is none', `update world set clock = '{"mode":"wild"}'`, /clock\/mode/],
    ['a header with a line break', sinkHeader('a\\r\\nSet-Cookie: x=1'), /answers\/0\/headers/],
    ['a header that a sink may not set', sinkHeader('x', 'set-cookie'), /answers\/0\/headers/],
    ['an endpoint that is a step in a path', `update webhook_endpoints set url = '/sim/sink/../reset'`, /url/],
    ['an endpoint that is no address', `update webhook_endpoints set url = 'file:///etc/passwd'`, /url/],
    [
      'an endpoint that trusts what is no certificate',
      `update webhook_endpoints set tls = '{"ca":"insecure"}'`,
      /tls\/ca .*contains no certificate/,
    ],
    ['a delivery to elsewhere', `update deliveries set url = '/sim/reset'`, /deliveries has a value at url/],
    [
      'a stub with a header of two lines',
      `update wire_faults set terms = json_set(terms, '$.answer.headers', json('{"a":"b\\r\\nc"}')) where json_extract(terms, '$.kind') = 'api_stub'`,
      /terms/,
    ],
    [
      'a stub with a pattern that takes for ever',
      `update wire_faults set terms = json_set(terms, '$.match', json('{"path":{"matches":"(a+)+$"}}')) where json_extract(terms, '$.kind') = 'api_stub'`,
      /terms/,
    ],
    ['a fault of no kind', `update wire_faults set terms = '{"kind":"rm"}'`, /terms/],
    [
      'a drift check each millisecond',
      `insert or replace into settings values ('drift_check_ms', '1')`,
      /drift_check_ms/,
    ],
    [
      'dividends since ever',
      `insert or replace into settings values ('dividends_since_ms', '-9e15')`,
      /dividends_since_ms/,
    ],
    ['a market that is no JSON', `insert or replace into settings values ('own_market', '{')`, /own_market/],
    ['slices of no length', exchange('sliceIntervalMs', 0), /settings\/sliceIntervalMs/],
    [
      'a drift check twice',
      `insert into timers select seq + 1, due_ms, kind, payload from timers where kind = 'monitor.tick'; update world set timer_seq = timer_seq + 9`,
      /occurs twice|UNIQUE/,
    ],
    ['a changed event', `update events set data = '{}' where seq = 2`, /the database is damaged/],
    ['a row that is twice there', `update timers set payload = x'00'`, /payload is not text/],
  ])('is refused for %s', proves('N8'), (_what, sql, reason) => {
    expect(issueOf(sql)).toMatch(reason);
  });

  test.each([
    [
      'more made-up instruments than a world may have',
      '{"replace_instruments":false,"instruments":[],"synthetic":{"count":100000000,"prefix":"ZZ","exchanges":["XETR"],"listings_each":1},"fx":{},"calendars":{}}',
    ],
    [
      'a rate below 0',
      '{"replace_instruments":false,"instruments":[],"synthetic":null,"fx":{"USD":{"per_eur":-1}},"calendars":{}}',
    ],
    ['something else', '{"a":1}'],
  ])('may not have a custom market with %s', proves('N8'), (_, market) => {
    const sql = `insert into settings (name, value) values ('own_market', '${market}') on conflict (name) do update set value = excluded.value`;
    expect(issueOf(sql)).toContain('own_market');
  });

  test.each([
    ['every', "update cash_flows set every = 'zzz'", /every/],
    ['occurrences', 'update cash_flows set occurrences = -9000000000', /occurrences/],
    ['amount_minor', 'update cash_flows set amount_minor = 0', /amount_minor/],
    ['kind', "update cash_flows set kind = 'theft'", /kind/],
    ['terms', `update policies set terms = '{"when":[{"calendar":{"every":"zzz"}}],"execute":true}'`, /terms/],
    ['price_factor', 'update corporate_actions set price_factor = -1', /price_factor/],
  ])('may not have %s that no world has', proves('N8'), (_, sql, reason) => {
    expect(issueOf(sql)).toMatch(reason);
  });

  test.each(['null', '[1]', '"text"'])('may not have an event whose data is %s', proves('N8'), (data) => {
    expect(issueOf(`update events set data = '${data}' where seq = 2`)).toMatch(/data/);
  });

  test('may have an endpoint that trusts a certificate', proves('N8'), () => {
    const tls = JSON.stringify({ ca: makeCertificate().cert });
    expect(copyWorld(changedImage(image, `update webhook_endpoints set tls = '${tls}'`), migrations)).toBeDefined();
  });
});

function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(String(error.code));
}

function sinkHeader(value: string, name = 'x-a'): string {
  return `update sink_scripts set answers = json_set(answers, '$[0].headers', json('{"${name}":"${value}"}'))`;
}

function exchange(field: string, value: number): string {
  const settings = { mic: 'XETR', commission: { bps: 1, minimumMinor: 1 }, latency: {}, acknowledgeWithinMs: 1000 };
  const rest = { lotMicro: 1_000_000, participation: 0.1, sliceIntervalMs: 1000, [field]: value };
  return `insert or replace into exchange_settings values ('XETR', '${JSON.stringify({ ...settings, ...rest })}')`;
}

test('an archive with such a world is refused over HTTP, and the server responds meanwhile and afterwards', {
  ...proves('N8', 'N5.3'),
}, async () => {
  for (const sql of [
    `create view more as ${ENDLESS} i from n`,
    'update timers set due_ms = 0',
    "update webhook_endpoints set url = '/sim/sink/../reset'",
  ]) {
    const response = await importArchive(server, await archiveOf(server, changedImage(image, sql)), '?keep=true');
    expect([response.status, response.error().message]).toEqual([
      400,
      expect.stringMatching(/^The file cannot be imported: /),
    ]);
  }
  expect(existsSync(join(dataDir, 'worlds'))).toBe(false);
  expect((await server.sim.get('/fingerprint')).status).toBe(200);
});

describe('a name in an archive', () => {
  test.each(['../../escaped-world', '.', '..', 'a/b', '/abs', 'a\\b', '\u001b[31mred', 'con', 'a\0b', 'Mixed', ''])(
    '%j is refused, and nothing is created',
    proves('N5.3'),
    async (name) => {
      const before = readdirSync(dataDir, { recursive: true });
      const response = await importArchive(server, await archiveOf(server, image, { name }), '?keep=true');
      expect([response.status, response.error().message]).toEqual([400, expect.stringMatching(/\/name is /)]);
      expect([readdirSync(dataDir, { recursive: true }), existsSync(join(dataDir, '../../escaped-world'))]).toEqual([
        before,
        false,
      ]);
    },
  );

  test('that leads elsewhere removes nothing, however it is written', proves('N3.2'), async () => {
    expect((await server.sim.post('/worlds', { name: 'stays', keep: true })).status).toBe(201);
    for (const path of ['.', '..', '%2e', '%2e%2e', '..%2fsnapshots', 'stays%2f..', 'stays%00']) {
      expect(await statusOf('DELETE', `/sim/worlds/${path}`), path).not.toBe(200);
    }
    expect(readdirSync(join(dataDir, 'worlds'))).toEqual(['stays']);
    expect((await server.sim.get('/worlds')).as(worldList).worlds.map(({ name }) => name)).toEqual([
      'default',
      'stays',
    ]);
  });
});

/** The status of a request whose path no client has normalised. */
function statusOf(method: string, path: string): Promise<number> {
  const { port } = new URL(server.ballast.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      const token = `Authorization: Bearer ${server.ballast.adminToken}`;
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${token}\r\nConnection: close\r\n\r\n`);
    });
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(bytes))?.[1]));
    });
  });
}

test('a snapshot that somebody put into the folder is checked in the same way', {
  ...proves('N8', 'L49.4'),
  tags: ['deep'],
}, async () => {
  const other = newFolder();
  const owner = await startBallast({ seed: 12, dataDir: other });
  mkdirSync(join(other, 'snapshots'), { recursive: true });
  const put = (name: string, sql: string) =>
    writeFileSync(join(other, 'snapshots', `${name}.db`), changedImage(image, sql));
  put('view', `drop table world; create view world as ${ENDLESS} 1 as id, i as seed from n`);
  put('trigger', `create trigger t after update on world begin ${ENDLESS} count(*) from n; end`);
  put('past', 'update timers set due_ms = 0');
  put('sound', 'select 1');
  expect((await owner.sim.get('/snapshots')).text).not.toContain('"view"');
  for (const name of ['view', 'trigger', 'past']) {
    expect((await owner.sim.post(`/snapshots/${name}/restore`)).status, name).toBe(400);
    expect((await owner.sim.post('/worlds', { snapshot: name })).status, name).toBe(400);
  }
  expect((await owner.sim.post('/worlds', { snapshot: 'sound' })).status).toBe(201);
  expect((await owner.sim.post('/snapshots/sound/restore')).status).toBe(200);
  await owner.stop();
});

const columns = Object.values({ ...worldTables, ...trafficTables }).flatMap((table) =>
  is(table, SQLiteTable)
    ? Object.values(getTableColumns(table)).map((column) => ({ table: String(getTableName(table)), column }))
    : [],
);

test('a value of another type in any column of any table is refused', { ...proves('N8'), tags: ['deep'] }, () => {
  expect(() => copyWorld(image, migrations)).not.toThrow();
  const { sqlite, close } = openImage(Buffer.from(image), null);
  const filled = columns.filter(({ table }) => sqlite.prepare(`select 1 from "${table}" limit 1`).get() !== undefined);
  close();
  const letIn = filled.flatMap(({ table, column: { name, columnType } }) => {
    const isKey = columnType === 'SQLiteInteger' && /^(?:seq|id|outage_id)$/.test(name);
    if (isKey) return [];
    // The log itself shows a change; a column that is no part of its hash is checked like all others.
    const wrong = ["x'00ff'", ...(columnType === 'SQLiteTextJson' ? ["'{'", "'true'"] : [])];
    return wrong.flatMap((value) => {
      try {
        copyWorld(changedImage(image, `update "${table}" set "${name}" = ${value}`), migrations);
        return [`${table}.${name} = ${value}`];
      } catch (error) {
        if (error instanceof ForeignDatabaseError || isConstraint(error)) return [];
        return [`${table}.${name} = ${value}: ${String(error)}`];
      }
    });
  });
  expect(letIn).toEqual([]);
});

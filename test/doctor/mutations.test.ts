/**
 * Changes every column of every table slightly: `ballast doctor` must report it, or `unchecked.ts` must list it with a
 * reason. Tables and columns are read from the schema, so that new ones are covered.
 */
import type Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { fileAsImage, openImage } from '../../src-server/store/database/open-database.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { migrationsFolder } from '../../src-server/world/world-database.ts';
import { proves } from '../conformance/proves.ts';
import { findingsOf } from './examined.ts';
import { richWorld } from './rich-world.ts';
import { UNCHECKED_COLUMNS, UNCHECKED_ROWS } from './unchecked.ts';

let sqlite: Database.Database;
beforeAll(async () => {
  sqlite = openImage(fileAsImage(await richWorld()), migrationsFolder(packageRoot())).sqlite;
});

function tables(): string[] {
  const named = "select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~'";
  const all = sqlite.prepare<[], string>(named).pluck().all();
  // It records the migrations, and decides whether the database is examined at all.
  return all.filter((name) => name !== '__drizzle_migrations');
}

function columnsOf(table: string): string[] {
  return sqlite.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
}

/** Whether any finding is reported after `change`, which is then rolled back. */
function isFound(change: () => void): boolean {
  sqlite.exec('savepoint mutation');
  try {
    change();
    return findingsOf({ database: { sqlite } }).length > 0;
  } finally {
    sqlite.exec('rollback to mutation; release mutation');
  }
}

/** Returns another value of the same kind: a number or letter more, or a value instead of null. */
function changed(value: unknown): unknown {
  if (value === null) return 1;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[[{]/.test(value) ? JSON.stringify(changed(JSON.parse(value))) : `${value}x`;
  if (Array.isArray(value)) return [...value, 'x'];
  const [[member, first] = ['x', 0], ...others] = Object.entries(value as object);
  return { [member]: changed(first), ...Object.fromEntries(others) };
}

/** Changes the first row that has a value in the column, or else the first row. */
function changeOne(table: string, column: string): void {
  const rows = sqlite.prepare(`select rowid as id, "${column}" as value from "${table}" order by value is null, rowid`);
  const { id, value } = rows.get() as { id: number; value: unknown };
  sqlite.prepare(`update or replace "${table}" set "${column}" = ? where rowid = ?`).run(changed(value), id);
}

test('the world is sound, and no table is empty', proves('K115.3'), () => {
  expect(findingsOf({ database: { sqlite } }).map(({ message }) => message)).toEqual([]);
  expect(tables().filter((table) => sqlite.prepare(`select 1 from "${table}"`).get() === undefined)).toEqual([]);
});

test('every changed column is reported, except those that the list explains', {
  ...proves('K115.3'),
  tags: ['deep'],
}, () => {
  const unnamed = tables().flatMap((table) =>
    columnsOf(table)
      .filter((column) => !isFound(() => changeOne(table, column)))
      .map((column) => `${table}.${column}`),
  );
  expect(unnamed.sort()).toEqual([...UNCHECKED_COLUMNS.keys()].sort());
});

test('every deleted row is reported, except those that the list explains', proves('K115.3'), () => {
  const unnamed = tables().filter(
    (table) =>
      !isFound(() =>
        sqlite.exec(`delete from "${table}" where rowid =
    (select min(rowid) from "${table}")`),
      ),
  );
  expect(unnamed.sort()).toEqual([...UNCHECKED_ROWS.keys()].sort());
});

test('a column that follows from the log is reported with its table, its row and both values', proves('K115.4'), () => {
  sqlite.exec('savepoint mutation');
  sqlite.exec(
    'update positions set quantity_micro = quantity_micro + 1 where rowid = (select min(rowid) from positions)',
  );
  const [finding] = findingsOf({ database: { sqlite } });
  sqlite.exec('rollback to mutation; release mutation');
  const row = sqlite.prepare('select * from positions order by rowid limit 1').get() as Record<string, unknown>;
  expect(finding).toMatchObject({
    check: 'state',
    table: 'positions',
    column: 'quantity_micro',
    entry: `portfolio_id=${row.portfolio_id}, isin=${row.isin}, mic=${row.mic}`,
    expected: `${row.quantity_micro}`,
    found: `${Number(row.quantity_micro) + 1}`,
  });
});

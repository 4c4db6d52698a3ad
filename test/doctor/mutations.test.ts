/**
 * Every column of every table, changed a little: `ballast doctor` names it, or it stands here with the reason why
 * nothing can. The tables and columns are those of the schema, so a new one has to be thought about.
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
  // It says which migrations were made, and decides whether the database is examined at all.
  return all.filter((name) => name !== '__drizzle_migrations');
}

function columnsOf(table: string): string[] {
  return sqlite.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
}

/** Whether anything is found after `change`, all of which is taken back. */
function isFound(change: () => void): boolean {
  sqlite.exec('savepoint mutation');
  try {
    change();
    return findingsOf({ database: { sqlite } }).length > 0;
  } finally {
    sqlite.exec('rollback to mutation; release mutation');
  }
}

/** Another value of the same kind: a number more, a letter more, something in place of nothing. */
function changed(value: unknown): unknown {
  if (value === null) return 1;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[[{]/.test(value) ? JSON.stringify(changed(JSON.parse(value))) : `${value}x`;
  if (Array.isArray(value)) return [...value, 'x'];
  const [[member, first] = ['x', 0], ...others] = Object.entries(value as object);
  return { [member]: changed(first), ...Object.fromEntries(others) };
}

/** The first row that has something in the column, or the first one. */
function changeOne(table: string, column: string): void {
  const rows = sqlite.prepare(`select rowid as id, "${column}" as value from "${table}" order by value is null, rowid`);
  const { id, value } = rows.get() as { id: number; value: unknown };
  sqlite.prepare(`update or replace "${table}" set "${column}" = ? where rowid = ?`).run(changed(value), id);
}

test('the world is sound, and there is something in every table', proves('K115.3'), () => {
  expect(findingsOf({ database: { sqlite } }).map(({ message }) => message)).toEqual([]);
  expect(tables().filter((table) => sqlite.prepare(`select 1 from "${table}"`).get() === undefined)).toEqual([]);
});

test('every column that is changed is found out, but for those that the list explains', {
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

test('every row that is gone is missed, but for those that the list explains', proves('K115.3'), () => {
  const unnamed = tables().filter(
    (table) =>
      !isFound(() =>
        sqlite.exec(`delete from "${table}" where rowid =
    (select min(rowid) from "${table}")`),
      ),
  );
  expect(unnamed.sort()).toEqual([...UNCHECKED_ROWS.keys()].sort());
});

test('a column that follows from the log is named with its table, its row and both values', proves('K115.4'), () => {
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

/**
 * Copies the rows of a database that somebody else made into a new one of our own (decision N8). The foreign one is
 * only read, and only once its schema is ours, its pages are sound and its log is whole; each row is checked before the
 * copy is used.
 */
import Database from 'better-sqlite3';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ForeignDatabaseError, refuseForeignSchema } from '../database/check-schema.ts';
import { isSoundDatabase } from '../database/image-facts.ts';
import { fileAsImage } from '../database/open-database.ts';
import * as worldTables from '../database/schema.ts';
import * as trafficTables from '../database/schema-traffic.ts';
import { isSmallTree, pagesOf, plainTableRoot, SCHEMA_ROOT, trustNothing } from './plain-table.ts';
import { databaseAtLevel, MIGRATIONS_TABLE } from './schema-levels.ts';

const DAMAGED = 'the database is damaged';

/** A row in the form of records: JSON is parsed, flags are booleans. */
type ForeignRow = Readonly<Record<string, unknown>>;

/** Returns the issue of a row beyond the types of its columns, as the end of a sentence; `null`: none. */
type CheckRow = (table: string, row: ForeignRow) => string | null;

/** Returns an issue of the whole database, once each of its rows was checked; `null`: none. */
export type CheckWhole = (rowsOf: (table: string) => readonly ForeignRow[]) => string | null;

/**
 * Returns the image of a new database with the same rows. Throws `ForeignDatabaseError`, whose message names the issue.
 */
export function copyForeign(
  image: Buffer,
  migrationsFolder: string,
  { checkRow, checkWhole }: { readonly checkRow: CheckRow; readonly checkWhole: CheckWhole },
): Buffer {
  const { sqlite: foreign, level } = openForeign(image, migrationsFolder);
  const copy = databaseAtLevel(migrationsFolder, level);
  try {
    if (!isSoundDatabase(foreign, image.length)) throw new ForeignDatabaseError(DAMAGED);
    copyRows(foreign, copy);
    migrate(drizzle({ client: copy }), { migrationsFolder });
    checkRows(copy, checkRow);
    const issue = checkWhole((table) => [...rowsOf(copy, table)]);
    if (issue !== null) throw new ForeignDatabaseError(issue);
    return fileAsImage(copy.serialize());
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new ForeignDatabaseError(`${DAMAGED} (${error.message})`);
    throw error;
  } finally {
    foreign.close();
    copy.close();
  }
}

function openForeign(image: Buffer, migrationsFolder: string) {
  if (!isSmallTree(pagesOf(image), SCHEMA_ROOT)) throw new ForeignDatabaseError(DAMAGED);
  const sqlite = new Database(fileAsImage(Buffer.from(image)), { readonly: true });
  try {
    trustNothing(sqlite);
    const root = plainTableRoot(sqlite, MIGRATIONS_TABLE);
    if (root !== null && !isSmallTree(pagesOf(image), root)) throw new ForeignDatabaseError(DAMAGED);
    const level = refuseForeignSchema(sqlite, migrationsFolder);
    return { sqlite, level };
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError) throw new ForeignDatabaseError(`${DAMAGED} (${error.message})`);
    throw error;
  }
}

function copyRows(foreign: Database.Database, copy: Database.Database): void {
  const names = copy
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all();
  copy.transaction(() => {
    for (const name of names.filter((each) => each !== MIGRATIONS_TABLE)) copyTable(foreign, copy, name);
    // Numbers that were used: those of deleted rows are not used again.
    const given = foreign.prepare<[], [string, unknown]>('select name, seq from sqlite_sequence order by rowid').raw();
    copy.exec('delete from sqlite_sequence');
    const note = copy.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const [name, seq] of given.all()) {
      if (!names.includes(name) || !Number.isSafeInteger(seq)) throw new ForeignDatabaseError(DAMAGED);
      note.run(name, seq);
    }
  })();
}

/** Copies SQLite's own row numbers, which define the order where nothing else does. */
function copyTable(foreign: Database.Database, copy: Database.Database, name: string): void {
  const columns = copy.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(name);
  const listed = ['rowid', ...columns].map((column) => `"${column}"`).join();
  const rows = foreign.prepare(`select ${listed} from "${name}" order by rowid`).raw().safeIntegers();
  const insert = copy.prepare(`insert into "${name}" (${listed}) values (${['?', ...columns.map(() => '?')].join()})`);
  for (const row of rows.iterate()) insert.run(row as unknown[]);
}

const TABLES: ReadonlyMap<string, SQLiteTable> = new Map(
  Object.values({ ...worldTables, ...trafficTables }).flatMap((table) =>
    is(table, SQLiteTable) ? [[String(getTableName(table)), table] as const] : [],
  ),
);

function checkRows(copy: Database.Database, checkRow: CheckRow): void {
  for (const table of TABLES.keys()) {
    let number = 0;
    for (const row of rowsOf(copy, table)) {
      number += 1;
      const issue = checkRow(table, row);
      if (issue !== null) throw new ForeignDatabaseError(`row ${number} of ${table} ${issue}`);
    }
  }
}

function* rowsOf(copy: Database.Database, name: string): Generator<ForeignRow> {
  const table = TABLES.get(name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  const fields = Object.entries(getTableColumns(table));
  const listed = fields.map(([, column]) => `"${column.name}"`).join();
  const rows = copy.prepare<[], unknown[]>(`select ${listed} from "${name}" order by rowid`).raw().safeIntegers();
  let number = 0;
  for (const row of rows.iterate()) {
    number += 1;
    const read = fields.map(([field, column], index) => [field, readColumn(column, row[index], `${name} ${number}`)]);
    yield Object.fromEntries(read);
  }
}

/** Returns a value of the column's type, or throws. */
function readColumn(column: SQLiteColumn, value: unknown, where: string): unknown {
  const bad = (issue: string) => new ForeignDatabaseError(`row ${where}: ${column.name} ${issue}`);
  if (value === null) {
    if (column.notNull) throw bad('is missing');
    return null;
  }
  switch (column.columnType) {
    case 'SQLiteInteger':
      if (typeof value !== 'bigint' || !Number.isSafeInteger(Number(value))) throw bad('is not a whole number');
      return Number(value);
    case 'SQLiteBoolean':
      if (value !== 0n && value !== 1n) throw bad('is neither 0 nor 1');
      return value === 1n;
    case 'SQLiteReal':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw bad('is not a finite number');
      return value;
    case 'SQLiteTextJson':
      if (typeof value !== 'string') throw bad('is not text');
      return parseJson(value, bad);
    default:
      if (typeof value !== 'string') throw bad('is not text');
      if (column.enumValues !== undefined && !column.enumValues.includes(value) && column.enumValues.length > 0)
        throw bad(`is not one of ${column.enumValues.join(', ')}`);
      return value;
  }
}

function parseJson(text: string, bad: (issue: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw bad('is not JSON');
    throw error;
  }
}

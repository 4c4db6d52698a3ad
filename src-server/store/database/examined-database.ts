/**
 * Opens the database of a world, or an image of one, to examine it: read-only, without trusting its schema, and without
 * a new file beside it. Reports what is wrong with its pages, its references and its schema.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { countMigrations, ForeignDatabaseError, isBehind } from './check-schema.ts';
import { fileAsImage, openDatabase, openImage } from './open-database.ts';

type StoredRow = Record<string, string | number | null>;

export interface ExaminedDatabase {
  rows(sql: string): IterableIterator<StoredRow>;
  /** Issues, each a sentence; none where SQLite finds nothing. */
  integrity(): readonly string[];
  foreignKeys(): readonly string[];
  /**
   * For a world that an earlier release wrote, a migrated copy in memory, which replaces this one, which is closed;
   * else this one. Throws `ForeignDatabaseError`.
   */
  atPresentSchema(migrationsFolder: string): ExaminedDatabase;
  close(): void;
}

/** Another process has it open. */
export class InUseError extends Error {}

/** The content of a database of an earlier release cannot be migrated, or the database is empty. */
export class UnmigratedError extends Error {}

/** Larger ones are read from their file, beside which SQLite leaves an empty log. */
const LARGEST_IN_MEMORY = 1_073_741_824;

/** Throws `InUseError`, and errors of SQLite and the file system. */
export function openExamined(file: string): ExaminedDatabase {
  const log = `${file}-wal`;
  const hasLog = existsSync(log);
  const isInMemory = !hasLog && isWithLog(file) && statSync(file).size <= LARGEST_IN_MEMORY;
  if (!isInMemory) return openInPlace(file);
  const examined = examinedOf(new Database(fileAsImage(readFileSync(file))), () => undefined);
  // Opening a world creates its log first.
  if (!existsSync(log)) return examined;
  examined.close();
  throw new InUseError(file);
}

/** The version bytes of a database that has a write-ahead log, which SQLite makes as soon as it reads the file. */
function isWithLog(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const header = Buffer.alloc(20);
    return readSync(opened, header) === header.length && header[18] === 2;
  } finally {
    closeSync(opened);
  }
}

function openInPlace(file: string): ExaminedDatabase {
  const shared = `${file}-shm`;
  const wasThere = existsSync(shared);
  const forget = () => {
    // Nobody else uses it: a server locks the file for itself alone.
    if (!wasThere) rmSync(shared, { force: true });
  };
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    sqlite.prepare('select count(*) from sqlite_schema').get();
  } catch (error) {
    sqlite.close();
    forget();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new InUseError(file);
    throw error;
  }
  return examinedOf(sqlite, forget);
}

function examinedOf(sqlite: Database.Database, forget: () => void): ExaminedDatabase {
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('query_only = ON');
  const close = () => {
    sqlite.close();
    forget();
  };
  const examined: ExaminedDatabase = {
    rows: (sql) => sqlite.prepare<[], StoredRow>(sql).iterate(),
    integrity: () => integrityOf(sqlite),
    foreignKeys: () => foreignKeysOf(sqlite),
    close,
    atPresentSchema(migrationsFolder) {
      if (countMigrations(sqlite, migrationsFolder) === 0) throw new UnmigratedError(NO_TABLES);
      if (!isBehind(sqlite, migrationsFolder)) return examined;
      const image = fileAsImage(sqlite.serialize());
      close();
      return examinedOf(migrated(image, migrationsFolder), () => undefined);
    },
  };
  return examined;
}

const NO_TABLES = 'it has no tables: what was in it is lost, or was only in the log beside it';

function migrated(image: Buffer, migrationsFolder: string): Database.Database {
  try {
    return openImage(image, migrationsFolder).sqlite;
  } catch (error) {
    // It is of an earlier release, and not as that release made it.
    if (error instanceof ForeignDatabaseError) throw new UnmigratedError(error.message, { cause: error });
    const { cause } = error as Error;
    if (!(cause instanceof Database.SqliteError)) throw error;
    throw new UnmigratedError(`it cannot be migrated to the present schema: ${cause.message}`, { cause });
  }
}

const MAX_FAULTS = 100;

function integrityOf(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma(`integrity_check(${MAX_FAULTS})`) as { integrity_check: string }[];
  return rows.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
}

function foreignKeysOf(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[];
  return rows
    .slice(0, MAX_FAULTS)
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`);
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** How far the schema of a database is the same as this version's. */
interface SchemaCheck {
  readonly differences: readonly string[];
  /** Every table exists with its columns, so that queries work. */
  readonly isUsable: boolean;
}

const SCHEMA =
  "select type, name, sql from sqlite_schema where name not like 'sqlite~_%' escape '~' order by type, name";

/** Creates the migrations' own schema in memory, and compares it text by text. */
export function checkSchema(examined: Pick<ExaminedDatabase, 'rows'>, migrationsFolder: string): SchemaCheck {
  const made = openDatabase(null, migrationsFolder);
  const expected = made.sqlite.prepare<[], SchemaRow>(SCHEMA).all();
  made.close();
  const found = new Map([...examined.rows(SCHEMA)].map((row) => [`${row.type} ${row.name}`, textOf(row.sql)]));
  const differences: string[] = [];
  let isUsable = true;
  for (const { type, name, sql } of expected) {
    const text = found.get(`${type} ${name}`);
    found.delete(`${type} ${name}`);
    // The table of the migrations is drizzle's, which may write it otherwise in another version.
    if (text === textOf(sql) || (text !== undefined && name.startsWith('__drizzle'))) continue;
    differences.push(
      text === undefined ? `${type} ${name} is missing` : `${type} ${name} is not the one of the migrations`,
    );
    isUsable &&= type !== 'table';
  }
  for (const name of found.keys()) {
    differences.push(`${name} is in no migration`);
    isUsable &&= !name.startsWith('view ') && !name.startsWith('trigger ');
  }
  return { differences, isUsable };
}

function textOf(sql: string | number | null | undefined): string {
  return String(sql ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

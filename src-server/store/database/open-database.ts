/** Opens the one SQLite database of a world: a file locked for this process, or memory, empty or from an image. */
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import type { Watermark } from '../../kernel/watermark.ts';
import { refuseForeignSchema } from './check-schema.ts';
import { prepareLazily } from './lazy-statement.ts';
import { migrateDatabase } from './migrate-database.ts';

export interface WorldDatabase {
  readonly sqlite: Database.Database;
  readonly db: BetterSQLite3Database;
  /** Writes everything in `work`, in however many transactions, or nothing. */
  atomically<T>(work: () => T): T;
  /** Whether its file is still at the path where it was opened; always true in memory. */
  isInPlace(): boolean;
  /** Records how far its event log was written; `null` in memory. */
  readonly watermark: Watermark | null;
  /** Its size in bytes, without its write-ahead log. */
  bytes(): number;
  /** Returns all of it as the bytes of a database file without a log. Blocks the thread. */
  image(): Buffer;
  /**
   * Writes the same into a new file, in steps that block the thread only for a short time. Commits in the meantime are
   * included. `sync` flushes the file to the disk, on another thread.
   */
  saveTo(file: string, sync: (file: string) => Promise<void>): Promise<void>;
  close(): void;
}

/** Another process has the database open. */
export class DatabaseInUseError extends Error {}

/** A database that had a world is empty. */
export class EmptyDatabaseError extends Error {}

/**
 * `file` null stores the world in memory. WAL with `synchronous=NORMAL`: what was acknowledged survives `kill -9`. The
 * exclusive lock makes a second Ballast on the same folder fail at once instead of corrupting turns. `migrationsFolder`
 * null: the schema is known to be the present one, so no migration is read. `hasWorld`: an empty database is rejected
 * with `EmptyDatabaseError`, and is not changed.
 */
export function openDatabase(file: string | null, migrationsFolder: string | null, hasWorld = false): WorldDatabase {
  const sqlite = new Database(file ?? ':memory:', { timeout: 1000 });
  try {
    return prepare(sqlite, migrationsFolder, hasWorld);
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseInUseError(`${file} is in use by another process`, { cause: error });
    }
    throw error;
  }
}

/** Opens a copy of an image in memory. */
export function openImage(image: Buffer, migrationsFolder: string | null): WorldDatabase {
  const sqlite = new Database(image);
  try {
    return prepare(sqlite, migrationsFolder);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * The fills of a year are some 100 MB of tables that are read in random order; with SQLite's default of 2 MB they would
 * be read again and again.
 */
const CACHE_KIB = 16_384;
/** 16 MB of log before a checkpoint: pages that are written repeatedly are copied to the file once. */
const CHECKPOINT_PAGES = 4096;

function prepare(sqlite: Database.Database, migrationsFolder: string | null, hasWorld = false): WorldDatabase {
  sqlite.pragma('locking_mode = EXCLUSIVE');
  const migrations = migrationsFolder === null ? null : refuseForeignSchema(sqlite, migrationsFolder);
  if (migrations === 0 && hasWorld) throw new EmptyDatabaseError('the database is empty');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma(`cache_size = ${-CACHE_KIB}`);
  sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const db = drizzle({ client: sqlite });
  if (migrationsFolder !== null) migrateDatabase(sqlite, db, migrationsFolder);
  prepareLazily(sqlite);
  return {
    sqlite,
    db,
    atomically: <T>(work: () => T): T => sqlite.transaction(work).immediate() as T,
    isInPlace: () => true,
    watermark: null,
    bytes: () =>
      Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
    image: () => imageOf(sqlite),
    saveTo: (file, sync) => saveInSteps(sqlite, file, sync),
    close: () => sqlite.close(),
  };
}

/** 400 KB, about a millisecond. */
const PAGES_AT_ONCE = 100;

/**
 * The last step flushes the file to the disk and blocks the thread. So earlier writes are flushed first, on another
 * thread: meanwhile steps of 0 pages keep the backup open (better-sqlite3, `backup`).
 */
async function saveInSteps(sqlite: Database.Database, file: string, sync: (file: string) => Promise<void>) {
  let synced: 'not asked' | 'under way' | 'done' | { readonly error: unknown } = 'not asked';
  await sqlite.backup(file, {
    progress({ totalPages, remainingPages }) {
      if (remainingPages > PAGES_AT_ONCE || totalPages <= PAGES_AT_ONCE) return PAGES_AT_ONCE;
      if (synced === 'not asked') {
        synced = 'under way';
        sync(file).then(
          () => (synced = 'done'),
          (error: unknown) => (synced = { error }),
        );
      }
      if (typeof synced === 'object') throw synced.error;
      return synced === 'done' ? PAGES_AT_ONCE : 0;
    },
  });
}

/** The version numbers of a database file: 1 without a write-ahead log, 2 with one (SQLite's file format, 1.3.3). */
const WITHOUT_LOG = 1;
const WITH_LOG = 2;

/** SQLite serializes the log's pages, too, but marks the image as one with a log, which cannot be opened in memory. */
function imageOf(sqlite: Database.Database): Buffer {
  return inFormat(sqlite.serialize(), FILE_FORMATS.image);
}

/** The two bytes of a database file that declare whether it has a write-ahead log. */
interface FormatBytes {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** An image has no write-ahead log, the database of a world has one. */
export const FILE_FORMATS: Readonly<Record<'image' | 'database', FormatBytes>> = {
  image: { offset: 18, bytes: Uint8Array.of(WITHOUT_LOG, WITHOUT_LOG) },
  database: { offset: 18, bytes: Uint8Array.of(WITH_LOG, WITH_LOG) },
};

/** Converts the bytes of a database file whose log is empty to an image. */
export function fileAsImage(file: Buffer): Buffer {
  return inFormat(file, FILE_FORMATS.image);
}

/** Returns the bytes of a database file with the contents of an image. */
export function imageAsFile(image: Buffer): Buffer {
  return inFormat(Buffer.from(image), FILE_FORMATS.database);
}

function inFormat(image: Buffer, { offset, bytes }: FormatBytes): Buffer {
  image.set(bytes, offset);
  return image;
}

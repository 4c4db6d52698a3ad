/** Opens the one SQLite database of a world: a file locked for this process, or memory, empty or from an image. */
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

export interface WorldDatabase {
  readonly sqlite: Database.Database;
  readonly db: BetterSQLite3Database;
  /** Everything that `work` writes, in however many transactions, or nothing. */
  atomically<T>(work: () => T): T;
  /** Its size in bytes, what waits in its log left out. */
  bytes(): number;
  /** All of it as the bytes of a database file that needs nothing beside it. */
  image(): Buffer;
  close(): void;
}

/** The database is held by another process. */
export class DatabaseInUseError extends Error {}

/**
 * `file` null keeps the world in memory. WAL with `synchronous=FULL`: what was acknowledged survives `kill -9` and a
 * power cut. The exclusive lock makes a second Ballast on the same folder fail at once instead of corrupting turns.
 * `migrationsFolder` null: the schema is the present one already, which saves reading every migration again.
 */
export function openDatabase(file: string | null, migrationsFolder: string | null): WorldDatabase {
  const sqlite = new Database(file ?? ':memory:', { timeout: 1000 });
  try {
    return prepare(sqlite, migrationsFolder);
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseInUseError(`${file} is in use by another process`, { cause: error });
    }
    throw error;
  }
}

/** Opens an image in memory; what is written there does not reach the bytes it came from. */
export function openImage(image: Buffer, migrationsFolder: string | null): WorldDatabase {
  const sqlite = new Database(image);
  try {
    return prepare(sqlite, migrationsFolder);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** A year of fills is looked up in some 100 MB of tables by names that are spread all over them; SQLite's 2 MB would be read anew. */
const CACHE_KIB = 16_384;
/** 16 MB of log before it goes into the file: pages that are written again and again go there once. */
const CHECKPOINT_PAGES = 4096;

function prepare(sqlite: Database.Database, migrationsFolder: string | null): WorldDatabase {
  sqlite.pragma('locking_mode = EXCLUSIVE');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma(`cache_size = ${-CACHE_KIB}`);
  sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const db = drizzle({ client: sqlite });
  if (migrationsFolder !== null) migrate(db, { migrationsFolder });
  return {
    sqlite,
    db,
    atomically: <T>(work: () => T): T => sqlite.transaction(work).immediate() as T,
    bytes: () =>
      Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
    image: () => imageOf(sqlite),
    close: () => sqlite.close(),
  };
}

/** Where a database file says how it is written: 1 without a log beside it, 2 with one (SQLite's file format, 1.3.3). */
const FORMAT_BYTES = [18, 19];
const WITHOUT_LOG = 1;
const WITH_LOG = 2;

/** The log's pages are in what SQLite hands out; that there is a log is not true of the image, which memory refuses. */
function imageOf(sqlite: Database.Database): Buffer {
  return inFormat(sqlite.serialize(), WITHOUT_LOG);
}

/** The bytes of a database file that has no log beside it, as an image. */
export function fileAsImage(file: Buffer): Buffer {
  return inFormat(file, WITHOUT_LOG);
}

/** The bytes with which an image becomes a database file: one that is written with a log from the start. */
export function imageAsFile(image: Buffer): Buffer {
  return inFormat(Buffer.from(image), WITH_LOG);
}

function inFormat(image: Buffer, format: number): Buffer {
  for (const offset of FORMAT_BYTES) image[offset] = format;
  return image;
}

/** Opens the one SQLite database of a world, locked for this process, migrated to the present schema. */
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

export interface WorldDatabase {
  readonly sqlite: Database.Database;
  readonly db: BetterSQLite3Database;
  /** Everything that `work` writes, in however many transactions, or nothing. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/** The database is held by another process. */
export class DatabaseInUseError extends Error {}

/**
 * `file` null keeps the world in memory. WAL with `synchronous=FULL`: what was acknowledged survives `kill -9` and a
 * power cut. The exclusive lock makes a second Ballast on the same folder fail at once instead of corrupting turns.
 */
export function openDatabase(file: string | null, migrationsFolder: string): WorldDatabase {
  const sqlite = new Database(file ?? ':memory:', { timeout: 1000 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('temp_store = MEMORY');
    const db = drizzle({ client: sqlite });
    migrate(db, { migrationsFolder });
    return {
      sqlite,
      db,
      atomically: <T>(work: () => T): T => sqlite.transaction(work).immediate() as T,
      close: () => sqlite.close(),
    };
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseInUseError(`${file} is in use by another process`, { cause: error });
    }
    throw error;
  }
}

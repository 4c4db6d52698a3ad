/** Statements of SQLite's driver that fail as on a full disk, where a test wants one to. */
import Database from 'better-sqlite3';

export interface Fuse {
  /** So many statements are run before one fails; infinite: none does. */
  left: number;
  /** Statements that were run. */
  written: number;
  code: string;
}

const { prepare } = Database.prototype;

/** Every statement that is prepared after this and run to write counts, and fails where the fuse says so. */
export function withFuse(): Fuse {
  const fuse: Fuse = { left: Number.POSITIVE_INFINITY, written: 0, code: 'SQLITE_FULL' };
  Database.prototype.prepare = function prepareWithFuse(this: Database.Database, text: string) {
    const statement = prepare.call(this, text);
    const { run } = statement;
    statement.run = (...values: unknown[]) => {
      fuse.written += 1;
      fuse.left -= 1;
      if (fuse.left === -1) throw new Database.SqliteError('database or disk is full', fuse.code);
      return run.call(statement, ...(values as [object]));
    };
    return statement;
  } as typeof prepare;
  return fuse;
}

/** To be called after each test that had one. */
export function removeFuse(): void {
  Database.prototype.prepare = prepare;
}

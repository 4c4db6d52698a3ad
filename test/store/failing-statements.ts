/** Makes statements of SQLite's driver fail as on a full disk, for tests. */
import Database from 'better-sqlite3';

export interface Fuse {
  /** Number of statements that are run before one fails; infinite: none does. */
  left: number;
  /** Number of statements that were run. */
  written: number;
  code: string;
}

const { prepare } = Database.prototype;

/** Counts every statement that is prepared after this and run to write; it fails where the fuse says so. */
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

/** Call it after each test that had one. */
export function removeFuse(): void {
  Database.prototype.prepare = prepare;
}

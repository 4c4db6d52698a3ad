/** Inserts rows by tens, because a statement for each row would cost twice as much. */
import type Database from 'better-sqlite3';

export interface RowWriter {
  add(values: readonly unknown[]): void;
  /** Writes what is left; to be called before the transaction ends. */
  flush(): void;
}

const ROWS_AT_ONCE = 10;

export function createRowWriter(sqlite: Database.Database, table: string, columns: number): RowWriter {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const insertMany = sqlite.prepare(`insert into ${table} values ${Array(ROWS_AT_ONCE).fill(row).join(', ')}`);
  const insertOne = sqlite.prepare(`insert into ${table} values ${row}`);
  let waiting: unknown[] = [];
  return {
    add(values) {
      waiting.push(...values);
      if (waiting.length < columns * ROWS_AT_ONCE) return;
      const rows = waiting;
      waiting = [];
      insertMany.run(rows);
    },
    flush() {
      const rows = waiting;
      waiting = [];
      for (let at = 0; at < rows.length; at += columns) insertOne.run(rows.slice(at, at + columns));
    },
  };
}

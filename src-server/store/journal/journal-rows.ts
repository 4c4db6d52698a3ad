/** Inserts rows by tens, because a statement for each row would cost twice as much. */
import type Database from 'better-sqlite3';

/** The rows of one transaction: what is not written when it fails goes with it. */
export interface RowWriter {
  add(values: readonly unknown[]): void;
  /** Writes what is left; to be called before the transaction ends. */
  flush(): void;
}

const ROWS_AT_ONCE = 10;

/** To be called once for each transaction, so that no row of one that failed is written by the next. */
export type BeginRows = () => RowWriter;

export function prepareRows(sqlite: Database.Database, table: string, columns: number): BeginRows {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const insertMany = sqlite.prepare(`insert into ${table} values ${Array(ROWS_AT_ONCE).fill(row).join(', ')}`);
  const insertOne = sqlite.prepare(`insert into ${table} values ${row}`);
  return () => {
    let waiting: unknown[] = [];
    return {
      add(values) {
        waiting.push(...values);
        if (waiting.length < columns * ROWS_AT_ONCE) return;
        insertMany.run(waiting);
        waiting = [];
      },
      flush() {
        for (let at = 0; at < waiting.length; at += columns) insertOne.run(waiting.slice(at, at + columns));
        waiting = [];
      },
    };
  };
}

/** The data that the checks read from a database, which is opened read-only. */
import type { Row } from './expected-table.ts';

export interface WorldTables {
  /** Returns the rows of a query one by one. Throws SQLite's error if a page cannot be read. */
  rows(sql: string): Iterable<Row>;
}

/** The settings that a world stores about itself. */
export interface StoredWorldFacts {
  readonly seed: number;
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
}

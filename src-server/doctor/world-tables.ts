/** What the checks read of a database, which is open for reading only. */
import type { Row } from './expected-table.ts';

export interface WorldTables {
  /** Rows of a query, one by one. Throws what SQLite throws where a page cannot be read. */
  rows(sql: string): Iterable<Row>;
}

/** What a world says of itself. */
export interface StoredWorldFacts {
  readonly seed: number;
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
}

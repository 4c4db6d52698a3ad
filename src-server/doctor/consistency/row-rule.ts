/**
 * What has to hold between rows, as queries for those in which it does not: each gives the key of the row, what is
 * expected and what is there.
 */

export interface RowRule {
  readonly table: string;
  readonly column: string;
  /** Selects `entry`, `expected` and `found`. */
  readonly sql: string;
  /** The whole as a sentence, where `is …, and it has to be …` would be none. */
  readonly format?: (row: { readonly entry: string; readonly expected: string; readonly found: string }) => string;
}

/** A member of costs in a column of JSON. */
export const totalOf = (json: string, path = '$') => `json_extract(${json}, '${path}.totalMinor')`;

/** Rows that name a row of another table, which has to be there. */
export const refers = (table: string, key: string, column: string, to: string): RowRule => ({
  table,
  column,
  sql: `select ${key} as entry, 'a row of ${to}' as expected, ${column} as found from ${table}
    where ${column} is not null and ${column} not in (select ${column} from ${to})`,
});

/** Instants that lie behind the world. */
export const past = (table: string, key: string, column: string): RowRule => ({
  table,
  column,
  sql: `select ${key} as entry, 'at most ' || now_ms as expected, ${column} as found from ${table}, world
    where ${column} > now_ms`,
});

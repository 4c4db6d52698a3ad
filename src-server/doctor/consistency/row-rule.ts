/**
 * Rules between rows, as queries for the rows that break them: each query returns the key of the row, the expected
 * value and the actual value.
 */

export interface RowRule {
  readonly table: string;
  readonly column: string;
  /** Selects `entry`, `expected` and `found`. */
  readonly sql: string;
  /** Formats the whole sentence, where `is …, and it has to be …` does not work. */
  readonly format?: (row: { readonly entry: string; readonly expected: string; readonly found: string }) => string;
}

/** A member of costs in a column of JSON. */
export const totalOf = (json: string, path = '$') => `json_extract(${json}, '${path}.totalMinor')`;

/** Every row that refers to a row of another table needs that row. */
export const refers = (table: string, key: string, column: string, to: string): RowRule => ({
  table,
  column,
  sql: `select ${key} as entry, 'a row of ${to}' as expected, ${column} as found from ${table}
    where ${column} is not null and ${column} not in (select ${column} from ${to})`,
});

/** Instants that must not be later than the world. */
export const past = (table: string, key: string, column: string): RowRule => ({
  table,
  column,
  sql: `select ${key} as entry, 'at most ' || now_ms as expected, ${column} as found from ${table}, world
    where ${column} > now_ms`,
});

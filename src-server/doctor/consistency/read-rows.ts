/** Reads the rows of a check. A value that is no JSON ends the check of its column, which is a finding of its own. */
import type { Row } from '../expected-table.ts';
import type { DoctorFindings } from '../finding.ts';
import type { WorldTables } from '../world-tables.ts';

interface Check {
  readonly table: string;
  readonly column: string;
  readonly sql: string;
}

export function readTableRows(
  tables: WorldTables,
  { table, column, sql }: Check,
  findings: DoctorFindings,
  use: (row: Row) => void,
): void {
  try {
    for (const row of tables.rows(sql)) use(row);
  } catch (error) {
    // What SQLite says of a value; where it cannot read a page it has another code.
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')) throw error;
    findings.say('consistency', `${table}: ${column} cannot be compared: ${error.message}`, table);
  }
}

/** Reads the rows of a check. A value that is not JSON ends the check of its column and is reported as a finding. */
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
    // The code that SQLite has for an invalid value; for an unreadable page it has another one.
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')) throw error;
    findings.say('consistency', `${table}: ${column} cannot be compared: ${error.message}`, table);
  }
}

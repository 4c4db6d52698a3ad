/** Compares the tables of a database with the projection of its event log, by row and column. */
import {
  differenceIn,
  type ExpectedRow,
  type ExpectedTable,
  keyText,
  type Row,
  type Scalar,
} from './expected-table.ts';
import { type DoctorFindings, formatValue } from './finding.ts';
import { PROJECTED_TABLES, type ProjectedTable, type Projection } from './projection/projection.ts';
import type { WorldTables } from './world-tables.ts';

/** Rows that exist without an event. */
const MADE_WITHOUT_EVENT: Partial<Record<ProjectedTable, (row: Row) => boolean>> = {
  // The log has positions without their lots; `consistency` compares the two.
  lot_trades: (row) => String(row.trade_id).startsWith('lt_'),
  // How the world was created, and how it runs.
  settings: () => true,
  // The API key of the server's run.
  api_keys: (row) => row.is_run_key === 1,
  // Test events, which are sent by hand.
  deliveries: (row) => row.is_test === 1,
};

export function compareTables(tables: WorldTables, projection: Projection, findings: DoctorFindings): void {
  for (const name of Object.keys(PROJECTED_TABLES) as ProjectedTable[]) {
    compareTable(tables, name, projection.tables[name], findings);
  }
}

function compareTable(
  tables: WorldTables,
  table: ProjectedTable,
  expected: ExpectedTable,
  findings: DoctorFindings,
): void {
  const keyColumns: readonly string[] = PROJECTED_TABLES[table];
  const missing = new Map(expected.rows);
  for (const row of tables.rows(`select * from "${table}"`)) {
    const key = keyColumns.map((column) => row[column] ?? null);
    const found = missing.get(keyText(key));
    if (found === undefined) reportExtra(table, row, key, expected, findings);
    else compareRow(table, row, found, findings);
    missing.delete(keyText(key));
  }
  for (const { key, isOptional } of missing.values()) {
    if (isOptional) continue;
    const message = 'this row is missing, although the event log creates it';
    findings.row('state', table, tableEntryText(table, key), { expected: 'a row', found: 'none', message });
  }
}

function reportExtra(
  table: ProjectedTable,
  row: Row,
  key: readonly Scalar[],
  expected: ExpectedTable,
  findings: DoctorFindings,
): void {
  const isSecond = expected.rows.has(keyText(key));
  if (!isSecond && MADE_WITHOUT_EVENT[table]?.(row) === true) return;
  const message = isSecond ? 'this row exists more than once' : 'no entry of the event log creates this row';
  findings.row('state', table, tableEntryText(table, key), { expected: 'none', found: 'a row', message });
}

function compareRow(table: ProjectedTable, row: Row, { key, columns }: ExpectedRow, findings: DoctorFindings): void {
  for (const [column, expectation] of Object.entries(columns)) {
    const difference = expectation === undefined ? null : differenceIn(row, column, expectation);
    if (difference === null) continue;
    const place = { table, entry: tableEntryText(table, key), column };
    findings.differ('state', place, difference.expected, difference.found);
  }
}

function tableEntryText(table: ProjectedTable, key: readonly Scalar[]): string {
  return PROJECTED_TABLES[table].map((column, index) => `${column}=${formatValue(key[index] ?? null)}`).join(', ');
}

/** Shows the first rows of a table in a report, before their meaning is known. */
import type { ImportedRow } from '../../contract/control/imports/import-report.ts';
import type { TableRow } from './read-table.ts';

export const SHOWN_ROWS = 20;
const SHOWN_CELLS = 200;
const LONGEST_CELL = 200;

export function firstRows(rows: readonly TableRow[]): ImportedRow[] {
  return rows.slice(0, SHOWN_ROWS).map(({ line, cells }) => shownRow(line, cells));
}

export function shownRow(line: number, cells: readonly string[]): ImportedRow {
  const shown = cells.slice(0, SHOWN_CELLS).map((cell) => cell.slice(0, LONGEST_CELL));
  return { line, cells: shown, facts: [], fact_count: 0, remarks: [], status: 'read' };
}

/** The order of table rows. */
import { describe, expect, it } from 'vitest';
import { type Column, sortRows } from '../../../src-renderer/components/tables/table-column.ts';

interface Row {
  readonly name: string;
  readonly value: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', accessor: (row) => row.name, cell: (row) => row.name },
  { id: 'value', header: 'Value', unit: 'EUR', accessor: (row) => row.value, cell: (row) => row.value },
  { id: 'action', header: '', cell: () => null },
];
const ROWS: readonly Row[] = [
  { name: 'fund 10', value: 2 },
  { name: 'fund 9', value: null },
  { name: 'fund 8', value: 30 },
];

const names = (rows: readonly Row[]): string[] => rows.map((row) => row.name);

describe('table rows', () => {
  it('are ordered by number, the largest first when descending', () => {
    expect(names(sortRows(ROWS, COLUMNS, { column: 'value', descending: true }))).toEqual([
      'fund 8',
      'fund 10',
      'fund 9',
    ]);
  });

  it('without a value come last in either direction', () => {
    expect(names(sortRows(ROWS, COLUMNS, { column: 'value', descending: false }))).toEqual([
      'fund 10',
      'fund 8',
      'fund 9',
    ]);
  });

  it('are ordered by name with numbers read as numbers', () => {
    expect(names(sortRows(ROWS, COLUMNS, { column: 'name', descending: false }))).toEqual([
      'fund 8',
      'fund 9',
      'fund 10',
    ]);
  });

  it('retain their order for a column that does not exist or cannot be sorted', () => {
    expect(sortRows(ROWS, COLUMNS, { column: 'action', descending: false })).toBe(ROWS);
    expect(sortRows(ROWS, COLUMNS, undefined)).toBe(ROWS);
  });
});

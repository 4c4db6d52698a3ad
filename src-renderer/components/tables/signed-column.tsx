/** A column of gains, losses or changes: each shown in colour as well as by its sign, and copied as displayed. */
import { SignedFigure } from '../format/signed-figure.tsx';
import { type Column, drawnNumberColumn } from './table-column.ts';

export function signedColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  format: (value: number) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return drawnNumberColumn(id, header, accessor, format, (value) => <SignedFigure {...{ value, format }} />, more);
}

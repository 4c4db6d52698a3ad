/** What a table column is, how rows are put in order by one, and how a table becomes tab-separated text. */
import type { ReactNode } from 'react';
import type { SortOrder } from '../../state/layout-store.ts';

export type { SortOrder };

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Unit of the whole column, shown once in its head: "EUR", "%", "bps". */
  readonly unit?: string;
  readonly align?: 'right';
  readonly className?: string;
  /** What the column means, shown on its head. */
  readonly hint?: string;
  /** Value to order and copy by. Columns without one cannot be sorted. `null` goes last either way. */
  readonly value?: (row: Row) => number | string | null;
  readonly render: (row: Row) => ReactNode;
}

/** Rows in the wanted order; equal rows keep their place. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: SortOrder | undefined,
): readonly Row[] {
  const value = columns.find((column) => column.id === order?.column)?.value;
  if (order === undefined || value === undefined) return rows;
  const inOrder = (left: Row, right: Row) => {
    const a = value(left);
    const b = value(right);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return order.descending ? compare(b, a) : compare(a, b);
  };
  // A journal of many thousands of rows comes as it is wanted; looking is much quicker than sorting it anew.
  const isSorted = rows.every((row, index) => index === 0 || inOrder(rows[index - 1] ?? row, row) <= 0);
  return isSorted ? rows : [...rows].sort(inOrder);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** Tab-separated text with a head line; raw values, so that a spreadsheet can go on with them. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const copied = columns.filter((column) => column.value !== undefined);
  const head = copied.map((column) =>
    column.unit === undefined ? column.header : `${column.header} (${column.unit})`,
  );
  const lines = rows.map((row) => copied.map((column) => String(column.value?.(row) ?? '').replaceAll(/[\t\n]/g, ' ')));
  return [head, ...lines].map((cells) => cells.join('\t')).join('\n');
}

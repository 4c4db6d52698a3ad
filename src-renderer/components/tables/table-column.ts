/** The columns and properties of a table, the order of its rows, and its copy as tab-separated text. */
import type { ReactNode } from 'react';
import type { SortOrder } from '../../state/layout-store.ts';

export type { SortOrder };

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Unit of the whole column, shown once in its head: "EUR", "%", "bps". */
  readonly unit?: string;
  readonly align?: 'right';
  readonly className?: string | undefined;
  /** What is done with a text that is too long: broken into lines, or cut. Without it the column is as wide as its text. */
  readonly overflow?: 'wrap' | 'clip';
  /** What the column means, shown on its head. */
  readonly hint?: string;
  /** The value to sort and copy by; without it, a column cannot be sorted. `null` comes last in both orders. */
  readonly accessor?: (row: Row) => number | string | null;
  /** Without it, the cell shows the value of `accessor` as it is. */
  readonly cell?: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Names the table for assistive technology and its order in the screen state. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rows that are read in parts come in this order. */
  readonly initialSort?: SortOrder;
  readonly onOpen?: (row: Row) => void;
  /** Details below a row; a table has this, `parts` or `onOpen`. */
  readonly detail?: (row: Row) => ReactNode;
  readonly parts?: RowParts<Row>;
  readonly selectedKey?: string | undefined;
  /** Rows that exist but have not been read. */
  readonly pagination?: Pagination | null;
  /** Called when somebody scrolls away from the first row, and when it is visible again. */
  readonly onScrolledAway?: (isScrolledAway: boolean) => void;
  readonly empty: ReactNode;
}

/** The rows that a row consists of, which it shows below it on demand. */
export interface RowParts<Row> {
  /** None: the row is not expanded. */
  readonly of: (row: Row) => readonly Row[];
  /** What the button that expands it is called: "Lots of SAP". */
  readonly label: (row: Row) => string;
}

export interface Pagination {
  /** Of the button that reads them: "Load older requests". */
  readonly label: string;
  readonly isLoading: boolean;
  /** After a failure, only the button reads again. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

interface PagedRead {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Of a list that is read page by page; null where all of it is read. */
export function paginationOf(read: PagedRead, label: string): Pagination | null {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = read;
  return hasNextPage ? { label, isLoading, hasFailed, load: () => void read.fetchNextPage() } : null;
}

/** Properties of the long and the short table, whose rows are sorted. */
export interface TableBodyProps<Row> extends Omit<DataTableProps<Row>, 'empty' | 'initialSort'> {
  readonly sort: SortOrder | undefined;
  readonly onSort: (order: SortOrder) => void;
}

/** Rows in the wanted order; equal rows keep their place. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: SortOrder | undefined,
): readonly Row[] {
  const accessor = columns.find((column) => column.id === order?.column)?.accessor;
  if (order === undefined || accessor === undefined) return rows;
  const inOrder = (left: Row, right: Row) => {
    const a = accessor(left);
    const b = accessor(right);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return order.descending ? compare(b, a) : compare(a, b);
  };
  // Thousands of rows often come sorted already, and looking is much faster than sorting.
  const isSorted = rows.every((row, index) => index === 0 || inOrder(rows[index - 1] ?? row, row) <= 0);
  return isSorted ? rows : [...rows].sort(inOrder);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** Tab-separated text with a head line; raw values, so that a spreadsheet can go on with them. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const copied = columns.filter((column) => column.accessor !== undefined);
  const head = copied.map((column) =>
    column.unit === undefined ? column.header : `${column.header} (${column.unit})`,
  );
  const lines = rows.map((row) =>
    copied.map((column) => String(column.accessor?.(row) ?? '').replaceAll(/[\t\n]/g, ' ')),
  );
  return [head, ...lines].map((cells) => cells.join('\t')).join('\n');
}

/** A value that is also sorted and copied by, as `cell` shows it; null is a dash. */
export function valueColumn<Row, Value extends number | string | null>(
  id: string,
  header: string,
  accessor: (row: Row) => Value,
  cell: (value: NonNullable<Value>, row: Row) => ReactNode,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const shown = (row: Row) => {
    const value = accessor(row);
    return value === null ? '–' : cell(value, row);
  };
  return { id, header, accessor, cell: shown, ...more };
}

/** A number on the right, as `format` writes it; null is a dash. */
export function numberColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  format: (value: number) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return valueColumn(id, header, accessor, format, { align: 'right', ...more });
}

/** The field `id` of a row, as `cell` shows it; without it, as it is. Null is a dash. */
export function fieldColumn<Row extends { readonly [Field in Name]: number | string | null }, Name extends string>(
  id: Name,
  header: string,
  cell: (value: NonNullable<Row[Name]>, row: Row) => ReactNode = String,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return valueColumn(id, header, (row: Row) => row[id], cell, more);
}

/** Of a column of instants. */
export const VIRTUAL_UTC = { unit: '(virtual UTC)' };

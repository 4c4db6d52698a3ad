/** The columns and properties of a table, and the order of its rows. */
import type { ReactNode } from 'react';
import type { SortOrder } from '../../state/layout-store.ts';

import type { Selection } from './use-selection.ts';

export type { SortOrder };

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Unit of the whole column, shown once in its header: "EUR", "%", "bps". */
  readonly unit?: string;
  readonly align?: 'right';
  readonly className?: string | undefined;
  /** How a text is handled if space is short: wrapped, or cut. Without it the column is as wide as its text. */
  readonly overflow?: 'wrap' | 'clip';
  /** Meaning of the column, shown on its header. */
  readonly hint?: string;
  /** Omitted on paper, which is narrow and not interactive. */
  readonly isScreenOnly?: true;
  /** The value to sort by; without it, a column cannot be sorted. `null` comes last in both orders. */
  readonly accessor?: (row: Row) => Value;
  /** Without it, the cell shows the value of `accessor` unchanged. */
  readonly cell?: (row: Row) => ReactNode;
  /** The copied value, if its text cannot be derived from `cell` (`table-text.ts`). */
  readonly copy?: (row: Row) => Value;
  /** The column with each row's unit, such as the currency of an amount: a copy has it even if it is hidden. */
  readonly unitColumn?: Column<Row>;
  /** The power of ten from `accessor` to the unit of the header: 2 from a share of 1 to percent, 4 to basis points. */
  readonly shift?: number;
  /** The value with full precision, if it differs from `accessor`, which may exist for sorting only. */
  readonly exact?: (row: Row) => Value;
}

type Value = number | string | null;

export interface DataTableProps<Row> {
  /** Name of the table for assistive technology and for its stored order. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Ids of columns that have no content now. */
  readonly leftOut?: readonly string[] | undefined;
  /** Ids of columns that are hidden if space is short, the first of them first. */
  readonly spare?: readonly string[] | undefined;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rows below all others, such as a total. They are not sorted, filtered or selected. */
  readonly foot?: readonly FootRow[] | undefined;
  /** Rows that are read page by page come in this order. */
  readonly initialSort?: SortOrder | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Details below a row; in a table with `parts`, below a row without parts. A table has one of these or `onOpen`. */
  readonly detail?: (row: Row) => ReactNode;
  readonly parts?: RowParts<Row>;
  readonly selectedKey?: string | undefined;
  /** Rows that exist but have not been read. */
  readonly pagination?: Pagination | null | undefined;
  /** Called when the user scrolls away from the first row, and when it is visible again. */
  readonly onScrolledAway?: (isScrolledAway: boolean) => void;
  /** Makes rows selectable: renders the actions for the selected ones. `clear` clears the selection. */
  readonly bulk?: ((selected: readonly Row[], clear: () => void) => ReactNode) | undefined;
  readonly empty: ReactNode;
}

/** A row of the footer: its label in the first column, and texts by the ids of the other columns. */
export interface FootRow {
  readonly label: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows that make up a row, which are shown below it on demand. */
export interface RowParts<Row> {
  /** None: the row cannot be expanded. */
  readonly of: (row: Row) => readonly Row[];
  /** Label of the button that expands it, to its parts or details: "Lots of SAP". Null: the row has no details. */
  readonly label: (row: Row) => string | null;
}

export interface Pagination {
  /** Label of the button that reads them: "Load older requests". */
  readonly label: string;
  readonly isLoading: boolean;
  /** After a failure, only the button reads again. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** For a list that is read page by page; null if all of it is read. */
export function paginationOf(query: PagedQuery, label: string): Pagination | null {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = query;
  return hasNextPage ? { label, isLoading, hasFailed, load: () => void query.fetchNextPage() } : null;
}

/** Properties of the long and the short table, whose rows are sorted. */
export interface TableBodyProps<Row> extends Omit<DataTableProps<Row>, 'empty' | 'initialSort' | 'leftOut' | 'bulk'> {
  readonly sort: SortOrder | undefined;
  readonly onSort: (order: SortOrder) => void;
  /** Set if rows can be selected. */
  readonly selection?: Selection<Row> | undefined;
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
  // Thousands of rows are often sorted already, and checking is much faster than sorting.
  const isSorted = rows.every((row, index) => index === 0 || inOrder(rows[index - 1] ?? row, row) <= 0);
  return isSorted ? rows : [...rows].sort(inOrder);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** A value that is also the sort key, as `cell` shows it; null is a dash. */
export function valueColumn<Row, Shown extends Value>(
  id: string,
  header: string,
  accessor: (row: Row) => Shown,
  cell: (value: NonNullable<Shown>, row: Row) => ReactNode,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const shown = (row: Row) => {
    const value = accessor(row);
    return value === null ? '–' : cell(value, row);
  };
  return { id, header, accessor, cell: shown, ...more };
}

/** A right-aligned number, as `format` formats it; null is a dash. */
export function numberColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  format: (value: number) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return valueColumn(id, header, accessor, format, { align: 'right', ...more });
}

/** Like `numberColumn`, but `cell` renders the number, and the copy is formatted by `format`. */
export function drawnNumberColumn<Row>(
  id: string,
  header: string,
  accessor: (row: Row) => number | null,
  format: (value: number) => string,
  cell: (value: number) => ReactNode,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const copy = (row: Row) => {
    const value = accessor(row);
    return value === null ? null : format(value);
  };
  return valueColumn(id, header, accessor, cell, { align: 'right', copy, ...more });
}

/** The field `id` of a row, as `cell` shows it; without it, unchanged. Null is a dash. */
export function fieldColumn<Row extends { readonly [Field in Name]: Value }, Name extends string>(
  id: Name,
  header: string,
  cell: (value: NonNullable<Row[Name]>, row: Row) => ReactNode = String,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return valueColumn(id, header, (row: Row) => row[id], cell, more);
}

/** For a column of instants. */
export const VIRTUAL_UTC = { unit: '(virtual UTC)' };

/** For a column of shares of 1 that are shown in per cent. */
export const PERCENT = { unit: '%', shift: 2 };

/** For a column of drifts that responses have in basis points and the screen in per cent. */
export const PERCENT_OF_BPS = { unit: '%', shift: -2 };

/** The columns and properties of a table, and the order of its rows. */
import type { ReactNode } from 'react';
import type { SortOrder } from '../../state/layout-store.ts';

import type { Selection } from './use-selection.ts';

export type { SortOrder };

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Unit of the whole column, shown once in its head: "EUR", "%", "bps". */
  readonly unit?: string;
  readonly align?: 'right';
  readonly className?: string | undefined;
  /** What is done with a text where there is little room: broken into lines, or cut. Without it the column is as wide as its text. */
  readonly overflow?: 'wrap' | 'clip';
  /** What the column means, shown on its head. */
  readonly hint?: string;
  /** Left out on paper, which is narrow and where nothing can be pressed. */
  readonly isScreenOnly?: true;
  /** The value to sort by; without it, a column cannot be sorted. `null` comes last in both orders. */
  readonly accessor?: (row: Row) => Value;
  /** Without it, the cell shows the value of `accessor` as it is. */
  readonly cell?: (row: Row) => ReactNode;
  /** What is copied for the cell, where its text cannot be taken from `cell` (`table-text.ts`). */
  readonly copy?: (row: Row) => Value;
  /** Says the unit of each row, like the currency of an amount: a copy has it even where it is not shown. */
  readonly unitColumn?: Column<Row>;
  /** The power of ten from `accessor` to the unit of the head: 2 from a share of 1 to percent, 4 to basis points. */
  readonly shift?: number;
  /** The value with full precision, where it is not that of `accessor`, which may be made for sorting only. */
  readonly exact?: (row: Row) => Value;
}

type Value = number | string | null;

export interface DataTableProps<Row> {
  /** Names the table for assistive technology and its order in the screen state. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Ids of columns that have nothing to say now. */
  readonly leftOut?: readonly string[] | undefined;
  /** Ids of columns that go where there is no room for all, the first of them first. */
  readonly spare?: readonly string[] | undefined;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rows below all others, such as a total. They take no part in sorting, filters and selections. */
  readonly foot?: readonly FootRow[] | undefined;
  /** Rows that are read in parts come in this order. */
  readonly initialSort?: SortOrder | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Details below a row, in a table with `parts` below one that has none. A table has one of these or `onOpen`. */
  readonly detail?: (row: Row) => ReactNode;
  readonly parts?: RowParts<Row>;
  readonly selectedKey?: string | undefined;
  /** Rows that exist but have not been read. */
  readonly pagination?: Pagination | null | undefined;
  /** Called when somebody scrolls away from the first row, and when it is visible again. */
  readonly onScrolledAway?: (isScrolledAway: boolean) => void;
  /** Lets rows be selected: what can be done with those that are. `clear` lets go of them. */
  readonly bulk?: ((selected: readonly Row[], clear: () => void) => ReactNode) | undefined;
  readonly empty: ReactNode;
}

/** A row of the foot: its label in the first column, and texts by the ids of the other columns. */
export interface FootRow {
  readonly label: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows that a row consists of, which it shows below it on demand. */
export interface RowParts<Row> {
  /** None: the row is not expanded. */
  readonly of: (row: Row) => readonly Row[];
  /** What the button that expands it, to its parts or details, is called: "Lots of SAP". Null: the row has no details. */
  readonly label: (row: Row) => string | null;
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
export interface TableBodyProps<Row> extends Omit<DataTableProps<Row>, 'empty' | 'initialSort' | 'leftOut' | 'bulk'> {
  readonly sort: SortOrder | undefined;
  readonly onSort: (order: SortOrder) => void;
  /** Where rows can be selected. */
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
  // Thousands of rows often come sorted already, and looking is much faster than sorting.
  const isSorted = rows.every((row, index) => index === 0 || inOrder(rows[index - 1] ?? row, row) <= 0);
  return isSorted ? rows : [...rows].sort(inOrder);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** A value that is also sorted by, as `cell` shows it; null is a dash. */
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

/** As `numberColumn`, where `cell` draws the number and what is copied is as `format` writes it. */
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

/** The field `id` of a row, as `cell` shows it; without it, as it is. Null is a dash. */
export function fieldColumn<Row extends { readonly [Field in Name]: Value }, Name extends string>(
  id: Name,
  header: string,
  cell: (value: NonNullable<Row[Name]>, row: Row) => ReactNode = String,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return valueColumn(id, header, (row: Row) => row[id], cell, more);
}

/** Of a column of instants. */
export const VIRTUAL_UTC = { unit: '(virtual UTC)' };

/** Of a column of shares of 1 that are shown in per cent. */
export const PERCENT = { unit: '%', shift: 2 };

/** Of a column of drifts that the wire has in basis points and the screen in per cent. */
export const PERCENT_OF_BPS = { unit: '%', shift: -2 };

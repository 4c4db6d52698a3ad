/** The displayed content of a table: its columns as chosen by the user, and its rows in the chosen order. */
import { useMemo } from 'react';
import { type Layout, type SortOrder, useLayout } from '../../state/layout-store.ts';
import { type Column, type DataTableProps, sortRows } from './table-column.ts';
import { noRoom, useNoRoom } from './use-fit.ts';

export type TableContent<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rows' | 'initialSort' | 'pagination' | 'leftOut'
>;

/** Paper has another width than the screen, so columns that do not fit on screen are printed. */
export function useShownTable<Row>(content: TableContent<Row> & { readonly isPrinted: boolean }) {
  const { label, columns: all, rows, leftOut, initialSort, pagination, isPrinted } = content;
  const left = useNoRoom(label);
  const noRoomFor = isPrinted ? undefined : left;
  const hidden = useLayout(({ layout }) => layout.hiddenColumns[label]);
  const order = useLayout(({ layout }) => layout.columnOrders[label]);
  const sort = useLayout(({ layout }) => layout.sorts[label]) ?? initialSort;
  // The same array while nothing changes, so that rows of a scrolling table are not rendered again.
  const columns = useMemo(
    () => shownColumns(all, { hidden, order, leftOut, noRoomFor }),
    [all, hidden, order, leftOut, noRoomFor],
  );
  const isPaged = pagination !== undefined;
  const sorted = useMemo(
    () => sortedRows({ rows, columns: all, initialSort, isPaged }, sort),
    [rows, all, initialSort, isPaged, sort],
  );
  return { columns, rows: sorted, sort };
}

/** The same, read once, without subscribing. */
export function shownTable<Row>(content: TableContent<Row>, layout: Layout) {
  const { label, columns, rows, leftOut, initialSort, pagination } = content;
  const [hidden, order] = [layout.hiddenColumns[label], layout.columnOrders[label]];
  const isPaged = pagination !== undefined;
  return {
    columns: shownColumns(columns, { hidden, order, leftOut, noRoomFor: noRoom(label) }),
    rows: sortedRows({ rows, columns, initialSort, isPaged }, layout.sorts[label] ?? initialSort),
  };
}

interface Sortable<Row> extends Pick<TableContent<Row>, 'rows' | 'columns'> {
  readonly initialSort: SortOrder | undefined;
  /** Rows that are read page by page come in the initial order. */
  readonly isPaged: boolean;
}

function sortedRows<Row>({ rows, columns, initialSort, isPaged }: Sortable<Row>, sort: SortOrder | undefined) {
  const isInitial = sort?.column === initialSort?.column && sort?.descending === initialSort?.descending;
  return isPaged && isInitial ? rows : sortRows(rows, columns, sort);
}

type Ids = readonly string[] | undefined;

function shownColumns<Row>(
  columns: readonly Column<Row>[],
  { hidden, order, leftOut, noRoomFor }: Readonly<Record<'hidden' | 'order' | 'leftOut' | 'noRoomFor', Ids>>,
): readonly Column<Row>[] {
  const without = [...(hidden ?? []), ...(leftOut ?? []), ...(noRoomFor ?? [])];
  const ordered = inOrder(columns, order);
  return without.length === 0 ? ordered : ordered.filter(({ id }) => !without.includes(id));
}

/** The first column stays, because it identifies the row; columns missing in the saved order stay at their place. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: Ids): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (order === undefined || first === undefined) return columns;
  const known = others.filter(({ id }) => order.includes(id));
  const wanted = known.toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id));
  return [first, ...others.map((column) => (known.includes(column) ? (wanted.shift() ?? column) : column))];
}

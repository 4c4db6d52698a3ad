/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens, copy as TSV. A row
 * opens something elsewhere, or expands what there is to say about it. Draws no more rows than can be seen of many.
 */
import { EmptyState } from '@mantine/core';
import { useMemo } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import { LongTable } from './long-table.tsx';
import { ShortTable } from './short-table.tsx';
import { type DataTableProps, type SortOrder, sortRows } from './table-column.ts';

/** From here on only the rows in sight are drawn. */
const LONG = 200;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows } = props;
  const { initialSort, pagination } = props;
  const hidden = useHiddenColumns(label);
  const sort = useLayout(({ layout }) => layout.sorts[label]) ?? initialSort;
  // The same list as long as it is the same, so that rows of a table that scrolls need not be drawn again.
  const columns = useMemo(
    () => (hidden.length === 0 ? props.columns : props.columns.filter(({ id }) => !hidden.includes(id))),
    [props.columns, hidden],
  );
  const isInitialSort = sort?.column === initialSort?.column && sort?.descending === initialSort?.descending;
  const comesInOrder = pagination !== undefined && isInitialSort;
  const sorted = useMemo(
    () => (comesInOrder ? rows : sortRows(rows, props.columns, sort)),
    [rows, props.columns, sort, comesInOrder],
  );
  const setSort = (order: SortOrder) => {
    const { layout, change } = useLayout.getState();
    change({ sorts: { ...layout.sorts, [label]: order } });
  };
  if (rows.length === 0) return <EmptyState>{props.empty}</EmptyState>;
  // What a row expands may be of any height, so rows that expand are drawn in parts instead.
  const expands = props.detail !== undefined || props.parts !== undefined;
  const Body = rows.length < LONG || expands ? ShortTable : LongTable;
  return <Body {...props} columns={columns} rows={sorted} sort={sort} onSort={setSort} />;
}

const NONE: readonly string[] = [];

/** `table` is the label of the table. */
export function useHiddenColumns(table: string): readonly string[] {
  return useLayout(({ layout }) => layout.hiddenColumns[table]) ?? NONE;
}

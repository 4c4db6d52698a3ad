/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens, copy as TSV. A row
 * opens something elsewhere, or expands what there is to say about it. Draws no more rows than can be seen of many.
 */

import { EmptyState } from '@mantine/core';
import { useMemo } from 'react';
import { LongTable } from './long-table.tsx';
import { ShortTable } from './short-table.tsx';
import { type DataTableProps, type SortOrder, sortRows } from './table-column.ts';
import { useTableLayout } from './use-table-layout.ts';

/** From here on only the rows in sight are drawn. */
const LONG = 200;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows } = props;
  const { columns, sort, setSort } = useTableLayout(label, props.columns, props.initialSort);
  const comesInOrder = props.pagination !== undefined && isSameOrder(sort, props.initialSort);
  const sorted = useMemo(
    () => (comesInOrder ? rows : sortRows(rows, props.columns, sort)),
    [rows, props.columns, sort, comesInOrder],
  );
  if (rows.length === 0) return <EmptyState>{props.empty}</EmptyState>;
  // What a row expands may be of any height, so rows that expand are drawn in parts instead.
  const Body = rows.length < LONG || props.detail !== undefined ? ShortTable : LongTable;
  return <Body {...props} columns={columns} rows={sorted} sort={sort} onSort={setSort} />;
}

function isSameOrder(left: SortOrder | undefined, right: SortOrder | undefined): boolean {
  return left?.column === right?.column && left?.descending === right?.descending;
}

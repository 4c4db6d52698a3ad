/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens, copy as TSV. A row
 * opens something elsewhere, or unfolds what there is to say about it. Draws no more rows than can be seen of many.
 */
import { type ReactNode, useMemo } from 'react';
import { LongTable } from './long-table.tsx';
import { ShortTable } from './short-table.tsx';
import { type Column, type SortOrder, sortRows } from './table-column.ts';
import { useTableLayout } from './use-table-layout.ts';

export interface DataTableProps<Row> {
  /** Names the table for assistive technology and its order in the screen state. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rows that are read part by part come in this order. */
  readonly initialSort?: SortOrder;
  readonly onOpen?: (row: Row) => void;
  /** What a row unfolds; a table has this or `onOpen`. */
  readonly detail?: (row: Row) => ReactNode;
  readonly selectedKey?: string | undefined;
  /** Rows that are there but have not been read. */
  readonly unread?: UnreadRows | null;
  /** Told when somebody begins to look at rows further down, and when the first one is in sight again. */
  readonly onAway?: (isAway: boolean) => void;
  readonly empty: ReactNode;
}

export interface UnreadRows {
  /** What reading does: "Load older requests". */
  readonly label: string;
  readonly isLoading: boolean;
  /** Whether the latest reading failed; then only somebody who asks for it has it tried again. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** What both ways to draw a table need; the rows are in their order. */
export interface TableBodyProps<Row> extends Omit<DataTableProps<Row>, 'empty' | 'initialSort'> {
  readonly sort: SortOrder | undefined;
  readonly onSort: (order: SortOrder) => void;
}

/** From here on only the rows in sight are drawn. */
const LONG = 200;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows } = props;
  const { columns, sort, setSort } = useTableLayout(label, props.columns, props.initialSort);
  const comesInOrder = props.unread !== undefined && isSameOrder(sort, props.initialSort);
  const sorted = useMemo(
    () => (comesInOrder ? rows : sortRows(rows, props.columns, sort)),
    [rows, props.columns, sort, comesInOrder],
  );
  if (rows.length === 0) return <div className="blank">{props.empty}</div>;
  // What a row unfolds may be of any height, so rows that unfold are drawn in parts instead.
  const Body = rows.length < LONG || props.detail !== undefined ? ShortTable : LongTable;
  return <Body {...props} columns={columns} rows={sorted} sort={sort} onSort={setSort} />;
}

function isSameOrder(left: SortOrder | undefined, right: SortOrder | undefined): boolean {
  return left?.column === right?.column && left?.descending === right?.descending;
}

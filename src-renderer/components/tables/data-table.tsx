/**
 * The only table component of the app: sticky header, sorting by any column, arrow keys between rows, Enter opens. A
 * row opens something elsewhere, or expands its details. Of many rows it renders only the visible ones.
 */
import { EmptyState } from '@mantine/core';
import { useLayout } from '../../state/layout-store.ts';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import { LongTable } from './long-table.tsx';
import { Selectable } from './selection-bar.tsx';
import { ShortTable } from './short-table.tsx';
import { useShownTable } from './shown-table.ts';
import type { DataTableProps, SortOrder } from './table-column.ts';
import { useSelection } from './use-selection.ts';

/** From this number on, only the visible rows are rendered. */
const LONG = 200;
/** The header of a column of buttons. */
const ACTIONS = 'Actions';

export function DataTable<Row>({ initialSort, leftOut, empty, bulk, ...props }: DataTableProps<Row>) {
  const { label, rows } = props;
  const isPrinted = useIsPrinted();
  const shown = useShownTable({
    ...props,
    initialSort,
    leftOut: isPrinted ? leftOutOnPaper(props, leftOut) : leftOut,
    isPrinted,
  });
  const setSort = (order: SortOrder) => {
    const { layout, change } = useLayout.getState();
    change({ sorts: { ...layout.sorts, [label]: order } });
  };
  const selection = useSelection(shown.rows, props.rowKey);
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;
  // Expanded details may be of any height, so tables with expandable rows render in batches instead.
  const expands = props.detail !== undefined || props.parts !== undefined;
  // Paper cannot scroll.
  const Body = rows.length < LONG || expands || isPrinted ? ShortTable : LongTable;
  if (bulk === undefined) return <Body {...props} {...shown} onSort={setSort} />;
  return (
    <Selectable {...shown} label={label} selection={selection} bulk={bulk} hasMore={props.pagination != null}>
      <Body {...props} {...shown} onSort={setSort} selection={selection} />
    </Selectable>
  );
}

function leftOutOnPaper<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>, leftOut: readonly string[] = []) {
  const onScreen = columns.filter(({ isScreenOnly, header }) => isScreenOnly || header === ACTIONS);
  return [...leftOut, ...onScreen.map(({ id }) => id)];
}

/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens. A row opens
 * something elsewhere, or expands what there is to say about it. Draws no more rows than can be seen of many.
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

/** From here on only the rows in sight are drawn. */
const LONG = 200;
/** The head of a column of buttons. */
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
  // What a row expands may be of any height, so rows that expand are drawn in parts instead.
  const expands = props.detail !== undefined || props.parts !== undefined;
  // On paper there is nothing to scroll.
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

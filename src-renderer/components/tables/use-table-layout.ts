/** Which columns of a table are shown and in which order its rows stand. Each change is a step of the layout. */
import { useMemo } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import type { Column, SortOrder } from './table-column.ts';

interface TableLayout<Row> {
  /** Those that are shown. */
  readonly columns: readonly Column<Row>[];
  readonly sort: SortOrder | undefined;
  readonly setSort: (order: SortOrder) => void;
}

const NONE: readonly string[] = [];

/** `table` is the label of the table. */
export function useTableLayout<Row>(
  table: string,
  columns: readonly Column<Row>[],
  initialSort: SortOrder | undefined,
): TableLayout<Row> {
  const hidden = useHiddenColumns(table);
  const sort = useLayout(({ layout }) => layout.sorts[table]) ?? initialSort;
  // The same list as long as it is the same, so that rows of a table that scrolls need not be drawn again.
  const shown = useMemo(
    () => (hidden.length === 0 ? columns : columns.filter(({ id }) => !hidden.includes(id))),
    [columns, hidden],
  );
  return {
    columns: shown,
    sort,
    setSort: (order) => {
      const { layout, change } = useLayout.getState();
      change({ sorts: { ...layout.sorts, [table]: order } });
    },
  };
}

export function useHiddenColumns(table: string): readonly string[] {
  return useLayout(({ layout }) => layout.hiddenColumns[table]) ?? NONE;
}

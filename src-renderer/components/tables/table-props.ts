/** What a table is given: its columns, its rows, and what happens when somebody opens or unfolds one. */
import type { ReactNode } from 'react';
import type { Column, SortOrder } from './table-column.ts';

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
  readonly onAway?: (isScrolledAway: boolean) => void;
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

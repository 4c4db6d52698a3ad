/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens, copy as TSV.
 * Draws 200 rows at a time. Knows nothing of what the rows are.
 */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useScreen } from '../state/screen-store.ts';
import { type Column, type SortOrder, sortRows } from './table-column.ts';
import { TableHead } from './table-head.tsx';

interface DataTableProps<Row> {
  /** Names the table for assistive technology and its order in the screen state. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSort?: SortOrder;
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string | undefined;
  readonly empty: ReactNode;
}

const ROWS_PER_DRAW = 200;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, selectedKey, empty } = props;
  const sort = useScreen((state) => state.sorts[label]) ?? props.initialSort;
  const setSort = useScreen((state) => state.setSort);
  const [drawn, setDrawn] = useState(ROWS_PER_DRAW);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  if (rows.length === 0) return <div className="blank">{empty}</div>;
  const sorted = sortRows(rows, columns, sort);
  const shown = sorted.slice(0, drawn);
  const hasActive = shown.some((row) => rowKey(row) === activeKey);
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <TableHead columns={columns} sort={sort} onSort={(order) => setSort(label, order)} />
        <tbody>
          {shown.map((row, position) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-opens={onOpen === undefined ? undefined : ''}
                data-selected={key === selectedKey ? '' : undefined}
                tabIndex={
                  onOpen === undefined ? undefined : key === activeKey || (!hasActive && position === 0) ? 0 : -1
                }
                onFocus={() => setActiveKey(key)}
                onClick={onOpen === undefined ? undefined : () => onOpen(row)}
                onKeyDown={onOpen === undefined ? undefined : (event) => onRowKey(event, () => onOpen(row))}
              >
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)}>
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {sorted.length > drawn && (
        <div className="table-more">
          <button type="button" className="copy" onClick={() => setDrawn(drawn + ROWS_PER_DRAW)}>
            Show {Math.min(ROWS_PER_DRAW, sorted.length - drawn)} more of {sorted.length}
          </button>
        </div>
      )}
    </div>
  );
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    open();
  }
}

function cellClass(column: { align?: 'right'; className?: string }): string | undefined {
  return [column.align === 'right' ? 'right' : '', column.className ?? ''].join(' ').trim() || undefined;
}

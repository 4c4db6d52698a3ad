/** One row of the table: opens by click or Enter, hands the focus to its neighbours by the arrow keys. */
import type { KeyboardEvent } from 'react';
import type { Column } from './table-column.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  /** Exactly one row of a table takes part in the tab order. */
  readonly isTabStop: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onActive: () => void;
}

export function TableRow<Row>({ row, columns, isSelected, isTabStop, onOpen, onActive }: TableRowProps<Row>) {
  const opening =
    onOpen === undefined
      ? {}
      : {
          'data-opens': '',
          tabIndex: isTabStop ? 0 : -1,
          onFocus: onActive,
          onClick: () => onOpen(row),
          onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onRowKey(event, () => onOpen(row)),
        };
  return (
    <tr {...opening} data-selected={isSelected ? '' : undefined}>
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  // A key pressed on a link or button inside the row is meant for that.
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

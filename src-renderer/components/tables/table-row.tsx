/**
 * One row of the table: opens or expands by click or Enter; arrow keys move the focus to its neighbours and its links.
 */
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId } from 'react';
import classes from './table.module.css';
import type { Column } from './table-column.ts';
import { shownText } from './table-text.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  /** Its index among all rows, from 0, if not all of them are rendered. */
  readonly rowIndex?: number;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  /** Whether it is selected for an action; undefined if rows cannot be selected. */
  readonly isTicked?: boolean | undefined;
  readonly onTick?: ((key: string, isRange: boolean) => void) | undefined;
  readonly onExtend?: ((key: string, by: 1 | -1) => void) | undefined;
  readonly onTickAll?: (() => void) | undefined;
  /** Exactly one row of a table is in the tab order. */
  readonly isTabStop: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onActive: (key: string) => void;
  /** Handles the keys that lead to other rows, some of which may not be rendered; returns whether it did. */
  readonly onJump?: (fromIndex: number, key: string) => boolean;
  /** The expanded details of a row, if any. */
  readonly detail?: (row: Row) => ReactNode;
  readonly isExpanded?: boolean;
  readonly branch?: RowBranch;
}

/** The position of a row among rows that have parts. */
export interface RowBranch {
  /** 0 for a row of the table itself. */
  readonly level: number;
  /** Label of the button that shows its parts or details; null if it has none. */
  readonly label: string | null;
  readonly hasParts: boolean;
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, isSelected, isTabStop, onOpen, onTick, onActive, detail, isExpanded = false, branch } = props;
  const detailId = useId();
  const tabIndex = isTabStop ? 0 : -1;
  const opening = (onOpen ?? onTick) && {
    'data-opens': '',
    tabIndex,
    onFocus: () => onActive(props.rowKey),
    onClick: (event: MouseEvent) => onRowClick(event, props),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onRowKey(event, props),
  };
  return (
    <>
      <tr
        {...opening}
        aria-rowindex={props.rowIndex === undefined ? undefined : props.rowIndex + 2}
        data-selected={isSelected ? '' : undefined}
        data-ticked={props.isTicked === true ? '' : undefined}
        data-expanded={isExpanded ? '' : undefined}
        data-level={branch?.level}
        data-key={props.rowKey}
      >
        {onTick !== undefined && <TickCell {...props} tabIndex={tabIndex} />}
        {columns.map((column, index) => (
          <td key={column.id} className={column.className} data-align={column.align} data-overflow={column.overflow}>
            {branch !== undefined && index === 0 && <BranchStart {...{ branch, isExpanded, tabIndex }} />}
            <CellContent {...{ column, row }} />
          </td>
        ))}
        {detail !== undefined && branch === undefined && (
          <td className={classes.tableExpand}>
            <ExpandButton label="Why" controls={detailId} {...{ isExpanded, tabIndex }} />
          </td>
        )}
      </tr>
      {detail !== undefined && isExpanded && (
        <tr id={detailId} className={classes.tableDetail} ref={bringIntoView}>
          <td colSpan={columns.length + (onTick === undefined ? 0 : 1) + (branch === undefined ? 1 : 0)}>
            {detail(row)}
          </td>
        </tr>
      )}
    </>
  );
}

/** Text that may be cut off is shown in full in its tooltip. */
function CellContent<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const content = column.cell === undefined ? column.accessor?.(row) : column.cell(row);
  if (column.overflow !== 'clip') return content;
  return (
    <div className={classes.tableClipped} title={shownText(column, row)}>
      {content}
    </div>
  );
}

/** The details of a row at the lower edge would be out of view. */
function bringIntoView(detail: HTMLTableRowElement | null): void {
  detail?.scrollIntoView({ block: 'nearest' });
}

/** The indentation of a row, and the button that expands it. */
function BranchStart({ branch: { level, label }, ...state }: ExpandState & { readonly branch: RowBranch }) {
  return (
    <span className={classes.tableBranch} style={{ '--level': level } as CSSProperties}>
      {label !== null && <ExpandButton label={label} {...state} />}
    </span>
  );
}

type ExpandState = Readonly<{ isExpanded: boolean; tabIndex: number }>;
type ExpandButtonProps = ExpandState & Readonly<{ label: string; controls?: string }>;

/** Its click is handled by the row, like a click anywhere on the row. */
function ExpandButton({ label, controls, isExpanded, tabIndex }: ExpandButtonProps) {
  const Icon = isExpanded ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon size={24} aria-label={label} aria-expanded={isExpanded} aria-controls={controls} tabIndex={tabIndex}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}

/**
 * Rendered again only when its properties change: while a long table scrolls, the remaining rows are not rendered
 * again.
 */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

/** Its name identifies the row by its first column. */
function TickCell<Row>({ row, rowKey, columns, isTicked = false, tabIndex, onTick }: TickCellProps<Row>) {
  const [first] = columns;
  return (
    <td className={classes.tableTick}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={isTicked}
        aria-label={`Select ${first === undefined ? '' : shownText(first, row)}`}
        onClick={(event) => {
          event.stopPropagation();
          onTick?.(rowKey, event.shiftKey);
        }}
        // Already handled by the click, which knows whether Shift was pressed.
        onChange={() => undefined}
      />
    </td>
  );
}

type TickCellProps<Row> = TableRowProps<Row> & { readonly tabIndex: number };

/** With Ctrl or ⌘, and with Shift from the row before, a click selects; otherwise it opens. */
function onRowClick<Row>(event: MouseEvent, { row, rowKey, onOpen, onTick }: TableRowProps<Row>): void {
  if (onTick !== undefined && (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey)) {
    if (event.shiftKey) window.getSelection()?.removeAllRanges();
    onTick(rowKey, event.shiftKey);
  } else onOpen?.(row);
}

/**
 * `x` selects the row, Shift with an arrow the next one too, Ctrl or ⌘ with A all; returns whether it handled the key.
 */
function selectByKey<Row>(event: KeyboardEvent, props: TableRowProps<Row>): boolean {
  const { rowKey, onTick, onExtend, onTickAll } = props;
  if (onTick === undefined) return false;
  const isMod = event.ctrlKey || event.metaKey;
  const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
  if (event.key === 'x' && !isMod && !event.altKey) onTick(rowKey, false);
  else if (event.key.toLowerCase() === 'a' && isMod) {
    event.preventDefault();
    onTickAll?.();
  } else if (event.shiftKey && by !== undefined) {
    onExtend?.(rowKey, by);
    // The focus moves, as it does without Shift.
    return false;
  } else return false;
  return true;
}

function onRowKey<Row>(event: KeyboardEvent<HTMLTableRowElement>, props: TableRowProps<Row>): void {
  if (goAlong(event)) return;
  // A link or button inside the row handles any other key itself; the selection box takes only Space.
  const isOfRow = event.target === event.currentTarget || isTick(event.target);
  if (!isOfRow || selectByKey(event, props)) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    props.onOpen?.(props.row);
  } else if (props.onJump !== undefined) {
    if (props.onJump(props.rowIndex ?? 0, event.key)) event.preventDefault();
  } else {
    const next = neighbour(event.currentTarget, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }
}

function isTick(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}

/**
 * Right and left move along the links and buttons of the row, most of which Tab skips; returns whether the focus moved.
 */
function goAlong(event: KeyboardEvent<HTMLTableRowElement>): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const { target, currentTarget: row } = event;
  // In a field they move within its text.
  if (step === undefined || !(target instanceof Element) || !target.matches('tr, a, button')) return false;
  const focusable = [row, ...row.querySelectorAll<HTMLElement>('a[href], button:enabled')];
  const next = focusable[focusable.indexOf(target as HTMLElement) + step];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  next.focus();
  return true;
}

/** The next row in that direction that can be opened; expanded details between rows are skipped. */
function neighbour(row: HTMLTableRowElement, key: string): HTMLElement | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-opens]') ?? [])];
  return step === undefined ? undefined : rows[rows.indexOf(row) + step];
}

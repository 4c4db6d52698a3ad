/** One row of the table: opens or expands by click or Enter, hands the focus to its neighbours and its links by arrow keys. */
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId } from 'react';
import classes from './table.module.css';
import type { Column } from './table-column.ts';
import { shownText } from './table-text.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  /** Its place among all rows, from 0, where not all of them are drawn. */
  readonly rowIndex?: number;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  /** Whether it is one of the rows that were selected to do something with; undefined where rows cannot be. */
  readonly isTicked?: boolean | undefined;
  readonly onTick?: ((key: string, isRange: boolean) => void) | undefined;
  readonly onExtend?: ((key: string, by: 1 | -1) => void) | undefined;
  readonly onTickAll?: (() => void) | undefined;
  /** Exactly one row of a table takes part in the tab order. */
  readonly isTabStop: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onActive: (key: string) => void;
  /** Takes the keys that lead to other rows, of which some may not be drawn; says whether it did. */
  readonly onJump?: (fromIndex: number, key: string) => boolean;
  /** What the row expands, where it does. */
  readonly detail?: (row: Row) => ReactNode;
  readonly isExpanded?: boolean;
  readonly branch?: RowBranch;
}

/** The place of a row among rows that consist of others. */
export interface RowBranch {
  /** 0 for a row of the table itself. */
  readonly level: number;
  /** Of the button that shows its parts or details; null where it has none. */
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

/** What may be cut is whole in its tooltip. */
function CellContent<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const content = column.cell === undefined ? column.accessor?.(row) : column.cell(row);
  if (column.overflow !== 'clip') return content;
  return (
    <div className={classes.tableClipped} title={shownText(column, row)}>
      {content}
    </div>
  );
}

/** What a row at the lower edge expands would be out of sight. */
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

/** Its click is the row's own, which a click anywhere on the row is. */
function ExpandButton({ label, controls, isExpanded, tabIndex }: ExpandButtonProps) {
  const Icon = isExpanded ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon size={24} aria-label={label} aria-expanded={isExpanded} aria-controls={controls} tabIndex={tabIndex}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}

/** Drawn again only when something of it changed: while a long table scrolls, the rows that stay are left alone. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

/** Its name says which row it selects: what the first column shows. */
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
        // The click has done it, and knows whether Shift was held.
        onChange={() => undefined}
      />
    </td>
  );
}

type TickCellProps<Row> = TableRowProps<Row> & { readonly tabIndex: number };

/** With Ctrl or ⌘, and with Shift from the row before, a click selects; else it opens. */
function onRowClick<Row>(event: MouseEvent, { row, rowKey, onOpen, onTick }: TableRowProps<Row>): void {
  if (onTick !== undefined && (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey)) {
    if (event.shiftKey) window.getSelection()?.removeAllRanges();
    onTick(rowKey, event.shiftKey);
  } else onOpen?.(row);
}

/** `x` selects the row, Shift with an arrow the next one too, Ctrl or ⌘ with A all; says whether the key was one of them. */
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
    // The focus moves on, as it does without Shift.
    return false;
  } else return false;
  return true;
}

function onRowKey<Row>(event: KeyboardEvent<HTMLTableRowElement>, props: TableRowProps<Row>): void {
  if (goAlong(event)) return;
  // Any other key pressed on a link or button inside the row is meant for that; the box that selects it takes only Space.
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

/** Right and left go along the links and buttons of the row, most of which Tab leaves out; says whether they led anywhere. */
function goAlong(event: KeyboardEvent<HTMLTableRowElement>): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const { target, currentTarget: row } = event;
  // In a field they belong to its text.
  if (step === undefined || !(target instanceof Element) || !target.matches('tr, a, button')) return false;
  const places = [row, ...row.querySelectorAll<HTMLElement>('a[href], button:enabled')];
  const next = places[places.indexOf(target as HTMLElement) + step];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  next.focus();
  return true;
}

/** The next row that can be opened that way; what a row has expanded lies between and is none. */
function neighbour(row: HTMLTableRowElement, key: string): HTMLElement | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-opens]') ?? [])];
  return step === undefined ? undefined : rows[rows.indexOf(row) + step];
}

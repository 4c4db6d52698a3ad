/** The menu of a table's columns: their visibility and order. The first one identifies the row, and stays. */
import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import { Hint } from '../layout/hint.tsx';
import classes from './columns-menu.module.css';
import { inOrder } from './shown-table.ts';
import type { Column, DataTableProps } from './table-column.ts';
import { useNoRoom } from './use-fit.ts';

type ColumnsMenuProps<Row> = Pick<DataTableProps<Row>, 'label' | 'columns'>;

const NONE: readonly string[] = [];

export function ColumnsMenu<Row>({ label: table, columns }: ColumnsMenuProps<Row>) {
  const hidden = useLayout(({ layout }) => layout.hiddenColumns[table]) ?? NONE;
  const order = useLayout(({ layout }) => layout.columnOrders[table]);
  const leftOut = useNoRoom(table);
  const isChanged = hidden.length > 0 || order !== undefined;
  const label = `Columns of the table ${table}${hidden.length === 0 ? '' : `, ${hidden.length} hidden`}`;
  const ordered = inOrder(columns, order).slice(1);
  const move = (column: Column<Row>, by: 1 | -1) => {
    const ids = ordered.map(({ id }) => id);
    const from = ids.indexOf(column.id);
    if (from + by >= 0 && from + by < ids.length)
      reorder(table, ids.toSpliced(from, 1).toSpliced(from + by, 0, column.id));
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 100 }} returnFocus>
      <Menu.Target>
        <Hint label={label}>
          <ActionIcon size="sm" aria-label={label} data-marked={isChanged ? '' : undefined}>
            <IconColumns3 size={14} />
          </ActionIcon>
        </Hint>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {ordered.map((column, index) => (
          <ColumnItem
            key={column.id}
            column={column}
            isShown={!hidden.includes(column.id)}
            isLeftOut={leftOut.includes(column.id)}
            isFirst={index === 0}
            isLast={index === ordered.length - 1}
            onToggle={() => toggle(table, column.id)}
            onMove={(by) => move(column, by)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!isChanged} onClick={() => reset(table)}>
          Reset the columns
        </Menu.Item>
        <Text c="dimmed" fz="xs" px="sm" py="xs">
          Alt ↑ ↓ moves a column.
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ColumnItemProps<Row> {
  readonly column: Column<Row>;
  readonly isShown: boolean;
  readonly isLeftOut: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onToggle: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

function ColumnItem<Row>({ column, isShown, isLeftOut, onToggle, onMove, ...ends }: ColumnItemProps<Row>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (!event.altKey || by === undefined) return;
    // The menu would otherwise move its focus.
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <Group gap={0} wrap="nowrap" className={classes.column} onKeyDownCapture={onKeyDown}>
      <Menu.CheckboxItem
        checked={isShown}
        onChange={onToggle}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        rightSection={
          isLeftOut && (
            <Text span c="dimmed" fz="xs">
              hidden, not enough room
            </Text>
          )
        }
      >
        {column.header}
      </Menu.CheckboxItem>
      <MoveButton
        label={`Move ${column.header} up`}
        isEnd={ends.isFirst}
        onClick={() => onMove(-1)}
        Icon={IconArrowUp}
      />
      <MoveButton
        label={`Move ${column.header} down`}
        isEnd={ends.isLast}
        onClick={() => onMove(1)}
        Icon={IconArrowDown}
      />
    </Group>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly isEnd: boolean;
  readonly onClick: () => void;
  readonly Icon: typeof IconArrowUp;
}

/** For the pointer; keys on the menu item beside it do the same. */
function MoveButton({ label, isEnd, onClick, Icon }: MoveButtonProps) {
  return (
    <ActionIcon
      role="menuitem"
      size="sm"
      tabIndex={-1}
      aria-label={label}
      title={label}
      disabled={isEnd}
      onClick={onClick}
    >
      <Icon size={12} aria-hidden />
    </ActionIcon>
  );
}

function toggle(table: string, column: string): void {
  const { layout, change } = useLayout.getState();
  const hidden = layout.hiddenColumns[table] ?? [];
  const after = hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column];
  change({ hiddenColumns: { ...layout.hiddenColumns, [table]: after } });
}

function reorder(table: string, ids: readonly string[]): void {
  const { layout, change } = useLayout.getState();
  change({ columnOrders: { ...layout.columnOrders, [table]: ids } });
}

function reset(table: string): void {
  const { layout, change } = useLayout.getState();
  const { [table]: _hidden, ...hiddenColumns } = layout.hiddenColumns;
  const { [table]: _order, ...columnOrders } = layout.columnOrders;
  change({ hiddenColumns, columnOrders });
}

/** The buttons of a wide table: a menu of its columns, and a copy of what it shows. */
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useLayout } from '../../state/layout-store.ts';
import { CopyTableButton } from './copy-table-button.tsx';
import { useHiddenColumns } from './data-table.tsx';
import type { DataTableProps } from './table-column.ts';

interface TableToolsProps<Row> extends Pick<DataTableProps<Row>, 'rows' | 'columns'> {
  /** Label of the table. */
  readonly table: string;
}

export function TableTools<Row>({ table, rows, columns }: TableToolsProps<Row>) {
  const hidden = useHiddenColumns(table);
  const label = `Columns of the table ${table}${hidden.length === 0 ? '' : `, ${hidden.length} hidden`}`;
  return (
    <Group component="span" gap="xs" display="inline-flex">
      <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 100 }} returnFocus>
        <Menu.Target>
          <Tooltip label={label}>
            <ActionIcon size="sm" aria-label={label} data-marked={hidden.length === 0 ? undefined : ''}>
              <IconColumns3 size={14} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {/* The first column stays, because it says which row is which. */}
          {columns.slice(1).map(({ id, header }) => (
            <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => toggle(table, id)}>
              {header}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      <CopyTableButton rows={rows} columns={columns.filter(({ id }) => !hidden.includes(id))} />
    </Group>
  );
}

function toggle(table: string, column: string): void {
  const { layout, change } = useLayout.getState();
  const hidden = layout.hiddenColumns[table] ?? [];
  const after = hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column];
  change({ hiddenColumns: { ...layout.hiddenColumns, [table]: after } });
}

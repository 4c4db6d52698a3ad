/** A panel that holds a table, with a button that copies it; `children` stand above the table. */
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel, type PanelProps } from '../layout/panel.tsx';
import { CopyTableButton } from './copy-table-button.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps } from './table-column.ts';

interface TablePanelProps<Row> extends Omit<DataTableProps<Row>, 'label'>, Pick<PanelProps, 'layoutKey' | 'side'> {
  readonly title: string;
  /** Of the table, where it is not the title. */
  readonly label?: string;
  /** What is copied, where it is more than is shown. */
  readonly copied?: readonly Column<Row>[];
  /** False: without the button that copies. */
  readonly copies?: boolean;
  readonly children?: ReactNode;
}

export function TablePanel<Row>({ title, layoutKey, side, ...props }: TablePanelProps<Row>) {
  const { copied, copies = true, children, ...table } = props;
  return (
    <Panel
      title={title}
      layoutKey={layoutKey}
      side={
        <Group component="span" gap="sm">
          {side}
          {copies && <CopyTableButton rows={table.rows} columns={copied ?? table.columns} />}
        </Group>
      }
    >
      {children}
      <DataTable label={title} {...table} />
    </Panel>
  );
}

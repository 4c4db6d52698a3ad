/** What can be done with a wide table as a whole: choose its columns, and copy what it shows. */
import { ColumnsButton } from './columns-button.tsx';
import { CopyTableButton } from './copy-table-button.tsx';
import type { Column } from './table-column.ts';
import { useTableLayout } from './use-table-layout.ts';

interface TableToolsProps<Row> {
  /** Label of the table. */
  readonly table: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

export function TableTools<Row>({ table, rows, columns }: TableToolsProps<Row>) {
  const shown = useTableLayout(table, columns, undefined).columns;
  return (
    <span className="table-tools">
      <ColumnsButton table={table} columns={columns} />
      <CopyTableButton rows={rows} columns={shown} />
    </span>
  );
}

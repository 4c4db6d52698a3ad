/** The buttons of a table: its saved views, its columns, and copying its content. */
import { Group } from '@mantine/core';
import { ColumnsMenu } from './columns-menu.tsx';
import { CopyMenu } from './copy-menu.tsx';
import type { ListAddress } from './open-view.ts';
import type { TableContent } from './shown-table.ts';
import { ViewsMenu } from './views-menu.tsx';

interface TableToolsProps<Row> extends TableContent<Row> {
  /** For a list with its own address. */
  readonly address?: ListAddress | undefined;
}

const NO_ADDRESS: ListAddress = { path: null, filters: {} };

export function TableTools<Row>({ address = NO_ADDRESS, ...content }: TableToolsProps<Row>) {
  // There is nothing to copy or arrange; a view may be what hides the rows.
  if (content.rows.length === 0)
    return address === NO_ADDRESS ? null : <ViewsMenu table={content.label} {...address} />;
  return (
    <Group component="span" gap="xs" display="inline-flex" wrap="nowrap" data-screen-only>
      <ViewsMenu table={content.label} {...address} />
      <ColumnsMenu {...content} />
      <CopyMenu {...content} />
    </Group>
  );
}

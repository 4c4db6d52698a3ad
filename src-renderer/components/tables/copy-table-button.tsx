/** Copies a table as tab-separated text, raw numbers, ready for the spreadsheet beside the app. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClipboardCopy } from '@tabler/icons-react';
import { type DataTableProps, toTsv } from './table-column.ts';

const CONFIRMATION_MS = 1_200;

export function CopyTableButton<Row>({ rows, columns }: Pick<DataTableProps<Row>, 'rows' | 'columns'>) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const label = clipboard.copied ? 'Copied' : 'Copy table as TSV';
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={() => clipboard.copy(toTsv(rows, columns))}>
        {clipboard.copied ? <IconCheck size={14} /> : <IconClipboardCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}

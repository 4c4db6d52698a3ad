/** Copies a table for a spreadsheet, or saves it as a file: the visible rows and columns, in the order shown. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClipboardCopy, IconClipboardText, IconDownload } from '@tabler/icons-react';
import { useLayout } from '../../state/layout-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { Hint } from '../layout/hint.tsx';
import { saveCsv } from './csv-file.ts';
import { shownTable, type TableContent } from './shown-table.ts';
import { type Precision, tableLines, toTsv } from './table-text.ts';

const CONFIRMATION_MS = 1_200;

export function CopyMenu<Row>(content: TableContent<Row>) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const label = clipboard.copied ? 'Copied' : `Copy or download the table ${content.label}`;
  const lines = (precision: Precision) => {
    const { rows, columns } = shownTable(content, useLayout.getState().layout);
    return tableLines(rows, columns, precision);
  };
  const copy = (precision: Precision) => clipboard.copy(toTsv(lines(precision), usePreferences.getState().decimalSign));
  const Icon = clipboard.copied ? IconCheck : IconClipboardCopy;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
      <Menu.Target>
        <Hint label={label}>
          <ActionIcon size="sm" aria-label={label}>
            <Icon size={14} />
          </ActionIcon>
        </Hint>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconClipboardCopy size={14} aria-hidden />} onClick={() => copy('shown')}>
          Copy as shown
        </Menu.Item>
        <Menu.Item leftSection={<IconClipboardText size={14} aria-hidden />} onClick={() => copy('full')}>
          Copy with full precision
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void saveCsv(content.label, lines('shown'))}
        >
          Download CSV
        </Menu.Item>
        <Text c="dimmed" fz="xs" px="sm" py="xs" maw={260}>
          {`The ${content.rows.length === 1 ? 'row' : `${content.rows.length} rows`} of the table, with the columns, filters and order shown.`}
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}

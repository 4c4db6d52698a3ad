/** The actions for the selected rows of a table, below it or at the end of the window. Escape clears the selection. */
import { Button, CloseButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClipboardCopy } from '@tabler/icons-react';
import { type PropsWithChildren, useRef } from 'react';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../format/format-number.ts';
import { useEscape } from '../layout/use-escape.ts';
import classes from './selection-bar.module.css';
import type { Column, DataTableProps } from './table-column.ts';
import { tableLines, toTsv } from './table-text.ts';
import type { Selection } from './use-selection.ts';

type SelectableProps<Row> = PropsWithChildren<{
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
  readonly bulk: NonNullable<DataTableProps<Row>['bulk']>;
  /** Whether there are rows that have not been read and so cannot be selected. */
  readonly hasMore: boolean;
}>;

const CONFIRMATION_MS = 1_200;

/** A table whose rows can be selected, and the bar. */
export function Selectable<Row>({ label, columns, rows, selection, bulk, hasMore, children }: SelectableProps<Row>) {
  const container = useRef<HTMLDivElement>(null);
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const { selected, selectAll } = selection;
  const clear = () => {
    selection.clear();
    // The bar disappears together with the focus in it.
    container.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
  };
  useEscape(container, () => selected.length > 0 && clear());
  const CopyIcon = clipboard.copied ? IconCheck : IconClipboardCopy;
  return (
    <div ref={container}>
      {children}
      <VisuallyHidden role="status">{selected.length > 0 && `${formatCount(selected.length)} selected`}</VisuallyHidden>
      {selected.length > 0 && (
        <Group
          role="toolbar"
          aria-label={`Selected rows of the table ${label}`}
          className={classes.bar}
          data-sticky-footer
          gap="4px 8px"
          justify="center"
        >
          <Text span fw={600} px="xs">
            {formatCount(selected.length)} selected
          </Text>
          {selected.length < rows.length && (
            <Button variant="subtle" onClick={selectAll}>
              Select all {formatCount(rows.length)}
              {hasMore && ' loaded'}
            </Button>
          )}
          {bulk(selected, clear)}
          <Button
            variant="default"
            leftSection={<CopyIcon size={14} aria-hidden />}
            onClick={() =>
              clipboard.copy(toTsv(tableLines(selected, columns, 'shown'), usePreferences.getState().decimalSign))
            }
          >
            {clipboard.copied ? 'Copied' : 'Copy rows'}
          </Button>
          <CloseButton size="sm" aria-label="Clear the selection" title="Clear the selection (Esc)" onClick={clear} />
        </Group>
      )}
    </div>
  );
}

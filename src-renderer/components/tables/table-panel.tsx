/** A panel with a table, its tools, and a filter if it has many rows; `children` are shown above it. */
import { Group } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ClearFilters, FilterBox, matchesFilter, useFilter } from '../filters/filter-box.tsx';
import { Panel, type PanelProps } from '../layout/panel.tsx';
import { DataTable } from './data-table.tsx';
import type { ListAddress } from './open-view.ts';
import type { DataTableProps } from './table-column.ts';
import { shownText } from './table-text.ts';
import { TableTools } from './table-tools.tsx';
import { useWholeList } from './use-whole-list.ts';

interface TablePanelProps<Row> extends Omit<DataTableProps<Row>, 'label'>, Pick<PanelProps, 'layoutKey' | 'side'> {
  readonly title: string;
  /** Label of the table, if it is not the title. */
  readonly label?: string;
  /** Set if the table is the list of a screen. */
  readonly address?: ListAddress;
  /** False: the screen filters the rows itself. */
  readonly hasFilter?: boolean;
  readonly children?: ReactNode;
}

/** From this number on, a filter is useful. */
const MANY = 10;

export function TablePanel<Row>({ title, layoutKey, side, label = title, ...props }: TablePanelProps<Row>) {
  const { address, hasFilter = true, children, ...all } = props;
  const filterText = useFilter(label);
  const rows = useFilteredRows(all, hasFilter ? filterText : '');
  const isFiltered = hasFilter && filterText.trim() !== '';
  const { isReading, onScrolledAway } = useWholeList({ ...all, label, isFiltered });
  const table = { ...all, label, rows, onScrolledAway };
  return (
    <Panel
      title={title}
      layoutKey={layoutKey}
      side={
        <Group component="span" gap="sm">
          {side}
          {hasFilter && (isFiltered || all.rows.length > MANY) && (
            <span data-screen-only>
              <FilterBox table={label} label={`Filter ${inSentence(label)}`} w={190} />
            </span>
          )}
          <TableTools {...table} address={address} />
        </Group>
      }
    >
      {children}
      <DataTable
        {...table}
        empty={
          isReading ? (
            'Searching older rows …'
          ) : isFiltered && all.rows.length > 0 ? (
            <>
              <strong>No row matches “{filterText}”.</strong>
              <ClearFilters table={label} />
            </>
          ) : (
            all.empty
          )
        }
      />
    </Panel>
  );
}

/** A title within a sentence: `Holdings` is `holdings`, but `FX exposure` is unchanged. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? `${title.slice(0, 1).toLowerCase()}${title.slice(1)}` : title;
}

function useFilteredRows<Row>({ rows, columns }: Pick<DataTableProps<Row>, 'rows' | 'columns'>, filterText: string) {
  return useMemo(() => {
    if (filterText.trim() === '') return rows;
    return rows.filter((row) =>
      matchesFilter(
        filterText,
        columns.map((column) => shownText(column, row)),
      ),
    );
  }, [rows, columns, filterText]);
}

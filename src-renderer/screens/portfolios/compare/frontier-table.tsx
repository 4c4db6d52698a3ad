/** The points of the chart as a table. */

import { Text } from '@mantine/core';
import { formatCostBps, formatWeight } from '../../../components/format/format-number.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';
import type { FrontierPoint } from './frontier-points.ts';

export function FrontierTable({ points }: { readonly points: readonly FrontierPoint[] }) {
  return (
    <DataTable
      label="Cost against remaining drift"
      columns={COLUMNS}
      rows={points}
      rowKey={({ label }) => label}
      empty={<strong>Nothing is compared.</strong>}
    />
  );
}

const COLUMNS: readonly Column<FrontierPoint>[] = [
  { id: 'label', header: 'Plan', accessor: ({ label }) => label, cell: ({ label }) => <strong>{label}</strong> },
  numberColumn('cost', 'Cost', ({ costBps }) => costBps, formatCostBps, { unit: 'bps' }),
  numberColumn('drift', 'Drift left', ({ drift }) => drift, formatWeight, {
    unit: '%',
    hint: 'Portfolio drift: half the sum of all drifts',
  }),
  {
    id: 'frontier',
    header: 'Worth it',
    hint: 'On the frontier: no other plan leaves as little drift for as little money',
    accessor: ({ isOnFrontier }) => Number(isOnFrontier),
    cell: ({ isOnFrontier }) =>
      isOnFrontier ? (
        <Text span c="ok">
          on the frontier
        </Text>
      ) : (
        <Text span c="dimmed">
          another is better
        </Text>
      ),
  },
];

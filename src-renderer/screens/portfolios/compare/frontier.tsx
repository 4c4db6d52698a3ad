/** The compared plans by cost and remaining drift, as a chart and as a table. */

import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatCostBps, formatWeight } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn, PERCENT, valueColumn } from '../../../components/tables/table-column.ts';
import classes from './compare.module.css';
import { comparedPoints, type FrontierPoint } from './frontier-points.ts';

// It imports Recharts.
const FrontierChart = lazy(() => import('./frontier-chart.tsx').then((m) => ({ default: m.FrontierChart })));

/** `found`: the name of the plan that was found under a cost. */
export function Frontier({ comparison, found }: Readonly<{ comparison: Comparison; found: string | null }>) {
  const points = comparedPoints(comparison, found);
  return (
    <Panel
      title="Cost against remaining drift"
      side={`planned ${formatInstant(comparison.as_of)} virtual UTC · ${comparison.currency}`}
    >
      <div className={classes.frontier}>
        <Suspense fallback={<Box data-loading miw={0} mih={330} py="sm" px="md" />}>
          <FrontierChart points={points} />
        </Suspense>
        <DataTable
          label="Cost against remaining drift"
          columns={FRONTIER_COLUMNS}
          rows={points}
          rowKey={({ label }) => label}
          empty={<strong>No plans to compare.</strong>}
        />
      </div>
    </Panel>
  );
}

const FRONTIER_COLUMNS: readonly Column<FrontierPoint>[] = [
  valueColumn(
    'label',
    'Plan',
    ({ label }) => label,
    (label) => <strong>{label}</strong>,
  ),
  numberColumn('cost', 'Cost', ({ costBps }) => costBps, formatCostBps, { unit: 'bps' }),
  numberColumn('drift', 'Drift left', ({ drift }) => drift, formatWeight, {
    ...PERCENT,
    hint: 'Portfolio drift: half the sum of all absolute drifts',
  }),
  {
    id: 'frontier',
    header: 'Frontier',
    hint: 'On the frontier: no other plan leaves less drift at the same or a lower cost',
    accessor: ({ isOnFrontier }) => Number(isOnFrontier),
    exact: ({ isOnFrontier }) => (isOnFrontier ? 'on the frontier' : 'another is better'),
    cell: ({ isOnFrontier }) => (
      <Toned tone={isOnFrontier ? 'ok' : 'dimmed'}>{isOnFrontier ? 'on the frontier' : 'another is better'}</Toned>
    ),
  },
];

/** The compared plans by cost, or by gains tax, and remaining drift, as a chart and as a table. */

import { Box, Group, SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatCostBps, formatMoney, formatWeight } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import type { Against } from '../../../components/plan/comparison-state.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn, PERCENT, valueColumn } from '../../../components/tables/table-column.ts';
import classes from './compare.module.css';
import { comparedPoints, type FrontierPoint } from './frontier-points.ts';

// It imports Recharts.
const FrontierChart = lazy(() => import('./frontier-chart.tsx').then((m) => ({ default: m.FrontierChart })));

export interface FrontierProps {
  readonly comparison: Comparison;
  /** When its curve was planned; named if it is not when the rest was. */
  readonly curveAsOf: string | undefined;
  /** The name of the plan that was found under the limits. */
  readonly found: string | null;
  readonly against: Against;
  /** Null if only one figure can be compared with the drift. */
  readonly onAgainst: ((against: Against) => void) | null;
}

export function Frontier({ comparison, curveAsOf = comparison.as_of, found, against, onAgainst }: FrontierProps) {
  const { currency, as_of: asOf } = comparison;
  const points = comparedPoints(comparison, found, against);
  const title = `${PAID[against]} against remaining drift`;
  return (
    <Panel
      title={title}
      side={
        <Group gap="md">
          <span>
            planned {formatInstant(asOf)} virtual UTC
            {curveAsOf !== asOf && `, the curve ${formatInstant(curveAsOf)}`} · {currency}
          </span>
          {onAgainst !== null && (
            <div data-screen-only>
              <SegmentedControl
                aria-label="Remaining drift against"
                data={[
                  { value: 'cost', label: PAID.cost },
                  { value: 'tax', label: PAID.tax },
                ]}
                value={against}
                onChange={onAgainst}
              />
            </div>
          )}
        </Group>
      }
    >
      <div className={classes.frontier}>
        <Suspense fallback={<Box data-loading miw={0} mih={330} py="sm" px="md" />}>
          <FrontierChart {...{ points, against, currency }} />
        </Suspense>
        <DataTable
          label={title}
          columns={frontierColumns(against, currency)}
          rows={points}
          rowKey={({ label }) => label}
          empty={<strong>No plans to compare.</strong>}
        />
      </div>
    </Panel>
  );
}

const PAID = { cost: 'Cost', tax: 'Gains tax' } as const;
const OTHER = { cost: 'gains tax', tax: 'cost' } as const;
const MORE = { cost: 'has more gains tax', tax: 'costs more' } as const;

function standingOf({ isOnFrontier, isOutdone }: FrontierPoint, against: Against): string {
  if (isOnFrontier) return 'on the frontier';
  return isOutdone ? 'not on the frontier' : `best for its ${OTHER[against]}`;
}

const frontierColumns = (against: Against, currency: string): readonly Column<FrontierPoint>[] => [
  valueColumn(
    'label',
    'Plan',
    ({ label }) => label,
    (label) => <strong>{label}</strong>,
  ),
  against === 'cost'
    ? numberColumn('paid', PAID.cost, ({ paid }) => paid, formatCostBps, { unit: 'bps' })
    : numberColumn('paid', PAID.tax, ({ paid }) => paid, formatMoney, { unit: currency }),
  numberColumn('drift', 'Remaining drift', ({ drift }) => drift, formatWeight, {
    ...PERCENT,
    hint: 'Portfolio drift: half the sum of all absolute drifts',
  }),
  {
    id: 'frontier',
    header: 'Frontier',
    hint: `On the frontier: no other plan leaves less drift at the same or a lower ${PAID[against].toLowerCase()}. Best for its ${OTHER[against]}: every plan that beats it ${MORE[against]}.`,
    accessor: ({ isOnFrontier }) => Number(isOnFrontier),
    exact: (point) => standingOf(point, against),
    cell: (point) => <Toned tone={point.isOutdone ? 'dimmed' : 'ok'}>{standingOf(point, against)}</Toned>,
  },
];

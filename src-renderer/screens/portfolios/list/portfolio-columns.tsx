/** The columns of the portfolio list. */

import { Badge, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { DriftMeter } from './drift-meter.tsx';
import { portfolioState, STATE_LOOKS } from './portfolio-state.ts';
import classes from './portfolios.module.css';
import { Sparkline } from './sparkline.tsx';
import { StateBadge } from './state-badge.tsx';

/** Drifts of the last week by portfolio, as far as they have been read. */
export type DriftLinesById = ReadonlyMap<string, readonly (number | null)[]>;

/** The default band of the service: 5 % of the portfolio, absolute (specification 4.2). */
const BAND = 0.05;

export function portfolioColumns(lines: DriftLinesById): Column<PortfolioSummary>[] {
  return [
    ...WHAT_COLUMNS,
    {
      id: 'state',
      header: 'State',
      hint: 'A rebalance under way or failed, else the ±5 % band',
      accessor: (row) => STATE_LOOKS[portfolioState(row)].words,
      cell: (row) => <StateBadge portfolio={row} />,
    },
    ...DRIFT_COLUMNS,
    {
      id: 'drift_line',
      header: 'Last 7 days',
      hint: 'Max drift over the last seven virtual days, the broken line is the band; drawn for the first 200 rows',
      cell: (row) => <Sparkline drifts={lines.get(row.portfolio_id) ?? []} band={BAND} />,
    },
    LATEST_COLUMN,
  ];
}

const WHAT_COLUMNS: readonly Column<PortfolioSummary>[] = [
  {
    id: 'label',
    header: 'Portfolio',
    overflow: 'clip',
    accessor: (row) => row.label,
    cell: (row) => (
      <Link to={paths.portfolio(row.portfolio_id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
        {row.label}
      </Link>
    ),
  },
  {
    id: 'form',
    header: 'Form',
    hint: 'The form of the interface that made the portfolio',
    accessor: (row) => row.form,
    cell: (row) => <Badge>{row.form}</Badge>,
  },
  { id: 'wrapper', header: 'Wrapper', accessor: (row) => row.wrapper, cell: (row) => row.wrapper },
  {
    id: 'currency',
    header: 'Base',
    hint: 'Base currency',
    accessor: (row) => row.currency,
    cell: (row) => row.currency,
  },
  {
    id: 'total_value',
    header: 'NAV',
    align: 'right',
    hint: 'Net asset value in base currency: positions at mid price plus cash',
    accessor: (row) => row.total_value,
    cell: (row) => formatMoney(row.total_value),
  },
  {
    id: 'cash',
    header: 'Cash',
    align: 'right',
    hint: 'Cash in base currency',
    accessor: (row) => row.cash,
    cell: (row) => formatMoney(row.cash),
  },
  {
    id: 'positions',
    header: 'Pos.',
    hint: 'Number of positions',
    align: 'right',
    accessor: (row) => row.positions,
    cell: (row) => row.positions,
  },
  {
    id: 'exchanges',
    header: 'Exchanges',
    className: classes.exchangeList,
    accessor: (row) => row.exchanges.join(' '),
    cell: (row) => (
      <Text span c="dimmed" title={row.exchanges.join(' ')}>
        {row.exchanges.join(' ') || '–'}
      </Text>
    ),
  },
];

const DRIFT_COLUMNS: readonly Column<PortfolioSummary>[] = [
  {
    id: 'max_drift',
    header: 'Max drift',
    unit: 'bps',
    align: 'right',
    hint: 'Largest distance of a weight from its target; the mark is the 5 % band',
    accessor: (row) => (row.has_targets ? row.max_drift : null),
    cell: (row) => <DriftMeter maxDrift={row.max_drift} breached={row.breached} hasTargets={row.has_targets} />,
  },
];

const LATEST_COLUMN: Column<PortfolioSummary> = {
  id: 'rebalance',
  header: 'Rebalance',
  hint: 'The latest one that was no dry run',
  accessor: (row) => row.rebalance?.status ?? null,
  cell: (row) =>
    row.rebalance === null ? (
      <Text span c="dimmed">
        none
      </Text>
    ) : (
      <Link to={paths.rebalance(row.rebalance.rebalance_id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
        <StatusBadge status={row.rebalance.status} />
      </Link>
    ),
};

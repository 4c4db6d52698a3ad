/** Rebalances as a table, newest first; used by the list of all and by one portfolio's history. */
import { Code } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { formatCostBps } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { RowLink } from '../tables/row-link.tsx';
import { type Column, type DataTableProps, fieldColumn, numberColumn, VIRTUAL_UTC } from '../tables/table-column.ts';
import { STATUS_COLUMN } from './status-badge.tsx';

/** If no dry run is shown, every row is of the same kind. */
export const NO_KIND = ['simulation'];
export const NEWEST_FIRST = { column: 'created_at', descending: true };

interface RebalanceTableProps {
  readonly label: string;
  readonly rebalances: readonly RebalanceSummary[];
  readonly withPortfolio: boolean;
  /** Dry runs are included. */
  readonly withKind?: boolean;
  readonly bulk?: DataTableProps<RebalanceSummary>['bulk'];
  readonly empty: ReactNode;
}

export function RebalanceTable(props: RebalanceTableProps) {
  const { label, rebalances, withPortfolio, withKind = false, bulk, empty } = props;
  const navigate = useNavigate();
  const columns = useMemo(
    () => (withPortfolio ? REBALANCE_COLUMNS : REBALANCE_COLUMNS.filter((column) => column.id !== 'portfolio_label')),
    [withPortfolio],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      leftOut={withKind ? undefined : NO_KIND}
      rows={rebalances}
      rowKey={(row) => row.rebalance_id}
      initialSort={NEWEST_FIRST}
      onOpen={(row) => navigate(paths.rebalance(row.rebalance_id))}
      bulk={bulk}
      empty={empty}
    />
  );
}

/** The costs so far of an open rebalance would look low beside the estimate for all its orders. */
function actualCost({ actual_cost_bps: bps, completed_at: completedAt }: RebalanceSummary): number | null {
  return completedAt === null ? null : bps;
}

export const REBALANCE_COLUMNS: readonly Column<RebalanceSummary>[] = [
  fieldColumn(
    'created_at',
    'Created',
    (createdAt, { rebalance_id: id }) => <RowLink to={paths.rebalance(id)}>{formatInstant(createdAt)}</RowLink>,
    VIRTUAL_UTC,
  ),
  fieldColumn(
    'portfolio_label',
    'Portfolio',
    (label, { portfolio_id: id }) => <RowLink to={paths.portfolio(id)}>{label}</RowLink>,
    { overflow: 'clip' },
  ),
  STATUS_COLUMN,
  {
    id: 'simulation',
    header: 'Type',
    hint: 'Dry runs change nothing and use no quota',
    accessor: (row) => (row.simulation ? 'dry run' : 'plan'),
    cell: (row) => (row.simulation ? <Dimmed>dry run</Dimmed> : 'plan'),
  },
  { id: 'orders', header: 'Orders', align: 'right', accessor: (row) => row.orders },
  { id: 'fills', header: 'Fills', align: 'right', accessor: (row) => row.fills },
  numberColumn('total_cost_bps', 'Est. cost', (row) => row.total_cost_bps, formatCostBps, {
    unit: 'bps',
    hint: 'Estimated for all orders of the plan, in basis points of the portfolio value',
  }),
  numberColumn('actual_cost_bps', 'Actual cost', actualCost, formatCostBps, {
    unit: 'bps',
    hint: 'Cost of the fills of a finished rebalance, in basis points of the portfolio value at planning',
  }),
  fieldColumn('completed_at', 'Finished', formatInstant, VIRTUAL_UTC),
  fieldColumn('rebalance_id', 'Id', (id) => <Code c="dimmed">{id}</Code>),
];

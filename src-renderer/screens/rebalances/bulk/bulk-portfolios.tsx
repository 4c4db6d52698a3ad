/** The portfolios of a bulk rebalance with their figures, and the refused ones with the reasons. */
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { type BulkRebalance, type BulkRowStatus, useBulkPortfolios } from '../../../api/rebalances-api.ts';
import { MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { limitedBy } from '../../../components/constraints/constraint-labels.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCostBps, formatCount, formatMoney, formatWeight } from '../../../components/format/format-number.ts';
import { withSymbols } from '../../../components/format/named-instruments.ts';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { DASH } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import type { InstrumentsByIsin } from '../../../components/orders/order-columns.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  PERCENT,
  paginationOf,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import classes from './bulk.module.css';
import { LEAVE_OUT } from './bulk-leave-out.tsx';
import { formatRowStatus } from './format-bulk.ts';

type BulkProps = { readonly bulk: BulkRebalance };

const PORTFOLIO: Column<BulkPortfolio> = fieldColumn(
  'portfolio_label',
  'Portfolio',
  (label, { portfolio_id: id }) => <RowLink to={paths.portfolio(id)}>{label}</RowLink>,
  { overflow: 'wrap' },
);

const refusalColumns = (instruments: InstrumentsByIsin): readonly Column<BulkPortfolio>[] => [
  PORTFOLIO,
  {
    id: 'step',
    header: 'Refused at',
    accessor: ({ refusal }) => (refusal?.step === 'execute' ? 'start' : 'planning'),
  },
  { id: 'code', header: 'Code', accessor: ({ refusal }) => refusal?.code ?? null },
  {
    id: 'message',
    header: 'Reason',
    className: classes.reason,
    overflow: 'wrap' as const,
    accessor: ({ refusal }) => (refusal === null ? null : withSymbols(refusal.message, instruments)),
  },
];

export function BulkRefusals({ bulk }: BulkProps) {
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const query = useBulkPortfolios(bulk.bulk_id, 'refused', isScrolledAway);
  const navigate = useNavigate();
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => refusalColumns(instruments), [instruments]);
  const codes = bulk.refusals.map(({ code, portfolios }) => `${formatStatus(code)}: ${formatCount(portfolios)}`);
  return (
    <QueryBoundary query={query} doing="Loading the refusals">
      {(rows) => (
        <TablePanel
          title="Refused"
          label="Refused portfolios"
          layoutKey="bulk/refused"
          side={codes.join(' · ')}
          columns={columns}
          rows={rows}
          rowKey={({ position }) => String(position)}
          onOpen={({ portfolio_id: id }) => navigate(paths.portfolio(id))}
          pagination={paginationOf(query, 'Load more refusals')}
          onScrolledAway={setIsScrolledAway}
          empty={<strong>No portfolio was refused.</strong>}
        />
      )}
    </QueryBoundary>
  );
}

const BASE: Column<BulkPortfolio> = fieldColumn('currency', 'Base');
const money = (id: string, header: string, hint: string, amount: (row: BulkPortfolio) => number | null) =>
  numberColumn(id, header, amount, formatMoney, { hint, unitColumn: BASE });
const drift = (id: string, header: string, hint: string, share: (row: BulkPortfolio) => number | null) =>
  numberColumn(id, header, share, formatWeight, { ...PERCENT, hint });
const bps = (
  id: string,
  header: string,
  hint: string,
  figures: (row: BulkPortfolio) => { costs_bps: number | null } | null,
) =>
  numberColumn<BulkPortfolio>(id, header, (row) => figures(row)?.costs_bps ?? null, formatCostBps, {
    unit: 'bps',
    isScreenOnly: true,
    hint,
  });
type Planned = NonNullable<BulkPortfolio['planned']>;

/** `6.71 → 0.03`: the current drift, and the one after the plan. */
function plannedDrift(
  id: string,
  header: string,
  hint: string,
  sharesOf: (planned: Planned) => readonly [before: number, after: number] | null,
): Column<BulkPortfolio> {
  const shown = ({ planned }: BulkPortfolio) => {
    const shares = planned && sharesOf(planned);
    return shares?.map(formatWeight).join(' → ') ?? null;
  };
  return {
    id,
    header,
    hint,
    unit: PERCENT.unit,
    align: 'right' as const,
    accessor: ({ planned }) => (planned && sharesOf(planned))?.[0] ?? null,
    cell: (row) => shown(row) ?? DASH,
    exact: shown,
    copy: shown,
  };
}

function isPlan(status: BulkRowStatus): boolean {
  return status === 'planned' || status === 'cancelled';
}

/** Planned figures stay planned; actual trades have their own columns once the first rebalance is final. */
const START_COLUMNS: readonly Column<BulkPortfolio>[] = [
  numberColumn('position', '#', ({ position }) => position, formatCount, {
    hint: 'In the order in which they start',
    isScreenOnly: true,
  }),
  PORTFOLIO,
  fieldColumn('status', 'Status', (status) => <StatusBadge status={status}>{formatRowStatus(status)}</StatusBadge>, {
    copy: ({ status }) => formatRowStatus(status),
  }),
  {
    id: 'rebalance_id',
    header: 'Rebalance',
    isScreenOnly: true,
    accessor: (row) => row.rebalance_id,
    cell: ({ rebalance_id: id, status }) =>
      id === null ? DASH : <RowLink to={paths.rebalance(id)}>{isPlan(status) ? 'Plan' : 'Rebalance'}</RowLink>,
  },
  BASE,
];

const PLANNED_COLUMNS: readonly Column<BulkPortfolio>[] = [
  numberColumn('orders', 'Orders', ({ planned }) => planned?.orders ?? null, formatCount),
  money('turnover', 'Planned trades', 'Sells plus buys of the plan', ({ planned }) => planned?.turnover ?? null),
  money('cost', 'Est. cost', 'Commission, FX, transaction tax, spread and market impact, as planned', ({ planned }) =>
    costsOf(planned),
  ),
  bps('cost-bps', 'Est. cost', 'Planned costs as a share of the portfolio value', ({ planned }) => planned),
  money(
    'tax',
    'Est. gains tax',
    'Estimated tax on the gains of the sells, as planned. The plan shows it for each sell, with the tax lots.',
    ({ planned }) => planned?.tax_estimate ?? null,
  ),
  plannedDrift('drift', 'Max drift', `At planning, and after the plan. ${MAX_DRIFT_HINT}`, (planned) => [
    planned.drift_before,
    planned.drift_after,
  ]),
  plannedDrift(
    'portfolio-drift',
    'Portfolio drift',
    'Half the sum of all absolute drifts, cash included: at planning, and after the plan',
    ({ portfolio_drift_before: before, portfolio_drift_after: after }) =>
      before === null || after === null ? null : [before, after],
  ),
];

/** A plan keeps its budgets; its fills may exceed them. */
function limitsColumn(costBudget: number | null): Column<BulkPortfolio> {
  return {
    id: 'limits',
    header: 'Limited by',
    hint: 'Constraints and cost budgets that leave drift in the plan, the strongest first, and budgets that the fills exceeded. The plan shows what each does.',
    overflow: 'wrap' as const,
    accessor: (row) => limitedBy(row, costBudget),
    cell: (row) => {
      const limits = limitedBy(row, costBudget);
      if (limits === null) return DASH;
      return <Toned tone={limits.includes('exceeded') ? 'warn' : 'inherit'}>{limits}</Toned>;
    },
  };
}

const TRADED_COLUMNS: readonly Column<BulkPortfolio>[] = [
  money('traded', 'Traded', 'Sells plus buys that were filled', ({ traded }) => traded?.turnover ?? null),
  money('paid', 'Actual cost', 'Commission, FX, transaction tax, spread and market impact of the fills', ({ traded }) =>
    costsOf(traded),
  ),
  bps('paid-bps', 'Actual cost', 'Actual cost as a share of the portfolio value at planning', ({ traded }) => traded),
  money(
    'realised-tax',
    'Gains tax',
    'Estimated tax on the gains that the sells realised, losses set off. Not part of the costs.',
    ({ traded }) => traded?.tax_estimate ?? null,
  ),
  drift(
    'measured',
    'Max drift after',
    `When the rebalance became final. ${MAX_DRIFT_HINT}`,
    ({ traded }) => traded?.drift_after ?? null,
  ),
  drift(
    'portfolio-measured',
    'Portfolio after',
    'Portfolio drift when the rebalance became final: half the sum of all absolute drifts, cash included',
    ({ traded }) => traded?.portfolio_drift_after ?? null,
  ),
];

function costsOf(figures: BulkPortfolio['planned'] | BulkPortfolio['traded']): number | null {
  return figures === null ? null : figures.explicit_costs + figures.implicit_costs;
}

/** Opening a row shows the rebalance, and the rows are in the order in which they start. */
const SPARE = ['cost-bps', 'paid-bps', 'position', 'rebalance_id'];

const SHOWN: readonly BulkRowStatus[] = [
  ...(['planned', 'executing', 'partially_filled', 'complete', 'failed', 'refused', 'cancelled'] as const),
];

export function BulkPortfolios({ bulk }: BulkProps) {
  const navigate = useNavigate();
  const [text, choose] = useAddressText('status');
  const status = SHOWN.find((each) => each === text) ?? null;
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const query = useBulkPortfolios(bulk.bulk_id, status, isScrolledAway);
  const choices = SHOWN.map((value) => ({
    value,
    label: `${formatRowStatus(value)} (${formatCount(bulk.portfolios[value])})`,
  }));
  return (
    <QueryBoundary query={query} doing="Loading the portfolios">
      {(rows) => (
        <TablePanel
          title="Portfolios"
          label="Portfolios of the bulk rebalance"
          side={
            <NativeSelect
              size="xs"
              aria-label="Status of the portfolios"
              data={[{ value: '', label: 'every status' }, ...choices]}
              value={status ?? ''}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          }
          spare={SPARE}
          columns={[
            ...START_COLUMNS,
            ...PLANNED_COLUMNS,
            limitsColumn(bulk.settings.cost_budget ?? null),
            ...(bulk.status === 'planned' ? [LEAVE_OUT] : []),
            ...(bulk.traded.length === 0 ? [] : TRADED_COLUMNS),
          ]}
          rows={rows}
          rowKey={({ position }) => String(position)}
          onOpen={({ rebalance_id: rebalance, portfolio_id: portfolio }) =>
            navigate(rebalance === null ? paths.portfolio(portfolio) : paths.rebalance(rebalance))
          }
          pagination={paginationOf(query, 'Load more portfolios')}
          onScrolledAway={setIsScrolledAway}
          empty={
            <strong>
              {status === null ? 'No portfolio was chosen.' : `No portfolio is ${formatRowStatus(status)}.`}
            </strong>
          }
        />
      )}
    </QueryBoundary>
  );
}

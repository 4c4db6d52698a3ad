/** The portfolios of a run's world as they stood at its last instant. */
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';

type Figures = NonNullable<NonNullable<Schemas['ScenarioRun']['report']>['figures']>;
type Portfolio = Figures['portfolios'][number];

export function RunPortfolios({ figures }: { readonly figures: Figures }) {
  return (
    <Panel title="Portfolios at the end" side={formatCount(figures.portfolios.length)}>
      <DataTable
        label="Portfolios at the end"
        columns={PORTFOLIO_COLUMNS}
        rows={figures.portfolios}
        rowKey={(row) => row.portfolio_id}
        empty="Its world has none."
      />
    </Panel>
  );
}

const PORTFOLIO_COLUMNS: readonly Column<Portfolio>[] = [
  {
    id: 'name',
    header: 'Portfolio',
    overflow: 'clip',
    className: classes.runPortfolio,
    accessor: nameOf,
    cell: (row) => <span title={row.portfolio_id}>{nameOf(row)}</span>,
  },
  {
    id: 'nav',
    header: 'NAV',
    align: 'right',
    hint: 'In its base currency, at the last instant',
    accessor: (row) => row.nav,
    cell: (row) => `${formatMoney(row.nav)} ${row.currency}`,
  },
  {
    id: 'cash',
    header: 'Cash',
    align: 'right',
    accessor: (row) => row.cash,
    cell: (row) => formatMoney(row.cash),
  },
  {
    id: 'drift',
    header: 'Max. drift',
    unit: 'bps',
    align: 'right',
    hint: 'Largest distance of a weight from its target',
    accessor: (row) => row.max_drift_bps,
    cell: (row) => formatCount(Math.round(row.max_drift_bps)),
  },
];

function nameOf({ alias, portfolio_id: portfolioId }: Portfolio): string {
  return alias ?? `${portfolioId.slice(0, 10)}…`;
}

/** The table of portfolios, with its filters and a drift line in each row. */
import { Code, Paper } from '@mantine/core';
import { type MouseEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useDriftLines } from '../../../api/portfolios-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { FilterBar, useAddressFilters } from '../../../components/filters/filter-bar.tsx';
import { ClearFilters, useFilter } from '../../../components/filters/filter-box.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { FORM_CHOICES } from '../../../components/portfolios/form-name.ts';
import { type Reporting, useReporting } from '../../../components/portfolios/reporting-currency.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { sortRows } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import { type SortOrder, useLayout } from '../../../state/layout-store.ts';
import { type DriftLines, drawnColumns, portfolioColumns } from './portfolio-columns.tsx';
import { PortfolioContextMenu, type RowMenu } from './portfolio-context-menu.tsx';
import {
  filterValue,
  type PortfolioFilterName,
  portfolioFiltersIn,
  stateLabel,
  useShownPortfolios,
} from './portfolio-filters.ts';
import { PortfolioSelection } from './portfolio-selection.tsx';

const LABEL = 'Portfolios';
const FIRST_ORDER: SortOrder = { column: 'max_drift', descending: true };
/** The page of a portfolio shows all of them, and the NAV shows the amount in base currency as its tooltip. */
const SPARE = ['exchanges', 'own_value', 'wrapper', 'positions', 'drift_line'];
/** The table renders this many rows at once, and one request may ask for this many lines. */
const MAX_LINES = 200;

export function PortfolioTable({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const navigate = useNavigate();
  const filterText = useFilter(LABEL);
  const filtering = useAddressFilters(portfolioFiltersIn);
  const rows = useShownPortfolios(portfolios);
  const reporting = useReporting();
  const { lines, error, refetch } = useLinesOf(rows, reporting);
  const columns = useMemo(() => drawnColumns(reporting, lines), [reporting, lines]);
  const content = { label: LABEL, columns, rows, initialSort: FIRST_ORDER };
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const openMenu = (event: MouseEvent) => {
    const key = event.target instanceof Element ? event.target.closest('tr')?.dataset.key : undefined;
    const portfolio = rows.find((row) => row.portfolio_id === key);
    if (portfolio === undefined) return;
    event.preventDefault();
    setMenu({ portfolio, x: event.clientX, y: event.clientY });
  };
  const noneMatches = filterText === '' ? 'No portfolio matches the filters.' : `No portfolio matches “${filterText}”.`;
  return (
    <>
      {portfolios.length > 0 && (
        <FilterBar
          label="Filters of the portfolios"
          choices={choicesOf(portfolios)}
          tools={<TableTools {...content} address={{ path: paths.portfolios, filters: filtering.filters }} />}
          {...filtering}
        />
      )}
      {error !== null && (
        <ErrorNotice error={error} doing="Loading the drift of the last week" onRetry={() => void refetch()} />
      )}
      <Paper onContextMenu={openMenu}>
        <DataTable
          {...content}
          spare={SPARE}
          rowKey={(row) => row.portfolio_id}
          onOpen={(row) => navigate(paths.portfolio(row.portfolio_id))}
          bulk={(selected, clear) => <PortfolioSelection selected={selected} clear={clear} />}
          empty={
            portfolios.length === 0 ? (
              NONE_YET
            ) : (
              <>
                <strong>{noneMatches}</strong>
                {filterText !== '' &&
                  'The search covers name, id, way of rebalancing, tax wrapper, currency and exchanges.'}
                {filterText !== '' && Object.keys(filtering.filters).length > 0 && ' The other filters also apply.'}
                <ClearFilters table={LABEL} clear={filtering.clear} />
              </>
            )
          }
        />
      </Paper>
      {menu !== null && <PortfolioContextMenu {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

const WEEK_MS = 604_800_000;

/** The drift lines of the rows that the table renders first. */
function useLinesOf(rows: readonly PortfolioSummary[], reporting: Reporting) {
  const order = useLayout(({ layout }) => layout.sorts[LABEL]) ?? FIRST_ORDER;
  const drawn =
    rows.length <= MAX_LINES ? rows : sortRows(rows, portfolioColumns(reporting), order).slice(0, MAX_LINES);
  const { data, error, refetch } = useDriftLines(drawn.map((row) => row.portfolio_id));
  const lines = useMemo((): DriftLines => {
    const byId = new Map((data?.portfolios ?? []).map(({ portfolio_id: id, max_drift: drifts }) => [id, drifts]));
    const nowMs = Date.parse(data?.to ?? '');
    return { byId, weeksAgo: (data?.at ?? []).map((at) => (nowMs - Date.parse(at)) / WEEK_MS) };
  }, [data]);
  return { lines, error: data === undefined ? error : null, refetch };
}

const NONE_YET = (
  <>
    <strong>No portfolios yet.</strong>
    Create one here, or with <Code>POST /portfolios</Code> at the base URL in the status bar. It appears here at once.
    <NextStep to={paths.newPortfolio()}>Create a portfolio</NextStep>
  </>
);

const CHOICES: readonly (readonly [name: PortfolioFilterName, label: string, every: string])[] = [
  ['state', 'State', 'any state'],
  ['form', 'Form', 'any way of rebalancing'],
  ['wrapper', 'Wrapper', 'any wrapper'],
  ['currency', 'Base currency', 'any currency'],
];

/** Only values that some portfolio has can be chosen; the label has the number of portfolios. */
function choicesOf(portfolios: readonly PortfolioSummary[]) {
  return CHOICES.map(([name, label, every]) => {
    const values = Map.groupBy(portfolios, (row) => filterValue(row, name));
    const options = [...values]
      .map(([value, { length }]) => ({ value, label: `${valueLabel(name, value)} (${length})` }))
      .sort((left, right) => left.label.localeCompare(right.label, 'en'));
    return { name, label, options: [{ value: '', label: every }, ...options] };
  });
}

function valueLabel(name: PortfolioFilterName, value: string): string {
  if (name === 'state') return stateLabel(value) ?? value;
  if (name !== 'form' || (value !== 'A' && value !== 'B')) return value;
  return `${FORM_CHOICES[value]} (Form ${value})`;
}

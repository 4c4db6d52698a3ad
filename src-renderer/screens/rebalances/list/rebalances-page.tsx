/** All rebalances of the world, with dry runs shown only on request. */
import { Code, Group, Paper, Switch } from '@mantine/core';
import type { RebalanceSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useRebalances } from '../../../api/rebalances-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressFilters } from '../../../components/filters/filter-bar.tsx';
import { ClearFilters, FilterBox, matchesFilter, useFilter } from '../../../components/filters/filter-box.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import {
  NEWEST_FIRST,
  NO_KIND,
  REBALANCE_COLUMNS,
  RebalanceTable,
} from '../../../components/orders/rebalance-table.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import { RebalanceSelection } from './rebalance-selection.tsx';

const LABEL = 'Rebalances';

type RebalanceFilters = Readonly<{ dry_runs?: string }>;

/** Dry runs are shown if the address has the parameter. */
function filtersIn(search: URLSearchParams): RebalanceFilters {
  return search.has('dry_runs') ? { dry_runs: 'shown' } : {};
}

export function RebalancesPage() {
  const query = useRebalances();
  const filter = useFilter(LABEL);
  const { filters, change } = useAddressFilters(filtersIn);
  const withDryRuns = filters.dry_runs !== undefined;
  const all = query.data?.rebalances;
  const dryRuns = all?.filter((row) => row.simulation).length ?? 0;
  const rows = all?.filter((row) => (withDryRuns || !row.simulation) && matchesFilter(filter, searchTexts(row))) ?? [];
  return (
    <Page>
      <title>Rebalances · Ballast</title>
      <PageHeader>
        <h1>Rebalances</h1>
        {all !== undefined && <Dimmed>{countText(rows.length, all.length, withDryRuns ? 0 : dryRuns)}</Dimmed>}
        <Group ml="auto" gap="sm">
          <Switch
            label="Show dry runs"
            checked={withDryRuns}
            onChange={(event) => change('dry_runs', event.currentTarget.checked ? 'shown' : '')}
          />
          <LinkButton to={paths.newBulkRebalance}>Bulk rebalances</LinkButton>
          <FilterBox table={LABEL} label="Filter rebalances" />
          <TableTools
            label={LABEL}
            rows={rows}
            columns={REBALANCE_COLUMNS}
            leftOut={withDryRuns ? undefined : NO_KIND}
            initialSort={NEWEST_FIRST}
            address={{ path: paths.rebalances, filters }}
          />
        </Group>
      </PageHeader>
      <QueryBoundary query={query} doing="Loading the rebalances">
        {({ rebalances }) => (
          <Paper>
            <RebalanceTable
              label={LABEL}
              rebalances={rows}
              withPortfolio
              withKind={withDryRuns}
              bulk={(selected) => <RebalanceSelection selected={selected} />}
              empty={rebalances.length > 0 ? <NoneMatches isFiltered={filter !== ''} /> : NONE_YET}
            />
          </Paper>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** `3 in all · 5 dry runs are hidden` */
function countText(shown: number, all: number, hidden: number): string {
  const count = shown === all - hidden ? `${shown} in all` : `${shown} of ${all - hidden}`;
  return hidden === 0 ? count : `${count} · ${plural(hidden, 'dry run is', 'dry runs are')} hidden`;
}

const NONE_YET = (
  <>
    <strong>No rebalances yet.</strong>
    Open a portfolio and plan one, or send <Code>POST /rebalance</Code> to the service.
    <NextStep to={paths.portfolios}>Go to the portfolios</NextStep>
  </>
);

function NoneMatches({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <>
      <strong>Nothing to show.</strong>
      No rebalance matches the filter, or only hidden dry runs do.
      {isFiltered && <ClearFilters table={LABEL} />}
    </>
  );
}

function searchTexts(row: RebalanceSummary): string[] {
  return [row.rebalance_id, row.portfolio_label, formatStatus(row.status), row.created_at];
}

/** Compliance: the MiFID II records of all accounts, filtered by the address, and the remaining retention of each. */
import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAccounts } from '../../api/accounts-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { usePortfolios } from '../../api/portfolios-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import {
  type RecordFilterName,
  type RecordFilters,
  recordFiltersIn,
  recordsFilePath,
  useMifidRecords,
} from '../../api/records-api.ts';
import { ErrorNotice } from '../../components/feedback/error-notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { FilterBar, useAddressFilters } from '../../components/filters/filter-bar.tsx';
import type { FilterChoice, Option } from '../../components/filters/filter-choices.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { sortedBySymbol } from '../../components/forms/instrument-select.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../components/layout/download-button.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { PaperFacts, PaperSource } from '../../components/paper/paper-head.tsx';
import { RecordsPanel } from './records-panel.tsx';

export function CompliancePage() {
  const filtering = useAddressFilters(recordFiltersIn);
  const { filters } = filtering;
  const { choices, failed } = useChoices(filters);
  const [isScrolledAway, setScrolledAway] = useState(false);
  const query = useMifidRecords(filters, isScrolledAway);
  const total = query.data?.total ?? 0;
  const which = Object.keys(filters).length > 0 ? 'the records that match' : 'all records';
  return (
    <Page>
      <title>Compliance · Ballast</title>
      <PageHeader>
        <h1>Compliance</h1>
        <Dimmed>
          MiFID II records, one for each fill, with the costs charged for it (ex post); retained for five virtual years
        </Dimmed>
        <PaperFacts />
        <Group ml="auto" gap="sm">
          {total > 0 && (
            <DownloadButton
              path={recordsFilePath(filters)}
              name="mifid-records.csv"
              tip={`${which}: ${formatCount(total)}${total === 10_000 ? ' or more' : ''}`}
            >
              Download CSV
            </DownloadButton>
          )}
        </Group>
      </PageHeader>
      <FilterBar label="Filters of the records" choices={choices} {...filtering} />
      {failed?.error && (
        <ErrorNotice
          error={failed.error}
          doing="Loading the choices of the filters"
          onRetry={() => void failed.refetch()}
        />
      )}
      <QueryBoundary query={query} doing="Loading the records">
        {(data) => (
          <RecordsPanel
            data={data}
            query={query}
            filters={filters}
            clear={filtering.clear}
            onScrolledAway={setScrolledAway}
          />
        )}
      </QueryBoundary>
      <PaperSource isRecord />
    </Page>
  );
}

function useChoices({ portfolio }: RecordFilters) {
  const instruments = useInstrumentsByIsin();
  const bySymbol = useMemo(
    () => sortedBySymbol(instruments.values()).map(({ isin, symbol, name }) => option(isin, `${symbol} · ${name}`)),
    [instruments],
  );
  const [portfolios, rebalances, accounts] = [usePortfolios(), useRebalances(), useAccounts()];
  // Only rebalances that have fills have records.
  const filled = rebalances.data?.rebalances.filter(
    (row) => row.fills > 0 && (portfolio === undefined || row.portfolio_id === portfolio),
  );
  const choices = [
    choice(
      'portfolio',
      'Portfolio',
      'any portfolio',
      portfolios.data?.portfolios.map((row) => option(row.portfolio_id, row.label)),
    ),
    choice(
      'rebalance',
      'Rebalance',
      'any rebalance',
      filled?.map((row) => option(row.rebalance_id, `${formatInstant(row.created_at)} · ${row.portfolio_label}`)),
    ),
    choice('isin', 'Instrument', 'any instrument', bySymbol),
    choice(
      'account',
      'Account',
      'any account',
      accounts.data?.accounts.map((row) => option(row.account_id, row.name)),
    ),
    choice(
      'status',
      'Retention',
      'any retention status',
      ['retained', 'expired'].map((status) => option(status, status)),
    ),
  ];
  const failed = [portfolios, rebalances, accounts].find(({ error }) => error !== null && error.code !== 'unreachable');
  return { choices, failed };
}

function choice(
  name: RecordFilterName,
  label: string,
  every: string,
  options: readonly Option[] = [],
): FilterChoice<RecordFilterName> {
  return { name, label, options: [option('', every), ...options] };
}

function option(value: string, label: string): Option {
  return { value, label };
}

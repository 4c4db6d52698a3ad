/** Compliance: the MiFID II records of all accounts, filtered by the address, and how long each is still retained. */
import { Button, Group, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAccounts } from '../../api/accounts-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { withPageToken } from '../../api/page-token.ts';
import { usePortfolios } from '../../api/portfolios-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import { type RecordFilterName, type RecordFilters, recordsFilePath, useMifidRecords } from '../../api/records-api.ts';
import { ErrorNotice } from '../../components/feedback/error-notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { sortedBySymbol } from '../../components/forms/instrument-select.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { type Option, withChosen } from '../../components/tables/filter-choices.ts';
import classes from './compliance.module.css';
import { RecordsPanel } from './records-panel.tsx';
import { useRecordFilters } from './use-record-filters.ts';

export function CompliancePage() {
  const { filters, search, change, clear } = useRecordFilters();
  const [isScrolledAway, setScrolledAway] = useState(false);
  const read = useMifidRecords(filters, isScrolledAway);
  const total = read.data?.total ?? 0;
  return (
    <Page>
      <title>Compliance · Ballast</title>
      <PageHeader>
        <h1>Compliance</h1>
        <Text span c="dimmed">
          MiFID II records of executions, retained for five virtual years
        </Text>
        <Group ml="auto" gap="sm">
          {total > 0 && <DownloadButton filters={filters} total={total} />}
        </Group>
      </PageHeader>
      <RecordFilterBar filters={filters} onChange={change} onClear={clear} />
      <QueryBoundary read={read} doing="Reading the records">
        {(data) => (
          <RecordsPanel data={data} read={read} filters={filters} search={search} onScrolledAway={setScrolledAway} />
        )}
      </QueryBoundary>
    </Page>
  );
}

function DownloadButton({ filters, total }: { readonly filters: RecordFilters; readonly total: number }) {
  const which = Object.keys(filters).length > 0 ? 'the records that match' : 'all records';
  return (
    <Tooltip label={`${which}: ${formatCount(total)}${total >= 10_000 ? ', the latest' : ''}`} maw={280}>
      <Button
        component="a"
        href={withPageToken(recordsFilePath(filters))}
        download="mifid-records.csv"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Download CSV
      </Button>
    </Tooltip>
  );
}

interface RecordFilterBarProps {
  readonly filters: RecordFilters;
  readonly onChange: (name: RecordFilterName, value: string) => void;
  readonly onClear: () => void;
}

function RecordFilterBar({ filters, onChange, onClear }: RecordFilterBarProps) {
  const { choices, failed } = useChoices(filters);
  return (
    <>
      <search className={classes.recordFilters} aria-label="Filters of the records">
        {choices.map(([name, label, every, options]) => {
          const value = filters[name] ?? '';
          return (
            <NativeSelect
              key={name}
              aria-label={label}
              data={withChosen([{ value: '', label: every }, ...options], value)}
              value={value}
              data-set={value === '' ? undefined : ''}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          );
        })}
        {Object.keys(filters).length > 0 && (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </search>
      {failed?.error && (
        <ErrorNotice
          error={failed.error}
          doing="Reading the choices of the filters"
          onRetry={() => void failed.refetch()}
        />
      )}
    </>
  );
}

type Choice = [name: RecordFilterName, label: string, every: string, options: readonly Option[]];

const STATUSES = ['retained', 'expired'].map((status) => ({ value: status, label: status }));

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
  const choices: Choice[] = [
    [
      'portfolio',
      'Portfolio',
      'every portfolio',
      portfolios.data?.portfolios.map((row) => option(row.portfolio_id, row.label)) ?? [],
    ],
    [
      'rebalance',
      'Rebalance',
      'every rebalance',
      filled?.map((row) => option(row.rebalance_id, `${formatInstant(row.created_at)} · ${row.portfolio_label}`)) ?? [],
    ],
    ['isin', 'Instrument', 'every instrument', bySymbol],
    [
      'account',
      'Account',
      'every account',
      accounts.data?.accounts.map((row) => option(row.account_id, row.name)) ?? [],
    ],
    ['status', 'Retention', 'retained or expired', STATUSES],
  ];
  const failed = [portfolios, rebalances, accounts].find(({ error }) => error !== null && error.code !== 'unreachable');
  return { choices, failed };
}

function option(value: string, label: string): Option {
  return { value, label };
}

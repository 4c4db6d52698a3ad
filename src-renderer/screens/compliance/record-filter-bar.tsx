/** The filters above the records: whose they are, of which rebalance and instrument, and whether they are retained. */
import { Button, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useAccounts } from '../../api/accounts-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { usePortfolios } from '../../api/portfolios-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import type { RecordFilterName, RecordFilters } from '../../api/records-api.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { sortedBySymbol } from '../../components/forms/instrument-select.tsx';
import { type Option, withChosen } from '../../components/tables/filter-choices.ts';
import classes from './compliance.module.css';

interface RecordFilterBarProps {
  readonly filters: RecordFilters;
  readonly onChange: (name: RecordFilterName, value: string) => void;
  readonly onClear: () => void;
}

interface Choice {
  readonly name: RecordFilterName;
  readonly label: string;
  readonly every: string;
  readonly options: readonly Option[];
}

export function RecordFilterBar({ filters, onChange, onClear }: RecordFilterBarProps) {
  const choices = useChoices(filters);
  return (
    <search className={classes.recordFilters} aria-label="Filters of the records">
      {choices.map(({ name, label, every, options }) => {
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
  );
}

const STATUSES: readonly Option[] = [
  { value: 'retained', label: 'retained' },
  { value: 'expired', label: 'expired' },
];

function useChoices({ portfolio }: RecordFilters): readonly Choice[] {
  const instruments = useInstrumentsByIsin();
  const bySymbol = useMemo(
    () =>
      sortedBySymbol(instruments.values()).map((row) => ({ value: row.isin, label: `${row.symbol} · ${row.name}` })),
    [instruments],
  );
  const portfolios = usePortfolios().data?.portfolios ?? [];
  const accounts = useAccounts().data?.accounts ?? [];
  return [
    {
      name: 'portfolio',
      label: 'Portfolio',
      every: 'every portfolio',
      options: portfolios.map((row) => ({ value: row.portfolio_id, label: row.label })),
    },
    { name: 'rebalance', label: 'Rebalance', every: 'every rebalance', options: useRebalanceOptions(portfolio) },
    { name: 'isin', label: 'Instrument', every: 'every instrument', options: bySymbol },
    {
      name: 'account',
      label: 'Account',
      every: 'every account',
      options: accounts.map((row) => ({ value: row.account_id, label: row.name })),
    },
    { name: 'status', label: 'Retention', every: 'retained or expired', options: STATUSES },
  ];
}

/** Only rebalances that have fills have records. */
function useRebalanceOptions(portfolioId: string | undefined): readonly Option[] {
  const rebalances = useRebalances().data?.rebalances ?? [];
  return rebalances
    .filter((row) => row.fills > 0 && (portfolioId === undefined || row.portfolio_id === portfolioId))
    .map((row) => ({ value: row.rebalance_id, label: `${formatInstant(row.created_at)} · ${row.portfolio_label}` }));
}

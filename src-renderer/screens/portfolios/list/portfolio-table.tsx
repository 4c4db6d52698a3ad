/** The table of portfolios, with its filters and a line of drift in each row. */

import { Button, Code, NativeSelect, Paper } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useDriftLines } from '../../../api/portfolios-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useFilter } from '../../../components/tables/filter-box.tsx';
import { type Option, withChosen } from '../../../components/tables/filter-choices.ts';
import { sortRows } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { type SortOrder, useLayout } from '../../../state/layout-store.ts';
import { type DriftLinesById, portfolioColumns } from './portfolio-columns.tsx';
import {
  filterValue,
  PORTFOLIO_STATES,
  type PortfolioFilterName,
  type PortfolioFilters,
  STATE_LOOKS,
  usePortfolioFilters,
  useShownPortfolios,
} from './portfolio-filters.ts';
import classes from './portfolios.module.css';

const LABEL = 'Portfolios';
const FIRST_ORDER: SortOrder = { column: 'max_drift', descending: true };
/** The table draws so many rows at once, and one request may ask for so many lines. */
const MOST_LINES = 200;

export function PortfolioTable({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const navigate = useNavigate();
  const words = useFilter('portfolios');
  const { filters, change, clear } = usePortfolioFilters();
  const rows = useShownPortfolios(portfolios);
  const { lines, error, refetch } = useLinesOf(rows);
  const columns = useMemo(() => portfolioColumns(lines), [lines]);
  return (
    <>
      {portfolios.length > 0 && (
        <PortfolioFilterBar portfolios={portfolios} filters={filters} onChange={change} onClear={clear} />
      )}
      {error !== null && (
        <ErrorNotice error={error} doing="Reading the drifts of the last week" onRetry={() => void refetch()} />
      )}
      <Paper>
        <DataTable
          label={LABEL}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.portfolio_id}
          initialSort={FIRST_ORDER}
          onOpen={(row) => navigate(paths.portfolio(row.portfolio_id))}
          empty={portfolios.length === 0 ? <NoneYet /> : <NoneMatches words={words} />}
        />
      </Paper>
    </>
  );
}

/** The drift lines of the rows that the table draws first. */
function useLinesOf(rows: readonly PortfolioSummary[]) {
  const order = useLayout(({ layout }) => layout.sorts[LABEL]) ?? FIRST_ORDER;
  const drawn = rows.length <= MOST_LINES ? rows : sortRows(rows, ORDERED_BY, order).slice(0, MOST_LINES);
  const { data, error, refetch } = useDriftLines(drawn.map((row) => row.portfolio_id));
  const lines: DriftLinesById = useMemo(
    () => new Map((data?.portfolios ?? []).map(({ portfolio_id: id, max_drift: drifts }) => [id, drifts])),
    [data],
  );
  return { lines, error: data === undefined ? error : null, refetch };
}

const ORDERED_BY = portfolioColumns(new Map());

function NoneYet() {
  return (
    <>
      <strong>No portfolios yet.</strong>
      Make one here, or with <Code>POST /portfolios</Code> at the base URL in the status bar; it appears here at once.
      <NextStep to={paths.newPortfolio()}>Make a portfolio</NextStep>
    </>
  );
}

function NoneMatches({ words }: { readonly words: string }) {
  return (
    <>
      <strong>{words === '' ? 'No portfolio matches the filters.' : `No portfolio matches “${words}”.`}</strong>
      The words are looked for in label, id, form, wrapper, currency and exchanges; the filters above hold besides.
    </>
  );
}

interface PortfolioFilterBarProps {
  readonly portfolios: readonly PortfolioSummary[];
  readonly filters: PortfolioFilters;
  readonly onChange: (name: PortfolioFilterName, value: string) => void;
  readonly onClear: () => void;
}

interface Choice {
  readonly name: PortfolioFilterName;
  readonly label: string;
  readonly every: string;
  readonly words: (value: string) => string;
}

const CHOICES: readonly Choice[] = [
  {
    name: 'state',
    label: 'State',
    every: 'every state',
    words: (value) =>
      PORTFOLIO_STATES.map((state) => (state === value ? STATE_LOOKS[state].words : '')).join('') || value,
  },
  { name: 'form', label: 'Form', every: 'both forms', words: (value) => `Form ${value}` },
  { name: 'wrapper', label: 'Wrapper', every: 'every wrapper', words: (value) => value },
  { name: 'currency', label: 'Base currency', every: 'every currency', words: (value) => value },
];

function PortfolioFilterBar({ portfolios, filters, onChange, onClear }: PortfolioFilterBarProps) {
  return (
    <search className={classes.portfolioFilters} aria-label="Filters of the portfolios">
      {CHOICES.map((choice) => {
        const value = filters[choice.name] ?? '';
        return (
          <NativeSelect
            key={choice.name}
            aria-label={choice.label}
            data={withChosen([{ value: '', label: choice.every }, ...optionsOf(portfolios, choice)], value)}
            value={value}
            data-set={value === '' ? undefined : ''}
            onChange={(event) => onChange(choice.name, event.currentTarget.value)}
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

/** Only values that some portfolio has can be chosen; the label says how many have it. */
function optionsOf(portfolios: readonly PortfolioSummary[], { name, words }: Choice): Option[] {
  const counts = Map.groupBy(portfolios, (row) => filterValue(row, name));
  return [...counts]
    .map(([value, rows]) => ({ value, label: `${words(value)} (${rows.length})` }))
    .sort((left, right) => left.label.localeCompare(right.label, 'en'));
}

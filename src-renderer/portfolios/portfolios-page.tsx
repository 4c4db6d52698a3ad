/** The list of portfolios: dense, sortable, filterable; the way in to everything else. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../src-server/contract/control.ts';
import { usePortfolios } from '../client/queries.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FilterBox, matchesFilter, useFilter } from '../shared/filter-box.tsx';
import { NextStep } from '../shared/next-step.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { TableTools } from '../shared/table-tools.tsx';
import { FirstRunHint } from './first-run-hint.tsx';
import { PORTFOLIO_COLUMNS } from './portfolio-columns.tsx';
import { WorldStrip } from './world-strip.tsx';
import './portfolios.css';

export function PortfoliosPage() {
  const read = usePortfolios();
  return (
    <div className="page">
      <title>Portfolios · Ballast</title>
      <div className="page-header">
        <h1>Portfolios</h1>
        <span className="muted">{read.data !== undefined && summary(read.data.portfolios)}</span>
        <div className="page-header-side">
          <FilterBox screen="portfolios" label="Filter portfolios" />
          <TableTools table="Portfolios" rows={read.data?.portfolios ?? []} columns={PORTFOLIO_COLUMNS} />
          <Button component={Link} to="/portfolios/new" leftSection={<IconPlus size={14} aria-hidden />}>
            New portfolio
          </Button>
        </div>
      </div>
      <ReadGate read={read} doing="Reading the portfolios">
        {({ portfolios }) => (
          <>
            <FirstRunHint portfolios={portfolios} />
            <PortfolioTable portfolios={portfolios} />
            <WorldStrip portfolios={portfolios} />
          </>
        )}
      </ReadGate>
    </div>
  );
}

function PortfolioTable({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const navigate = useNavigate();
  const filter = useFilter('portfolios');
  const rows = useMemo(() => portfolios.filter((row) => matchesFilter(filter, searchTexts(row))), [portfolios, filter]);
  return (
    <div className="panel">
      <DataTable
        label="Portfolios"
        columns={PORTFOLIO_COLUMNS}
        rows={rows}
        rowKey={(row) => row.portfolio_id}
        initialSort={{ column: 'max_drift', descending: true }}
        onOpen={(row) => navigate(`/portfolios/${row.portfolio_id}`)}
        empty={
          portfolios.length === 0 ? (
            <>
              <strong>No portfolios yet.</strong>
              Make one here, or with <span className="mono">POST /portfolios</span> at the base URL in the status bar;
              it appears here at once.
              <NextStep to="/portfolios/new">Make a portfolio</NextStep>
            </>
          ) : (
            <>
              <strong>No portfolio matches “{filter}”.</strong>
              The filter looks at label, id, form, wrapper, currency and exchanges.
            </>
          )
        }
      />
    </div>
  );
}

function searchTexts(row: PortfolioSummary): string[] {
  return [row.label, row.portfolio_id, `form ${row.form}`, row.wrapper, row.currency, ...row.exchanges];
}

function summary(portfolios: readonly PortfolioSummary[]): string {
  const outside = portfolios.filter((row) => row.breached).length;
  return `${portfolios.length} in all · ${outside} outside the ±5 % band`;
}

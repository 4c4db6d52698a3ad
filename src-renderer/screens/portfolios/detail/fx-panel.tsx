/** The currencies of a portfolio, and what one unit of each is worth in its base currency. */
import { useMemo } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin, useRates } from '../../../api/market-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatDriftBps, formatMoney, formatWeight } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';
import { type CurrencyExposure, fxExposure } from './fx-exposure.ts';
import classes from './portfolio.module.css';

export function FxPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { data, error, refetch } = useRates();
  const rates = data?.rates;
  const instruments = useInstrumentsByIsin();
  const rows = useMemo(() => {
    const perEur = new Map((rates ?? []).map(({ currency, per_eur: units }) => [currency, units]));
    return fxExposure(portfolio, { perEur, currencyOf: (isin) => instruments.get(isin)?.currency });
  }, [portfolio, rates, instruments]);
  const columns = exposureColumns(portfolio);
  return (
    <Panel title="FX exposure" layoutKey="portfolio/fx" side={<CopyTableButton rows={rows} columns={columns} />}>
      {error !== null && data === undefined && (
        <ErrorNotice error={error} doing="Reading the exchange rates" onRetry={() => void refetch()} />
      )}
      <div className={classes.fxTable}>
        <DataTable
          label="FX exposure"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.currency}
          empty={<strong>Nothing is held.</strong>}
        />
      </div>
    </Panel>
  );
}

function exposureColumns({ currency: base, has_targets: hasTargets }: PortfolioView): Column<CurrencyExposure>[] {
  const targetColumn: Column<CurrencyExposure> = numberColumn('target', 'Target', (row) => row.target, formatWeight, {
    unit: '%',
    hint: 'Targets of what trades in the currency; what targets leave is cash of the base currency',
  });
  return [
    {
      id: 'currency',
      header: 'Ccy',
      hint: 'Currency of the listings held; cash counts under the base currency',
      accessor: (row) => row.currency,
      cell: (row) => <strong>{row.currency}</strong>,
    },
    numberColumn('value', 'Value', (row) => row.value, formatMoney, { unit: base }),
    numberColumn('weight', 'Now', (row) => row.weight, formatWeight, { unit: '%', hint: 'Value ÷ net asset value' }),
    ...(hasTargets ? [targetColumn] : []),
    {
      id: 'rate',
      header: 'Rate',
      unit: base,
      align: 'right',
      hint: `What one unit is worth in ${base}, at mid`,
      accessor: (row) => row.rate,
      cell: (row) => (row.rate === null ? '–' : row.rate.toFixed(4)),
    },
    numberColumn('fx_drift', 'FX', (row) => row.fxDrift, formatDriftBps, {
      unit: 'bps',
      hint: 'What of the weight came from exchange rates since the latest rebalance, else since it was created',
    }),
  ];
}

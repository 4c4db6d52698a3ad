/** Exchange rates: what a unit of each currency costs, now and since a day ago, every pair against every other, one over time. */

import { Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { RateTable } from '../../../../src-server/contract/control/market/market-rates.ts';
import { useRateTable } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { signedWeight } from '../../../components/format/signed-weight.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import type { Column } from '../../../components/tables/table-column.ts';
import marketClasses from '../market.module.css';
import { RATE_SPAN_LIST, type RateSpan, rateText } from './format-rate.ts';
import classes from './fx.module.css';

// The chart brings Recharts, which the tables do not need.
const RatePanel = lazy(() => import('./rate-panel.tsx').then((m) => ({ default: m.RatePanel })));

const USUAL_CURRENCY = 'GBP';

export function FxView() {
  const table = useRateTable();
  const [params, setParams] = useSearchParams();
  const span = RATE_SPAN_LIST.find((each) => each === params.get('span')) ?? '1m';
  const change = (next: { readonly currency?: string; readonly span?: RateSpan }) =>
    setParams(
      () => {
        const after = currentSearchParams();
        for (const [name, value] of Object.entries(next)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <QueryBoundary read={table} doing="Reading the exchange rates">
      {(data) => {
        const quoted = data.currencies.map(({ currency }) => currency).filter((currency) => currency !== 'EUR');
        const asked = params.get('currency') ?? USUAL_CURRENCY;
        const currency = quoted.find((each) => each === asked) ?? quoted[0];
        return (
          <>
            <div className={`${marketClasses.marketColumns} ${classes.fxColumns}`}>
              <RatesPanel table={data} chosen={currency ?? ''} onChoose={(chosen) => change({ currency: chosen })} />
              {currency !== undefined && (
                <Suspense fallback={null}>
                  <RatePanel currency={currency} span={span} onSpan={(chosen) => change({ span: chosen })} />
                </Suspense>
              )}
            </div>
            <CrossPanel table={data} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

interface RatesPanelProps {
  readonly table: RateTable;
  readonly chosen: string;
  readonly onChoose: (currency: string) => void;
}

type RateRow = RateTable['currencies'][number];

const BPS = 10_000;

/** Every currency against the euro: mid, bid and ask of a conversion, and the change since a day ago. A row shows it over time. */
function RatesPanel({ table, chosen, onChoose }: RatesPanelProps) {
  const { half_spread_bps: halfSpreadBps } = table;
  const columns = useMemo(() => rateColumns(halfSpreadBps), [halfSpreadBps]);
  const rows = table.currencies.filter(({ currency }) => currency !== 'EUR');
  return (
    <Panel
      title="Rates against the euro"
      side={
        <span className={marketClasses.marketSide}>
          as of {formatInstant(table.at)} virtual UTC
          <CopyTableButton rows={rows} columns={columns} />
        </span>
      }
    >
      <DataTable
        label="Rates against the euro"
        columns={columns}
        rows={rows}
        rowKey={({ currency }) => currency}
        selectedKey={chosen}
        onOpen={({ currency }) => onChoose(currency)}
        empty={<strong>This world knows the euro alone.</strong>}
      />
    </Panel>
  );
}

function rateColumns(halfSpreadBps: number): Column<RateRow>[] {
  const side = (factor: number) => (row: RateRow) => row.per_eur * (1 + (factor * halfSpreadBps) / BPS);
  return [
    {
      id: 'currency',
      header: 'Pair',
      accessor: ({ currency }) => currency,
      cell: ({ currency }) => <strong>EUR/{currency}</strong>,
    },
    number('mid', 'Mid', (row) => row.per_eur),
    number('bid', 'Bid', side(-1), 'What one euro brings when it is sold.'),
    number('ask', 'Ask', side(1), 'What one euro costs when it is bought.'),
    {
      id: 'spread',
      header: 'Half-spread',
      unit: 'bps',
      align: 'right',
      accessor: () => halfSpreadBps,
      cell: () => halfSpreadBps.toFixed(1),
    },
    {
      id: 'change',
      header: 'Change in 24 h',
      unit: '%',
      hint: 'Of the mid. Above nought the euro buys more of the currency.',
      align: 'right',
      accessor: changeOf,
      cell: (row) => signedWeight(changeOf(row)),
    },
  ];
}

function number(id: string, header: string, value: (row: RateRow) => number, hint = ''): Column<RateRow> {
  return { id, header, hint, align: 'right', accessor: value, cell: (row) => rateText(value(row)) };
}

function changeOf({ per_eur: now, per_eur_day_ago: dayAgo }: RateRow): number {
  return now / dayAgo - 1;
}

/** Every currency against every other, as mids through the euro: the unit of a row in the currency of a column. */
function CrossPanel({ table: { currencies } }: { readonly table: RateTable }) {
  return (
    <Panel title="Cross rates" side="one unit of the row in the currency of the column, mid">
      <div className={tableClasses.tableFrame}>
        <table className={`${tableClasses.table} ${classes.crossRates}`} aria-label="Cross rates">
          <thead>
            <tr>
              <th scope="col">One</th>
              {currencies.map(({ currency }) => (
                <th key={currency} scope="col" data-align="right">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((row) => (
              <tr key={row.currency}>
                <th scope="row">{row.currency}</th>
                {currencies.map((column) => (
                  <Text
                    component="td"
                    key={column.currency}
                    data-align="right"
                    c={row === column ? 'dimmed' : 'inherit'}
                  >
                    {rateText(row === column ? 1 : column.per_eur / row.per_eur)}
                  </Text>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

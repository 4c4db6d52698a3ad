/**
 * Exchange rates: the cost of a unit of each currency, now and a day ago, every pair against every other, and one over
 * time.
 */

import { Box, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { RateTable } from '../../../../src-server/contract/control/market/market-rates.ts';
import { useRateTable } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { formatDecimals, formatRate, signedWeight } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { signedColumn } from '../../../components/tables/signed-column.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import { type Column, fieldColumn, numberColumn, PERCENT } from '../../../components/tables/table-column.ts';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import classes from '../market.module.css';

// The chart imports Recharts, which the tables do not need.
const RatePanel = lazy(() => import('./rate-panel.tsx').then((m) => ({ default: m.RatePanel })));

const DEFAULT_CURRENCY = 'GBP';

export function FxView() {
  const [params] = useSearchParams();
  return (
    <QueryBoundary query={useRateTable()} doing="Loading the exchange rates">
      {(table) => {
        const rows = table.currencies.filter(({ currency }) => currency !== 'EUR');
        const requested = params.get('currency') ?? DEFAULT_CURRENCY;
        const currency = (rows.find((row) => row.currency === requested) ?? rows[0])?.currency;
        return (
          <>
            <Box className={classes.columns} __vars={{ '--beside': '480px' }}>
              <RatesPanel table={table} rows={rows} chosen={currency} />
              {currency !== undefined && (
                <Suspense fallback={null}>
                  <RatePanel currency={currency} />
                </Suspense>
              )}
            </Box>
            <CrossPanel table={table} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

type RateRow = RateTable['currencies'][number];

interface RatesPanelProps {
  readonly table: RateTable;
  readonly rows: readonly RateRow[];
  readonly chosen: string | undefined;
}

/**
 * Every currency against the euro: mid, bid and ask of a conversion, and the change since a day ago. A click on a row
 * shows it over time.
 */
function RatesPanel({ table: { at, half_spread_bps: halfSpreadBps }, rows, chosen }: RatesPanelProps) {
  const change = useChangeSearch();
  const columns = useMemo(() => rateColumns(halfSpreadBps), [halfSpreadBps]);
  return (
    <TablePanel
      title="Rates against the euro"
      side={`as of ${formatInstant(at)} virtual UTC`}
      columns={columns}
      rows={rows}
      rowKey={({ currency }) => currency}
      selectedKey={chosen}
      onOpen={({ currency }) => change({ currency })}
      empty={<strong>This world has no currency other than the euro.</strong>}
    />
  );
}

const BPS = 10_000;

function rateColumns(halfSpreadBps: number): Column<RateRow>[] {
  const side = (factor: number) => (row: RateRow) => row.per_eur * (1 + (factor * halfSpreadBps) / BPS);
  return [
    fieldColumn('currency', 'Pair', (currency) => <strong>EUR/{currency}</strong>),
    numberColumn('mid', 'Mid', (row) => row.per_eur, formatRate),
    numberColumn('bid', 'Bid', side(-1), formatRate, { hint: 'What you get for one euro when you sell it.' }),
    numberColumn('ask', 'Ask', side(1), formatRate, { hint: 'What one euro costs when you buy it.' }),
    {
      ...numberColumn(
        'spread',
        'Half-spread',
        () => halfSpreadBps,
        (bps) => formatDecimals(bps, 1),
      ),
      unit: 'bps',
    },
    signedColumn('change', 'Change in 24 h', (row) => row.per_eur / row.per_eur_day_ago - 1, signedWeight, {
      ...PERCENT,
      hint: 'Change of the mid. Positive: the euro buys more of the currency.',
    }),
  ];
}

/** Every currency against every other, as mids through the euro: the unit of a row in the currency of a column. */
function CrossPanel({ table: { currencies } }: { readonly table: RateTable }) {
  return (
    <Panel title="Cross rates" side="one unit of the row currency in the column currency, at mid">
      <TableFrame>
        <table className={tableClasses.table} aria-label="Cross rates">
          <PlainHead labels={['One', ...currencies.map(({ currency }) => currency)]} align="right" />
          <tbody>
            {currencies.map((row) => (
              <tr key={row.currency}>
                <Text component="th" scope="row" c="var(--ink)" fw={600}>
                  {row.currency}
                </Text>
                {currencies.map((column) => (
                  <Text
                    component="td"
                    key={column.currency}
                    data-align="right"
                    c={row === column ? 'dimmed' : 'inherit'}
                  >
                    {formatRate(row === column ? 1 : column.per_eur / row.per_eur)}
                  </Text>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}

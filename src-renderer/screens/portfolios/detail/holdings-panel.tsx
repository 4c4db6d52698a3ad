/** The holdings of a portfolio, one row for each instrument and exchange. */
import { Code } from '@mantine/core';
import { useMemo } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import {
  formatMoney,
  formatWeight,
  priceFormatter,
  quantityFormatter,
} from '../../../components/format/format-number.ts';
import { ExchangeStatusNow } from '../../../components/orders/exchange-status-now.tsx';
import { type Column, fieldColumn, numberColumn, PERCENT } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';

type Holding = PortfolioView['holdings'][number];

const BY_VALUE = { column: 'value', descending: true };

export function HoldingsPanel({ portfolio: { holdings, currency } }: { readonly portfolio: PortfolioView }) {
  const columns = useMemo(() => holdingColumns(holdings, currency), [holdings, currency]);
  return (
    <TablePanel
      title="Holdings"
      layoutKey="portfolio/holdings"
      columns={columns}
      rows={holdings}
      rowKey={(row) => `${row.isin} ${row.exchange}`}
      initialSort={BY_VALUE}
      empty={
        <>
          <strong>No positions.</strong>A rebalance buys the targets from the cash; the control plane can set positions
          too.
        </>
      }
    />
  );
}

function holdingColumns(holdings: readonly Holding[], currency: string): Column<Holding>[] {
  const quantity = quantityFormatter(holdings.map((row) => row.quantity));
  const price = priceFormatter(holdings.map((row) => row.listing_price));
  return [
    { id: 'symbol', header: 'Symbol', accessor: (row) => row.symbol, cell: (row) => <strong>{row.symbol}</strong> },
    { id: 'name', header: 'Name', overflow: 'clip', accessor: (row) => row.name },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    fieldColumn('exchange', 'Exchange', (mic, row) => <ExchangeStatusNow mic={mic} open={row.exchange_open} />),
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('listing_price', 'Listing price', (row) => row.listing_price, price, {
      hint: 'Mid price in the currency of the listing',
    }),
    { id: 'listing_currency', header: 'Ccy', hint: 'Currency of the listing', accessor: (row) => row.listing_currency },
    numberColumn('value', 'Value', (row) => row.value, formatMoney, {
      unit: currency,
      hint: 'Quantity × mid price, in base currency',
    }),
    numberColumn('weight', 'Weight', (row) => row.weight, formatWeight, {
      ...PERCENT,
      hint: 'Value ÷ net asset value',
    }),
  ];
}

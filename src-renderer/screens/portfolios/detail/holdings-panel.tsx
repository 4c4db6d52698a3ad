/** The holdings of a portfolio, one row for each instrument and exchange. */
import { Box, Code } from '@mantine/core';
import { useMemo } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import {
  formatMoney,
  formatPercent,
  formatWeight,
  priceFormatter,
  quantityFormatter,
  shownShare,
} from '../../../components/format/format-number.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExchangeStatusNow } from '../../../components/orders/exchange-status-now.tsx';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { DelistedMark } from '../../../components/portfolios/delisted.tsx';
import {
  type Column,
  type FootRow,
  fieldColumn,
  numberColumn,
  PERCENT,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';

type Holding = PortfolioView['holdings'][number];

const SPARE = ['isin'];
const BY_VALUE = { column: 'value', descending: true };

/** Unsettled amounts are shown only if trades settle days later. */
const SETTLEMENT_COLUMNS = ['settled', 'unsettled'];

export function HoldingsPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { holdings, currency, undelivered } = portfolio;
  const isSimulated = useSession().data?.settlement === 'simulated';
  const columns = useMemo(
    () => holdingColumns(holdings, currency).filter(({ id }) => isSimulated || !SETTLEMENT_COLUMNS.includes(id)),
    [holdings, currency, isSimulated],
  );
  return (
    <TablePanel
      title="Holdings"
      side={<RoundedWeights portfolio={portfolio} />}
      layoutKey="portfolio/holdings"
      columns={columns}
      rows={holdings}
      spare={SPARE}
      rowKey={(row) => `${row.isin} ${row.exchange}`}
      initialSort={BY_VALUE}
      foot={holdings.length === 0 ? [] : footOf(portfolio)}
      empty={
        <>
          <strong>No positions.</strong>A rebalance buys the targets with the cash. You can also set positions through
          the control plane.
        </>
      }
    >
      {undelivered.length > 0 && <Undelivered rows={undelivered} />}
    </TablePanel>
  );
}

/** Says why the displayed weights do not add up to 100 %; nothing if they do. */
function RoundedWeights({ portfolio: { holdings, cash_row: cash } }: { readonly portfolio: PortfolioView }) {
  const sum = shownShare([...holdings, cash].reduce((total, { weight }) => total + shownShare(weight), 0));
  if (holdings.length === 0 || sum === 1) return null;
  return <Dimmed>weights are rounded and sum to {formatPercent(sum)}</Dimmed>;
}

/** The parts of the net asset value other than the holdings, and its total. */
function footOf({ cash_row: cash, receivable, total_value: total }: PortfolioView): FootRow[] {
  return [
    { label: 'Cash', cells: { value: formatMoney(cash.amount), weight: formatWeight(cash.weight) } },
    ...(receivable === 0 ? [] : [{ label: 'Receivable', cells: { value: formatMoney(receivable) } }]),
    {
      label: 'Net asset value',
      // A receivable is part of the value, but not of weights.
      cells: { value: formatMoney(total), ...(receivable === 0 ? { weight: formatWeight(1) } : {}) },
    },
  ];
}

/** Sold-out positions whose shares have not been delivered. */
function Undelivered({ rows }: { readonly rows: PortfolioView['undelivered'] }) {
  const instruments = useInstrumentsByIsin();
  const quantity = quantityFormatter(rows.map(({ settled }) => settled));
  const shares = rows.map(
    ({ isin, exchange, settled }) => `${quantity(settled)} ${symbolOf(isin, instruments)} (${exchange})`,
  );
  return (
    <Box p="sm">
      <Notice>
        <strong>Sold but not yet delivered:</strong> {shares.join(', ')}.
      </Notice>
    </Box>
  );
}

function holdingColumns(holdings: readonly Holding[], currency: string): Column<Holding>[] {
  const quantity = quantityFormatter(holdings.flatMap((row) => [row.quantity, row.settled, row.unsettled]));
  const price = priceFormatter(holdings.map((row) => row.listing_price));
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => row.symbol,
      cell: (row) => (
        <>
          <strong>{row.symbol}</strong> <DelistedMark since={row.delisted_at} />
        </>
      ),
    },
    { id: 'name', header: 'Name', overflow: 'clip', accessor: (row) => row.name },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    fieldColumn('exchange', 'Exchange', (mic, row) =>
      row.delisted_at === undefined ? <ExchangeStatusNow mic={mic} open={row.exchange_open} /> : mic,
    ),
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('settled', 'Settled', (row) => row.settled, quantity, {
      hint: 'Settled shares: bought and received, or sold but not yet delivered',
    }),
    numberColumn('unsettled', 'Unsettled', (row) => row.unsettled, quantity, {
      hint: 'Unsettled shares. Positive: to be received. Negative: to be delivered.',
    }),
    numberColumn('listing_price', 'Listing price', (row) => row.listing_price, price, {
      hint: 'Mid price in the currency of the listing; last price for delisted instruments',
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

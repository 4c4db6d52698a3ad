/** The columns of the result of orders against their estimates. */
import { formatMoney, formatPercent, priceFormatter } from '../../../components/format/format-number.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import type { OrderResult } from './execution-result.ts';
import { signedBps, signedMoney } from './signed-number.ts';

export function resultColumns(
  results: readonly OrderResult[],
  currency: string,
  instruments: InstrumentsByIsin,
): Column<OrderResult>[] {
  return [...identityColumns(instruments), ...priceColumns(results), ...costColumns(currency)];
}

function identityColumns(instruments: InstrumentsByIsin): Column<OrderResult>[] {
  const symbol = ({ order }: OrderResult) => symbolOf(order.isin, instruments);
  return [
    {
      id: 'sequence',
      header: '#',
      align: 'right',
      accessor: ({ order }) => order.sequence,
      cell: ({ order }) => order.sequence,
    },
    {
      id: 'side',
      header: 'Side',
      accessor: ({ order }) => order.side,
      cell: ({ order }) => <SideBadge side={order.side} />,
    },
    { id: 'symbol', header: 'Symbol', accessor: symbol, cell: (row) => <strong>{symbol(row)}</strong> },
    {
      id: 'filled',
      header: 'Filled',
      align: 'right',
      accessor: ({ filledShare }) => filledShare,
      cell: ({ filledShare }) => formatPercent(filledShare),
    },
  ];
}

function priceColumns(results: readonly OrderResult[]): Column<OrderResult>[] {
  const price = priceFormatter(results.map(({ order }) => order.estimated_price));
  return [
    {
      id: 'estimated-price',
      header: 'Estimated price',
      align: 'right',
      hint: 'Mid when it was planned, in the currency of the order',
      accessor: ({ order }) => order.estimated_price,
      cell: ({ order }) => price(order.estimated_price),
    },
    {
      id: 'average-price',
      header: 'Actual price',
      align: 'right',
      hint: 'Average of its fills, weighted by quantity',
      accessor: ({ averagePrice }) => averagePrice,
      cell: ({ averagePrice }) => price(averagePrice),
    },
    { id: 'currency', header: 'Ccy', accessor: ({ order }) => order.currency, cell: ({ order }) => order.currency },
    {
      id: 'slippage',
      header: 'Slippage',
      unit: 'bps',
      align: 'right',
      hint: 'Positive is cost: bought dearer or sold cheaper than the mid when it was planned',
      accessor: ({ slippageBps }) => slippageBps,
      cell: ({ slippageBps }) => signedBps(slippageBps),
    },
    {
      id: 'expected',
      header: 'Expected',
      unit: 'bps',
      align: 'right',
      hint: 'Half-spread and market impact that the plan counted with',
      accessor: ({ expectedBps }) => expectedBps,
      cell: ({ expectedBps }) => signedBps(expectedBps),
    },
  ];
}

function costColumns(currency: string): Column<OrderResult>[] {
  const difference = ({ actual, estimated }: OrderResult) => actual.total - estimated.total;
  return [
    {
      id: 'estimated-cost',
      header: 'Est. cost',
      unit: currency,
      align: 'right',
      hint: 'Of the part that was filled',
      accessor: ({ estimated }) => estimated.total,
      cell: ({ estimated }) => formatMoney(estimated.total),
    },
    {
      id: 'actual-cost',
      header: 'Actual cost',
      unit: currency,
      align: 'right',
      accessor: ({ actual }) => actual.total,
      cell: ({ actual }) => formatMoney(actual.total),
    },
    {
      id: 'difference',
      header: 'Difference',
      unit: currency,
      align: 'right',
      hint: 'Positive: it cost more than was estimated',
      accessor: difference,
      cell: (row) => signedMoney(difference(row)),
    },
  ];
}

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
      value: ({ order }) => order.sequence,
      render: ({ order }) => order.sequence,
    },
    {
      id: 'side',
      header: 'Side',
      value: ({ order }) => order.side,
      render: ({ order }) => <SideBadge side={order.side} />,
    },
    { id: 'symbol', header: 'Symbol', value: symbol, render: (row) => <strong>{symbol(row)}</strong> },
    {
      id: 'filled',
      header: 'Filled',
      align: 'right',
      value: ({ filledShare }) => filledShare,
      render: ({ filledShare }) => formatPercent(filledShare),
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
      value: ({ order }) => order.estimated_price,
      render: ({ order }) => price(order.estimated_price),
    },
    {
      id: 'average-price',
      header: 'Actual price',
      align: 'right',
      hint: 'Average of its fills, weighted by quantity',
      value: ({ averagePrice }) => averagePrice,
      render: ({ averagePrice }) => price(averagePrice),
    },
    { id: 'currency', header: 'Ccy', value: ({ order }) => order.currency, render: ({ order }) => order.currency },
    {
      id: 'slippage',
      header: 'Slippage',
      unit: 'bps',
      align: 'right',
      hint: 'Positive is cost: bought dearer or sold cheaper than the mid when it was planned',
      value: ({ slippageBps }) => slippageBps,
      render: ({ slippageBps }) => signedBps(slippageBps),
    },
    {
      id: 'expected',
      header: 'Expected',
      unit: 'bps',
      align: 'right',
      hint: 'Half-spread and market impact that the plan counted with',
      value: ({ expectedBps }) => expectedBps,
      render: ({ expectedBps }) => signedBps(expectedBps),
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
      value: ({ estimated }) => estimated.total,
      render: ({ estimated }) => formatMoney(estimated.total),
    },
    {
      id: 'actual-cost',
      header: 'Actual cost',
      unit: currency,
      align: 'right',
      value: ({ actual }) => actual.total,
      render: ({ actual }) => formatMoney(actual.total),
    },
    {
      id: 'difference',
      header: 'Difference',
      unit: currency,
      align: 'right',
      hint: 'Positive: it cost more than was estimated',
      value: difference,
      render: (row) => signedMoney(difference(row)),
    },
  ];
}

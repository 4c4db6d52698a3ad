/** The fills of a rebalance as they arrive, newest first. */
import { useMemo } from 'react';
import type { FillWire, OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatMoney, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';

interface FillRow extends FillWire {
  readonly order: OrderWire;
}

interface FillsPanelProps {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
  readonly status: RebalancePlan['status'];
}

export function FillsPanel({ orders, currency, status }: FillsPanelProps) {
  const instruments = useInstrumentsByIsin();
  const fills = useMemo(
    () => orders.flatMap((order) => order.fills.map((fill): FillRow => ({ ...fill, order }))),
    [orders],
  );
  const columns = useMemo(() => fillColumns(fills, currency, instruments), [fills, currency, instruments]);
  return (
    <Panel
      title={`Fills (${fills.length})`}
      layoutKey="rebalance/fills"
      side={<TableTools table="Fills" rows={fills} columns={columns} />}
    >
      <DataTable
        label="Fills"
        columns={columns}
        rows={fills}
        rowKey={(fill) => fill.fill_id}
        initialSort={{ column: 'filled_at', descending: true }}
        empty={<NoFills status={status} />}
      />
    </Panel>
  );
}

/** What has ended awaits nothing any more. */
function NoFills({ status }: Pick<FillsPanelProps, 'status'>) {
  if (status === 'failed' || status === 'cancelled') {
    return (
      <>
        <strong>No fills.</strong>
        {status === 'failed' ? 'It ended before an exchange reported one.' : 'It was cancelled before it was sent.'}
      </>
    );
  }
  return (
    <>
      <strong>No fills yet.</strong>They appear here as the exchanges report them, in virtual time.
    </>
  );
}

function fillColumns(
  fills: readonly FillRow[],
  currency: string,
  instruments: ReadonlyMap<string, InstrumentRow>,
): Column<FillRow>[] {
  const quantity = quantityFormatter(fills.map((fill) => fill.quantity));
  const symbol = (fill: FillRow): string => instruments.get(fill.order.isin)?.symbol ?? fill.order.isin;
  return [
    ...WHEN_COLUMNS,
    { id: 'symbol', header: 'Symbol', accessor: symbol, cell: (fill) => <strong>{symbol(fill)}</strong> },
    { id: 'exchange', header: 'Exchange', accessor: (fill) => fill.exchange },
    numberColumn('quantity', 'Quantity', (fill) => fill.quantity, quantity),
    ...priceColumns(fills),
    numberColumn('value', 'Value', (fill) => fill.value, formatMoney, { unit: currency }),
    numberColumn('costs', 'Costs', (fill) => fill.costs.total, formatMoney, { unit: currency }),
  ];
}

const WHEN_COLUMNS: readonly Column<FillRow>[] = [
  {
    id: 'filled_at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: (fill) => fill.filled_at,
    cell: (fill) => formatInstant(fill.filled_at),
  },
  {
    id: 'side',
    header: 'Side',
    accessor: (fill) => fill.order.side,
    cell: (fill) => <SideBadge side={fill.order.side} />,
  },
];

function priceColumns(fills: readonly FillRow[]): Column<FillRow>[] {
  const price = priceFormatter(fills.map((fill) => fill.price));
  return [
    numberColumn('price', 'Price', (fill) => fill.price, price, {
      hint: 'As the exchange reported it, in the currency of the order',
    }),
    { id: 'currency', header: 'Ccy', accessor: (fill) => fill.order.currency },
  ];
}

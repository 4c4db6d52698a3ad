/** The fills of a rebalance as they arrive, newest first. */
import { useMemo } from 'react';
import type { FillWire, OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatMoney, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
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
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      accessor: (fill) => fill.quantity,
      cell: (fill) => quantity(fill.quantity),
    },
    ...priceColumns(fills),
    {
      id: 'value',
      header: 'Value',
      unit: currency,
      align: 'right',
      accessor: (fill) => fill.value,
      cell: (fill) => formatMoney(fill.value),
    },
    {
      id: 'costs',
      header: 'Costs',
      unit: currency,
      align: 'right',
      accessor: (fill) => fill.costs.total,
      cell: (fill) => formatMoney(fill.costs.total),
    },
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
    {
      id: 'price',
      header: 'Price',
      align: 'right',
      hint: 'As the exchange reported it, in the currency of the order',
      accessor: (fill) => fill.price,
      cell: (fill) => price(fill.price),
    },
    { id: 'currency', header: 'Ccy', accessor: (fill) => fill.order.currency },
  ];
}

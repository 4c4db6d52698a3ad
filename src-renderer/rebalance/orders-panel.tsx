/** The orders of a rebalance with how much of each is filled. */
import { useMemo } from 'react';
import type { OrderWire } from '../../src-server/contract/form-b.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../client/queries.ts';
import { CopyTableButton } from '../shared/copy-table-button.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { formatCostBps, formatMoney, quantityFormatter } from '../shared/format-number.ts';
import { Panel } from '../shared/panel.tsx';
import { SideBadge } from '../shared/side-badge.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import type { Column } from '../shared/table-column.ts';
import { FillTrack } from './fill-track.tsx';

export function OrdersPanel({
  orders,
  currency,
}: {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
}) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => orderColumns(orders, currency, instruments), [orders, currency, instruments]);
  return (
    <Panel title="Orders" side={<CopyTableButton rows={orders} columns={columns} />}>
      <DataTable
        label="Orders"
        columns={columns}
        rows={orders}
        rowKey={(order) => order.order_id}
        empty={
          <>
            <strong>No orders.</strong>Nothing had to be traded, or nothing was affordable within the cost budget.
          </>
        }
      />
    </Panel>
  );
}

function orderColumns(
  orders: readonly OrderWire[],
  currency: string,
  instruments: ReadonlyMap<string, InstrumentRow>,
): Column<OrderWire>[] {
  const quantity = quantityFormatter(orders.flatMap((order) => [order.quantity, order.filled_quantity]));
  const symbol = (order: OrderWire): string => instruments.get(order.isin)?.symbol ?? order.isin;
  return [
    {
      id: 'sequence',
      header: '#',
      align: 'right',
      value: (order) => order.sequence,
      render: (order) => order.sequence,
    },
    { id: 'side', header: 'Side', value: (order) => order.side, render: (order) => <SideBadge side={order.side} /> },
    {
      id: 'symbol',
      header: 'Symbol',
      value: symbol,
      render: (order) => (
        <strong title={`${instruments.get(order.isin)?.name ?? ''} ${order.isin}`}>{symbol(order)}</strong>
      ),
    },
    {
      id: 'isin',
      header: 'ISIN',
      value: (order) => order.isin,
      render: (order) => <span className="mono">{order.isin}</span>,
    },
    { id: 'exchange', header: 'Exchange', value: (order) => order.exchange, render: (order) => order.exchange },
    {
      id: 'status',
      header: 'Status',
      value: (order) => order.status,
      render: (order) => <StatusBadge status={order.status} />,
    },
    {
      id: 'filled',
      header: 'Filled of quantity',
      align: 'right',
      value: (order) => (order.quantity === 0 ? 0 : order.filled_quantity / order.quantity),
      render: (order) => <FillTrack order={order} quantity={quantity} />,
    },
    {
      id: 'value',
      header: 'Est. value',
      unit: currency,
      align: 'right',
      value: (order) => order.estimated_value,
      render: (order) => formatMoney(order.estimated_value),
    },
    {
      id: 'cost',
      header: 'Est. cost',
      unit: 'bps',
      align: 'right',
      value: (order) => order.costs.total_bps,
      render: (order) => formatCostBps(order.costs.total_bps),
    },
    { id: 'reason', header: 'Reason', className: 'wrap muted', render: (order) => order.reason.text },
  ];
}

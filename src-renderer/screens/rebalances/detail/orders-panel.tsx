/** The orders of a rebalance with how much of each is filled. */
import { Code } from '@mantine/core';
import { useMemo } from 'react';
import type { PlanExplanationWire } from '../../../../src-server/contract/service/explanation.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { quantityFormatter } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import {
  type InstrumentsByIsin,
  ORDER_COST_COLUMN,
  ORDER_EXCHANGE_COLUMN,
  ORDER_REASON_COLUMN,
  orderIdentityColumns,
  orderValueColumn,
} from '../../../components/orders/order-columns.tsx';
import { OrderWhy } from '../../../components/orders/order-why.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import classes from './rebalance.module.css';

interface OrdersPanelProps {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
  readonly explanation: PlanExplanationWire | null;
}

export function OrdersPanel({ orders, currency, explanation }: OrdersPanelProps) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => orderColumns(orders, currency, instruments), [orders, currency, instruments]);
  return (
    <Panel
      title="Orders"
      layoutKey="rebalance/orders"
      side={<TableTools table="Orders" rows={orders} columns={columns} />}
    >
      <DataTable
        label="Orders"
        columns={columns}
        rows={orders}
        rowKey={(order) => order.order_id}
        detail={(order) => <OrderWhy order={order} currency={currency} explanation={explanation} />}
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
  instruments: InstrumentsByIsin,
): Column<OrderWire>[] {
  const quantity = quantityFormatter(orders.flatMap((order) => [order.quantity, order.filled_quantity]));
  return [
    ...orderIdentityColumns(instruments),
    { id: 'isin', header: 'ISIN', accessor: (order) => order.isin, cell: (order) => <Code>{order.isin}</Code> },
    ORDER_EXCHANGE_COLUMN,
    {
      id: 'status',
      header: 'Status',
      accessor: (order) => order.status,
      cell: (order) => <StatusBadge status={order.status} />,
    },
    {
      id: 'filled',
      header: 'Filled of quantity',
      align: 'right',
      accessor: (order) => (order.quantity === 0 ? 0 : order.filled_quantity / order.quantity),
      cell: (order) => <FillTrack order={order} quantity={quantity} />,
    },
    orderValueColumn(currency),
    ORDER_COST_COLUMN,
    ORDER_REASON_COLUMN,
  ];
}

/** How much of an order is filled: the numbers, and a bar of them. */
function FillTrack({ order, quantity }: { readonly order: OrderWire; readonly quantity: (value: number) => string }) {
  const share = order.quantity === 0 ? 0 : order.filled_quantity / order.quantity;
  const isDead = order.status === 'rejected' || order.status === 'expired' || order.status === 'cancelled';
  return (
    <span className={classes.fillTrack}>
      <span>
        {quantity(order.filled_quantity)} / {quantity(order.quantity)}
      </span>
      <span className={classes.track} data-tone={share >= 1 ? 'ok' : isDead ? 'fail' : undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

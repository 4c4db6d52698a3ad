/** The orders of a rebalance as they stood after an event. */

import { Code, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount, quantityFormatter } from '../../../components/format/format-number.ts';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import classes from './timeline.module.css';
import { type Changes, FACTS } from './world-changes.ts';

type Rebalance = HistoricalWorld['rebalances'][number];
type Order = Rebalance['orders'][number];

export function OrdersAtEvent({ rebalance, changes }: { readonly rebalance: Rebalance; readonly changes: Changes }) {
  const { orders, more_orders: more, rebalance_id: rebalanceId } = rebalance;
  const columns = useMemo(() => orderColumns(orders, changes), [orders, changes]);
  return (
    <>
      <DataTable
        label={`Orders then of ${rebalanceId}`}
        columns={columns}
        rows={orders}
        rowKey={(row) => row.order_id}
        empty="It has no orders."
      />
      {more > 0 && (
        <Text c="dimmed" className={classes.pastBroken}>
          and {formatCount(more)} orders more
        </Text>
      )}
    </>
  );
}

function orderColumns(orders: readonly Order[], changes: Changes): readonly Column<Order>[] {
  const quantity = quantityFormatter(orders.flatMap((row) => [row.quantity, row.filled]));
  return [
    {
      id: 'side',
      header: 'Side',
      accessor: ({ side }) => side,
      cell: ({ side }) => <SideBadge side={side === 'sell' ? 'sell' : 'buy'} />,
    },
    {
      id: 'isin',
      header: 'ISIN',
      accessor: ({ isin }) => isin,
      cell: ({ isin, order_id: orderId }) => <Code title={orderId}>{isin}</Code>,
    },
    { id: 'exchange', header: 'MIC', accessor: ({ exchange }) => exchange, cell: ({ exchange }) => exchange },
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      accessor: (row) => row.quantity,
      cell: (row) => quantity(row.quantity),
    },
    {
      id: 'filled',
      header: 'Filled',
      align: 'right',
      accessor: (row) => row.filled,
      cell: (row) => (
        <Changed before={changes.before(FACTS.filled(row.order_id))} write={(before) => quantity(Number(before))}>
          {quantity(row.filled)}
        </Changed>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      accessor: ({ status }) => status,
      cell: (row) => (
        <Changed before={changes.before(FACTS.order(row.order_id))} write={(before) => formatStatus(String(before))}>
          <StatusBadge status={row.status} />
        </Changed>
      ),
    },
  ];
}

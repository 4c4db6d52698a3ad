/** The rebalances and their orders after an event, with the faults and webhook endpoints at that time. */
import { Code, EmptyState, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount, plural, quantityFormatter } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import classes from './timeline.module.css';
import { type Changes, FACTS } from './world-changes.ts';

export function RebalancesAtEvent({ world, changes }: { readonly world: HistoricalWorld; readonly changes: Changes }) {
  const { rebalances, faults, lines_down: linesDown, fills, webhooks, statuses } = world;
  const counts = Object.entries(statuses).map(([status, count]) => `${formatCount(count)} ${formatStatus(status)}`);
  const side = [counts.join(', '), `${plural(fills, 'fill')} so far`, plural(webhooks, 'webhook endpoint')].filter(
    Boolean,
  );
  const broken = [
    ...faults.map(({ kind, exchange, isin }) => [formatStatus(kind), exchange, isin].filter(Boolean).join(' ')),
    ...linesDown.map((mic) => `${mic} disconnected`),
  ];
  return (
    <Panel title="Rebalances at this entry" side={side.join(' · ')}>
      {broken.length > 0 && (
        <Text c="warn" px="md" py={6}>
          Active faults: {broken.join(', ')}
        </Text>
      )}
      {rebalances.length === 0 && <EmptyState>There were no rebalances at this entry.</EmptyState>}
      {rebalances.map((rebalance, index) => (
        <details key={rebalance.rebalance_id} className={classes.rebalance} open={index === 0}>
          <summary>
            <Code>{rebalance.rebalance_id}</Code>{' '}
            <Changed before={changes.before(FACTS.rebalance(rebalance.rebalance_id))}>
              <StatusBadge status={rebalance.status} />
            </Changed>
          </summary>
          <OrdersAtEvent rebalance={rebalance} changes={changes} />
        </details>
      ))}
    </Panel>
  );
}

type Rebalance = HistoricalWorld['rebalances'][number];
type Order = Rebalance['orders'][number];

function OrdersAtEvent({ rebalance, changes }: { readonly rebalance: Rebalance; readonly changes: Changes }) {
  const { orders, more_orders: more, rebalance_id: rebalanceId } = rebalance;
  const columns = useMemo(() => orderColumns(orders, changes), [orders, changes]);
  return (
    <>
      <DataTable
        label={`Orders then of ${rebalanceId}`}
        columns={columns}
        rows={orders}
        rowKey={(row) => row.order_id}
        spare={SPARE}
        empty="The rebalance had no orders."
      />
      {more > 0 && (
        <Text c="dimmed" px="md" py={6}>
          and {formatCount(more)} more orders
        </Text>
      )}
    </>
  );
}

/** For most orders, the sent and the remaining quantity are equal; the page of the rebalance shows the exchange. */
const SPARE = ['sent', 'exchange'];

function orderColumns(orders: readonly Order[], changes: Changes): readonly Column<Order>[] {
  const quantity = quantityFormatter(orders.flatMap((row) => [row.quantity, row.sent ?? 0, row.filled]));
  const changed = (fact: 'filled' | 'order', row: Order, shown: ReactNode) => (
    <Changed before={changes.before(FACTS[fact](row.order_id))} format={quantity}>
      {shown}
    </Changed>
  );
  return [
    fieldColumn('side', 'Side', (side) => <SideBadge side={side === 'sell' ? 'sell' : 'buy'} />),
    fieldColumn('isin', 'ISIN', (isin, row) => <Code title={row.order_id}>{isin}</Code>),
    { id: 'exchange', header: 'MIC', accessor: ({ exchange }) => exchange },
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('sent', 'Sent', (row) => row.sent, quantity, {
      hint: 'Shares last sent to the exchange: fewer than planned where cash ran short, or the rest after fills',
    }),
    fieldColumn('filled', 'Filled', (filled, row) => changed('filled', row, quantity(filled)), { align: 'right' }),
    fieldColumn('status', 'Status', (status, row) => changed('order', row, <StatusBadge status={status} />), {
      copy: ({ status }) => formatStatus(status),
    }),
  ];
}

/** The rebalances and their orders after an event, with the faults and webhook endpoints of then. */
import { Code, EmptyState, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount, plural, quantityFormatter } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import classes from './timeline.module.css';
import { type Changes, FACTS } from './world-changes.ts';

export function RebalancesAtEvent({ world, changes }: { readonly world: HistoricalWorld; readonly changes: Changes }) {
  const { rebalances, faults, lines_down: linesDown, fills, webhooks } = world;
  const counts = `${plural(fills, 'fill')} until then`;
  const told = plural(webhooks, 'webhook endpoint');
  return (
    <Panel title="Rebalances then" side={[statusesIn(world), counts, told].filter(Boolean).join(' · ')}>
      {(faults.length > 0 || linesDown.length > 0) && (
        <Text c="warn" px="md" py={6}>
          Broken then:{' '}
          {[
            ...faults.map(({ kind, exchange, isin }) => [formatStatus(kind), exchange, isin].filter(Boolean).join(' ')),
            ...linesDown.map((mic) => `${mic} cut off`),
          ].join(', ')}
        </Text>
      )}
      {rebalances.length === 0 && <EmptyState>There was none yet.</EmptyState>}
      {rebalances.map((rebalance, index) => (
        <details key={rebalance.rebalance_id} className={classes.pastRebalance} open={index === 0}>
          <summary>
            <Code>{rebalance.rebalance_id}</Code>{' '}
            <Changed before={changes.before(FACTS.rebalance(rebalance.rebalance_id))} write={writeStatus}>
              <StatusBadge status={rebalance.status} />
            </Changed>
          </summary>
          <OrdersAtEvent rebalance={rebalance} changes={changes} />
        </details>
      ))}
    </Panel>
  );
}

function statusesIn({ statuses }: HistoricalWorld): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${formatCount(count)} ${formatStatus(status)}`)
    .join(', ');
}

function writeStatus(before: number | string): string {
  return formatStatus(String(before));
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
        empty="It has no orders."
      />
      {more > 0 && (
        <Text c="dimmed" px="md" py={6}>
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

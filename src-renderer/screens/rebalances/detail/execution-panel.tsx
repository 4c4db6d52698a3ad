/** The execution of one order on its price chart; the order is stored in the address. */
import { Box, EmptyState, Group, NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useExecutionBars } from '../../../api/prices-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { executionSpan } from './execution-points.ts';

// It imports Recharts.
const ExecutionChart = lazy(() => import('./execution-chart.tsx').then((m) => ({ default: m.ExecutionChart })));

export function ExecutionPanel({ view }: { readonly view: RebalanceView }) {
  const [params, setParams] = useSearchParams();
  const instruments = useInstrumentsByIsin();
  const { orders, executed_at: executedAt } = view.rebalance;
  const named = orders.find(({ order_id: id }) => id === params.get('order'));
  // By default an order with fills, which has most to show.
  const order = named ?? orders.find(({ fills }) => fills.length > 0) ?? orders[0];
  if (executedAt === null || order === undefined) return null;
  const choices = orders.map((each) => ({
    value: each.order_id,
    label: `${each.sequence} ${each.side} ${symbolOf(each.isin, instruments)} on ${each.exchange}: ${formatStatus(each.status)}`,
  }));
  return (
    <Panel
      title={`Execution of ${order.side} ${symbolOf(order.isin, instruments)}`}
      side={
        <Group component="span" gap="md" wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label="Order on the chart"
            data={choices}
            value={order.order_id}
            onChange={(event) => setParams({ order: event.currentTarget.value }, { replace: true })}
          />
          <Link to={paths.listing(order.isin, order.exchange, { interval: '1m' })}>Prices</Link>
        </Group>
      }
    >
      <ChartOf key={order.order_id} view={view} order={order} executedAt={executedAt} />
    </Panel>
  );
}

interface ChartOfProps {
  readonly view: RebalanceView;
  readonly order: OrderWire;
  readonly executedAt: string;
}

function ChartOf({ view, order, executedAt }: ChartOfProps) {
  const nowMs = Date.parse(useClock().data?.now ?? executedAt);
  const span = executionSpan({ order, executedAt, completedAt: view.rebalance.completed_at, nowMs });
  const bars = useExecutionBars({ ...span, isin: order.isin, exchange: order.exchange });
  const progress = view.progress.find(({ order_id: id }) => id === order.order_id);
  return (
    <QueryBoundary query={bars} doing="Loading the bars">
      {(list) =>
        list.bars.length === 0 ? (
          <EmptyState>
            <strong>Nothing has traded yet.</strong>
            {order.exchange} was closed in this period; prices appear with its next session.
          </EmptyState>
        ) : (
          <Suspense fallback={<Box data-loading h={296} />}>
            <ExecutionChart order={order} list={list} limitPrice={progress?.limit_price ?? null} />
          </Suspense>
        )
      }
    </QueryBoundary>
  );
}

/** The execution of one order on its price chart; which one has its place in the address. */

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

// Recharts comes with it.
const ExecutionChart = lazy(() => import('./execution-chart.tsx').then((m) => ({ default: m.ExecutionChart })));

const PARAMETER = 'order';

export function ExecutionPanel({ view }: { readonly view: RebalanceView }) {
  const [params, setParams] = useSearchParams();
  const instruments = useInstrumentsByIsin();
  const { orders, executed_at: executedAt } = view.rebalance;
  const order = orders.find(({ order_id: id }) => id === params.get(PARAMETER)) ?? firstFilled(orders);
  if (executedAt === null || order === undefined) return null;
  const symbol = symbolOf(order.isin, instruments);
  const choices = orders.map((each) => ({
    value: each.order_id,
    label: `${each.sequence} ${each.side} ${symbolOf(each.isin, instruments)} on ${each.exchange}: ${formatStatus(each.status)}`,
  }));
  return (
    <Panel
      title={`Execution of ${order.side} ${symbol}`}
      side={
        <Group component="span" gap="md" wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label="Order on the chart"
            data={choices}
            value={order.order_id}
            onChange={(event) => setParams({ [PARAMETER]: event.currentTarget.value }, { replace: true })}
          />
          <Link to={paths.listing(order.isin, order.exchange, { interval: '1m' })}>Prices</Link>
        </Group>
      }
    >
      <ChartOf key={order.order_id} view={view} order={order} symbol={symbol} executedAt={executedAt} />
    </Panel>
  );
}

interface ChartOfProps {
  readonly view: RebalanceView;
  readonly order: OrderWire;
  readonly symbol: string;
  readonly executedAt: string;
}

function ChartOf({ view, order, symbol, executedAt }: ChartOfProps) {
  const now = useClock().data?.now;
  const nowMs = now === undefined ? Date.parse(executedAt) : Date.parse(now);
  const span = executionSpan({ order, executedAt, completedAt: view.rebalance.completed_at, nowMs });
  const bars = useExecutionBars({ ...span, isin: order.isin, exchange: order.exchange });
  const progress = view.progress.find(({ order_id: id }) => id === order.order_id);
  return (
    <QueryBoundary read={bars} doing="Reading the bars">
      {(list) =>
        list.bars.length === 0 ? (
          <EmptyState>
            <strong>Nothing has traded yet.</strong>
            {order.exchange} was closed in this time; its prices appear with its next session.
          </EmptyState>
        ) : (
          <Suspense fallback={<Box h={296} />}>
            <ExecutionChart order={order} symbol={symbol} list={list} limitPrice={progress?.limit_price ?? null} />
          </Suspense>
        )
      }
    </QueryBoundary>
  );
}

/** What there is most to see of. */
function firstFilled(orders: readonly OrderWire[]): OrderWire | undefined {
  return orders.find(({ fills }) => fills.length > 0) ?? orders[0];
}

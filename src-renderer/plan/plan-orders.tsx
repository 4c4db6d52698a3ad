/** The orders of a plan in the order they are sent: sells first, since they pay for the buys. */
import { useMemo } from 'react';
import type { OrderWire, RebalancePlan } from '../../src-server/contract/form-b.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../client/queries.ts';
import { CopyTableButton } from '../shared/copy-table-button.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { formatCostBps, formatMoney, formatWeight, quantityFormatter } from '../shared/format-number.ts';
import { Panel } from '../shared/panel.tsx';
import { SideBadge } from '../shared/side-badge.tsx';
import type { Column } from '../shared/table-column.ts';

export function PlanOrders({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => orderColumns(plan.orders, currency, instruments), [plan.orders, currency, instruments]);
  return (
    <Panel
      title={`${plan.orders.length} ${plan.orders.length === 1 ? 'order' : 'orders'}`}
      side={<CopyTableButton rows={plan.orders} columns={columns} />}
    >
      <DataTable
        label="Orders of the plan"
        columns={columns}
        rows={plan.orders}
        rowKey={(order) => order.order_id}
        empty={
          <>
            <strong>No orders.</strong>
            Nothing affordable brings the portfolio closer to its targets; see the warnings and the cost budget.
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
  const quantity = quantityFormatter(orders.map((order) => order.quantity));
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
    { id: 'exchange', header: 'Exchange', value: (order) => order.exchange, render: (order) => order.exchange },
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      value: (order) => order.quantity,
      render: (order) => quantity(order.quantity),
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
      id: 'weights',
      header: 'Weight',
      unit: '%',
      align: 'right',
      hint: 'Weight before → after this plan',
      value: (order) => order.weight_before,
      render: (order) => `${formatWeight(order.weight_before)} → ${formatWeight(order.weight_after)}`,
    },
    {
      id: 'target',
      header: 'Target',
      unit: '%',
      align: 'right',
      value: (order) => order.weight_target,
      render: (order) => formatWeight(order.weight_target),
    },
    {
      id: 'cost',
      header: 'Cost',
      unit: 'bps',
      align: 'right',
      hint: 'Cost of this order in basis points of the portfolio value',
      value: (order) => order.costs.total_bps,
      render: (order) => formatCostBps(order.costs.total_bps),
    },
    { id: 'reason', header: 'Reason', className: 'wrap muted', render: (order) => order.reason.text },
  ];
}

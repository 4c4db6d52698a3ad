/** The orders of a plan in the order they are sent: sells first, since they pay for the buys. */
import { useMemo } from 'react';
import type { PlanExplanationWire } from '../../../../src-server/contract/service/explanation.ts';
import type { OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatWeight, plural, quantityFormatter } from '../../../components/format/format-number.ts';
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
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';

interface PlanOrdersProps {
  readonly plan: RebalancePlan;
  readonly currency: string;
  readonly explanation: PlanExplanationWire | null;
}

export function PlanOrders({ plan, currency, explanation }: PlanOrdersProps) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => orderColumns(plan.orders, currency, instruments), [plan.orders, currency, instruments]);
  return (
    <Panel title={plural(plan.orders.length, 'order')} side={<CopyTableButton rows={plan.orders} columns={columns} />}>
      <DataTable
        label="Orders of the plan"
        columns={columns}
        rows={plan.orders}
        // The key has no quantity, so that a row stays open when a new dry run changes it.
        rowKey={(order) => `${order.side} ${order.isin} ${order.exchange}`}
        detail={(order) => <OrderWhy order={order} currency={currency} explanation={explanation} />}
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
  instruments: InstrumentsByIsin,
): Column<OrderWire>[] {
  const quantity = quantityFormatter(orders.map((order) => order.quantity));
  return [
    ...orderIdentityColumns(instruments),
    ORDER_EXCHANGE_COLUMN,
    numberColumn('quantity', 'Quantity', (order) => order.quantity, quantity),
    orderValueColumn(currency),
    ...WEIGHT_COLUMNS,
    ORDER_COST_COLUMN,
    ORDER_REASON_COLUMN,
  ];
}

const WEIGHT_COLUMNS: readonly Column<OrderWire>[] = [
  {
    id: 'weights',
    header: 'Weight',
    unit: '%',
    align: 'right',
    hint: 'Weight before → after this plan',
    accessor: (order) => order.weight_before,
    cell: (order) => `${formatWeight(order.weight_before)} → ${formatWeight(order.weight_after)}`,
  },
  numberColumn('target', 'Target', (order) => order.weight_target, formatWeight, { unit: '%' }),
];

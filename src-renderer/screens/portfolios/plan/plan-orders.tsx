/** The orders of a plan in the order they are sent: sells first, since they pay for the buys. */
import { type ReactNode, useMemo } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import type { PlanChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { plural, quantityFormatter } from '../../../components/format/format-number.ts';
import { shortReason } from '../../../components/format/short-reason.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import {
  ORDER_EXCHANGE_COLUMN,
  ORDER_REASON_COLUMN,
  ORDER_WEIGHT_COLUMNS,
  orderCostColumn,
  orderIdentityColumns,
  orderTaxColumns,
  orderValueColumn,
} from '../../../components/orders/order-columns.tsx';
import { OrderWhy } from '../../../components/orders/order-why.tsx';
import { SaleLots } from '../../../components/orders/sale-lots.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';

/** The expanded row of an order explains the exchange. */
const SPARE = ['exchange'];

interface PlanOrdersProps extends Pick<RebalanceView, 'rebalance' | 'explanation' | 'sale_taxes'> {
  readonly currency: string;
  /** How the orders differ from the plan reviewed before; null if there was none. */
  readonly changes: PlanChangesWire | null;
}

export function PlanOrders(props: PlanOrdersProps) {
  const { rebalance, explanation, sale_taxes: taxes, currency, changes } = props;
  const { orders } = rebalance;
  const instruments = useInstrumentsByIsin();
  const columns = useMemo((): Column<OrderWire>[] => {
    const quantity = quantityFormatter(orders.map((order) => order.quantity));
    return [
      ...orderIdentityColumns(instruments),
      ORDER_EXCHANGE_COLUMN,
      numberColumn('quantity', 'Quantity', (order) => order.quantity, quantity),
      orderValueColumn(currency),
      ...ORDER_WEIGHT_COLUMNS,
      orderCostColumn(currency),
      ...orderTaxColumns(taxes, currency),
      {
        ...ORDER_REASON_COLUMN,
        ...(changes === null ? {} : { overflow: 'wrap' as const }),
        cell: (order) => reasonCell(order, changes),
      },
    ];
  }, [orders, taxes, currency, instruments, changes]);
  return (
    <TablePanel
      title={plural(orders.length, 'order')}
      label="Orders of the plan"
      columns={columns}
      rows={orders}
      spare={SPARE}
      // The key has no quantity, so that a row stays expanded when a new dry run changes it.
      rowKey={(order) => `${order.side} ${order.isin} ${order.exchange}`}
      detail={(order) => (
        <>
          <OrderWhy order={order} currency={currency} explanation={explanation} />
          <SaleLots order={order} taxes={taxes} currency={currency} />
        </>
      )}
      empty={
        <>
          <strong>No orders.</strong>
          No affordable trade moves the portfolio closer to its targets. See the warnings and the cost budget.
        </>
      }
    />
  );
}

/** Marks an order that is new, or that goes to another exchange than before. */
function reasonCell(order: OrderWire, changes: PlanChangesWire | null): ReactNode {
  const { side, isin, exchange } = order;
  const row = changes?.orders.find(
    (each) => each.side === side && each.isin === isin && each.after?.exchange === exchange,
  );
  const was = row?.before?.exchange ?? exchange;
  const mark = row?.change === 'added' ? 'new order' : `was planned for ${was}`;
  return (
    <>
      <Dimmed>{shortReason(order)}</Dimmed>
      {(row?.change === 'added' || was !== exchange) && <Toned tone="warn"> ! {mark}</Toned>}
    </>
  );
}

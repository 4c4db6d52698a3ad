/** The state of one order after an event, and how the next event changes it. */
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import type { OrderStatus } from '../../domain/lifecycle/order-life-cycle.ts';

export interface HistoricalOrder {
  readonly orderId: string;
  readonly side: string;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
  /** Shares last sent, which may be fewer than what is left; `null`: none yet. */
  readonly sent: number | null;
  readonly filled: number;
  readonly status: OrderStatus;
}

/** The orders of a plan. */
export function plannedOrders(rows: EventOf<'rebalance.created'>['orders']): readonly HistoricalOrder[] {
  return rows.map(({ order_id: orderId, side, isin, exchange, quantity }) => {
    return { orderId, side, isin, exchange, quantity, sent: null, filled: 0, status: 'new' };
  });
}

/** An order that is sent again for its rest stays partially filled. */
export function sentOrder(order: HistoricalOrder, sent: number): HistoricalOrder {
  return { ...order, sent, status: order.status === 'new' ? 'sent' : order.status };
}

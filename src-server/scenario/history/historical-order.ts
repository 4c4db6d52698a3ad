/** The state of one order after an event, and how the next event changes it. */
import { z } from 'zod';
import type { EventData } from '../../kernel/event-chain.ts';

export interface HistoricalOrder {
  readonly orderId: string;
  readonly side: string;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
  readonly filled: number;
  readonly status: string;
}

const planned = z.array(
  z.object({
    order_id: z.string(),
    side: z.string(),
    isin: z.string(),
    exchange: z.string(),
    quantity: z.number(),
  }),
);

/** The orders of a plan; an event without valid orders has none. */
export function plannedOrders(rows: EventData[string]): readonly HistoricalOrder[] {
  return (planned.safeParse(rows).data ?? []).map(({ order_id: orderId, side, isin, exchange, quantity }) => {
    return { orderId, side, isin, exchange, quantity, filled: 0, status: 'new' };
  });
}

export function changedOrder(order: HistoricalOrder, type: string, data: EventData): HistoricalOrder {
  const told = (data.order ?? data) as EventData;
  const { quantity, filled_quantity: filled, status } = told;
  return {
    ...order,
    quantity: typeof quantity === 'number' && type !== 'order.sent' ? quantity : order.quantity,
    filled: typeof filled === 'number' ? filled : order.filled,
    status: statusAfter(order.status, type, status),
  };
}

/** An order that is sent again for its rest stays partially filled. */
function statusAfter(before: string, type: string, told: EventData[string]): string {
  if (type === 'order.sent') return before === 'new' ? 'sent' : before;
  return typeof told === 'string' ? told : before;
}

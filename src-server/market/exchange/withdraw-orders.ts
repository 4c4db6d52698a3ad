/**
 * The exchanges' side of a withdrawal: an order ends at once, and its exchange trades nothing more of it, also where the
 * order is still on its way there (decision O3).
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { ExchangeOrderStore } from './exchange-order-store.ts';
import { newOrder } from './order-quantities.ts';

/** What an exchange has done with an order. */
export interface WithdrawnOrder {
  /** In the order they happened. */
  readonly executions: readonly FillReport[];
  readonly termination: OrderTermination;
  /** False where the order has not arrived: what is remembered of it refuses it when it does. */
  readonly hasArrived: boolean;
}

/** An order that its exchange has ended by itself says so; one that was to be sent again the next day does not. */
export function withdrawOrder(
  orders: ExchangeOrderStore,
  unit: UnitOfWork,
  order: RoutedOrder,
  text: string,
): WithdrawnOrder {
  const found = orders.find(order.clientOrderId);
  const executions = found === null ? [] : orders.executions(order.clientOrderId);
  const withdrawn = { outcome: 'cancelled', code: 'corporate_action', text, executions: executions.length } as const;
  const own = found?.termination ?? null;
  const termination = own === null || own.outcome === 'returned' ? withdrawn : own;
  if (found === null) {
    orders.add({ ...newOrder(order, null, unit.nowMs), termination });
    return { executions, termination, hasArrived: false };
  }
  if (found.stepTimer !== null) unit.cancel(found.stepTimer);
  orders.update({ ...found, termination, stepTimer: null });
  return { executions, termination, hasArrived: true };
}

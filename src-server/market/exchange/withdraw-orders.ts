/**
 * The exchanges' side of a withdrawal: an order ends at once, and its exchange trades nothing more of it, even if the
 * order is still in transit (decision O3).
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { ExchangeOrderStore } from './exchange-order-store.ts';
import { newOrder } from './order-quantities.ts';

/** The final state of an order at its exchange. */
export interface WithdrawnOrder {
  /** In the order in which they happened. */
  readonly executions: readonly FillReport[];
  readonly termination: OrderTermination;
  /** False if the order has not arrived; the stored order refuses it when it does. */
  readonly hasArrived: boolean;
}

/**
 * Ends an order. An earlier termination by its exchange remains; only `returned`, with the rest to be sent again, is
 * replaced.
 */
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

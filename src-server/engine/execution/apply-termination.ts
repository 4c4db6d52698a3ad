/** Applies the reports of an exchange other than fills: acknowledgements and terminations. */

import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { among, invariant } from '../../domain/invariant.ts';
import { type OrderEvent, type OrderStatus, transitionOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { fromMicro } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { OrderTermination } from '../../market/exchange-connectors.ts';
import { announce } from '../announce.ts';
import type { OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import { advanceRebalance, orderContext } from './advance-rebalance.ts';

export function applyAcknowledged(world: World, unit: UnitOfWork, orderId: string, reconciled: boolean): void {
  const { order } = orderContext(world, orderId);
  unit.emit('order.acknowledged', { order_id: orderId, exchange: order.mic, reconciled });
}

/**
 * Handles the termination of an order by the exchange: its reserved cash is free again. A returned order is submitted
 * again; any other termination is final, and earlier fills remain (decision G6).
 */
export function applyTermination(world: World, unit: UnitOfWork, orderId: string, termination: OrderTermination): void {
  const { order, rebalance } = orderContext(world, orderId);
  // If a cancellation was requested and the day ended first, the order is final as well.
  const isReturned = termination.outcome === 'returned' && order.termination === null;
  if (isReturned) {
    world.rebalances.updateOrder({ ...order, workingMicro: 0, reservedMinor: 0 });
    unit.emit('order.returned', { order_id: orderId, exchange: order.mic, unfilled: fromMicro(order.workingMicro) });
  } else {
    finishOrder(world, unit, rebalance, order, termination);
  }
  advanceRebalance(world, unit, rebalance);
}

/** Makes an order final and publishes it; the caller settles its rebalance. */
export function finishOrder(
  world: World,
  unit: UnitOfWork,
  rebalance: RebalanceRecord,
  order: OrderRecord,
  { outcome, code, text }: Omit<OrderTermination, 'executions'>,
): void {
  const transition = transitionOrder(order.status, eventOf(order, outcome));
  invariant(transition.ok, `order ${order.orderId} was ${outcome} while ${order.status}`);
  const ended: OrderRecord = {
    ...order,
    workingMicro: 0,
    reservedMinor: 0,
    status: transition.next,
    termination: { code, message: text },
  };
  world.rebalances.updateOrder(ended);
  const reason = { code, message: text };
  if (outcome === 'rejected')
    announce(world, unit, 'order.rejected', endedData(rebalance, ended, ['rejected', 'cancelled'], reason));
  else if (outcome === 'expired') unit.emit('order.expired', endedData(rebalance, ended, ['expired'], reason));
  else unit.emit('order.cancelled', endedData(rebalance, ended, ['cancelled'], reason));
}

function endedData<const Status extends OrderStatus>(
  { rebalanceId, portfolioId }: RebalanceRecord,
  order: OrderRecord,
  statuses: readonly Status[],
  reason: EventOf<'order.cancelled'>['reason'],
) {
  return {
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    order: {
      order_id: order.orderId,
      side: order.side,
      isin: order.isin,
      exchange: order.mic,
      quantity: fromMicro(order.quantityMicro),
      filled_quantity: fromMicro(order.filledMicro),
      status: among(order.status, statuses),
    },
    reason,
  };
}

/** A rejection of the rest after earlier fills is a cancellation: only an order without fills can be rejected. */
function eventOf({ status }: OrderRecord, outcome: OrderTermination['outcome']): OrderEvent {
  if (outcome === 'expired') return 'expire';
  return outcome === 'rejected' && status === 'sent' ? 'reject' : 'cancel';
}

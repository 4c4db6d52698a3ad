/**
 * Cancels the open orders of a rebalance in progress, as the service's support would (specification section 3): its
 * clients cannot. Fills remain, and fills before a cancellation reaches its exchange count.
 */

import { invariant } from '../../../domain/invariant.ts';
import { isFinalOrder } from '../../../domain/lifecycle/order-life-cycle.ts';
import { isActiveRebalance } from '../../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { advanceRebalance } from '../../execution/advance-rebalance.ts';
import { finishOrder } from '../../execution/apply-termination.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { OrderRecord, RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';

export const REQUESTED = { code: 'requested', message: 'Cancelled on request.' };

/** Refused with 404; 400 for a rebalance that is not in progress. It ends once every exchange has responded. */
export function cancelOpenOrders(world: World, rebalanceId: string): Outcome<RebalanceRecord> {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) return refused('not_found', `There is no rebalance ${rebalanceId}.`);
  if (!isActiveRebalance(rebalance.status)) {
    return refused('invalid_request', `Rebalance ${rebalanceId} is ${rebalance.status}: it has no open orders.`);
  }
  return world.kernel.execute((unit) => {
    unit.emit('rebalance.cancel_requested', { rebalance_id: rebalanceId });
    for (const order of world.rebalances.orders(rebalanceId)) cancelOrder(world, unit, rebalance, order);
    advanceRebalance(world, unit, rebalance);
    const cancelled = world.rebalances.find(rebalanceId);
    invariant(cancelled, 'a rebalance does not vanish');
    return accepted(cancelled);
  });
}

function cancelOrder(world: World, unit: UnitOfWork, rebalance: RebalanceRecord, order: OrderRecord): void {
  if (isFinalOrder(order.status) || order.termination !== null) return;
  if (order.workingMicro > 0) {
    world.rebalances.updateOrder({ ...order, termination: REQUESTED });
    world.connectors.cancel(unit, order.orderId);
    return;
  }
  // Nothing of the order is at an exchange, so it ends at once.
  finishOrder(world, unit, rebalance, order, { outcome: 'cancelled', code: 'requested', text: REQUESTED.message });
}

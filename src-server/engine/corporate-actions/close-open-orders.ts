/**
 * Ends open orders and plans of an instrument with a corporate action (decision O3): working orders are withdrawn from
 * their exchanges, unsent orders are cancelled, and so are plans that were not executed.
 */
import { isFinalOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { transitionRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { advanceRebalance } from '../execution/advance-rebalance.ts';
import { finishOrder } from '../execution/apply-termination.ts';
import { announceStatus } from '../execution/settle-rebalance.ts';
import { releasePlan, reservedPlans } from '../planning/hold-plan.ts';
import type { OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';

/** Earlier executions are booked first. A rebalance with nothing else open ends here. */
export function closeOpenOrders(world: World, unit: UnitOfWork, isin: string, text: string): void {
  const touched = world.portfolios.list().flatMap(({ portfolioId }): RebalanceRecord[] => {
    const rebalance = world.rebalances.findActive(portfolioId);
    return rebalance !== null && openOrders(world, rebalance, isin).length > 0 ? [rebalance] : [];
  });
  // All are marked before anything is reported: a report sends the next buys, and none of these may be sent.
  for (const rebalance of touched) {
    for (const order of openOrders(world, rebalance, isin)) markOrder(world, unit, rebalance, order, text);
  }
  world.connectors.withdraw(unit, isin, text);
  for (const { rebalanceId } of touched) {
    const rebalance = world.rebalances.find(rebalanceId);
    if (rebalance?.completedMs === null) advanceRebalance(world, unit, rebalance);
  }
  cancelPlans(world, unit, isin);
}

function openOrders({ rebalances }: World, { rebalanceId }: RebalanceRecord, isin: string): OrderRecord[] {
  return rebalances.orders(rebalanceId).filter((order) => order.isin === isin && !isFinalOrder(order.status));
}

function markOrder(world: World, unit: UnitOfWork, rebalance: RebalanceRecord, order: OrderRecord, text: string): void {
  if (order.workingMicro > 0) {
    world.rebalances.updateOrder({ ...order, termination: { code: 'corporate_action', message: text } });
  } else {
    finishOrder(world, unit, rebalance, order, { outcome: 'cancelled', code: 'corporate_action', text });
  }
}

/** Their quantities refer to shares that no longer exist. */
function cancelPlans(world: World, unit: UnitOfWork, isin: string): void {
  const isAbout = ({ rebalanceId }: RebalanceRecord) =>
    world.rebalances.orders(rebalanceId).some((order) => order.isin === isin);
  for (const plan of world.rebalances.listReady().filter(isAbout)) {
    const transition = transitionRebalance(plan.status, 'cancel');
    if (!transition.ok) continue;
    const cancelled: RebalanceRecord = { ...plan, status: transition.next, completedMs: unit.nowMs };
    world.rebalances.update(cancelled);
    announceStatus(world, unit, cancelled);
  }
  for (const { portfolioId } of world.portfolios.list()) {
    for (const reserved of reservedPlans(world, portfolioId).filter(isAbout)) releasePlan(world, reserved);
  }
}

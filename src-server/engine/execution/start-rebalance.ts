/** Starts a rebalance of either form: announces it as executing and submits the orders that can be submitted. */
import { invariant } from '../../domain/invariant.ts';
import { transitionRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import { sendBuys, sendSells } from './send-orders.ts';
import { announceStatus, settleRebalance } from './settle-rebalance.ts';

/**
 * Returns the rebalance afterwards: complete if it has no orders (decision G6). The caller has checked all refusals.
 */
export function startRebalance(world: World, unit: UnitOfWork, planned: RebalanceRecord): RebalanceRecord {
  const transition = transitionRebalance(planned.status, 'execute');
  invariant(transition.ok, `rebalance ${planned.rebalanceId} cannot be executed while ${planned.status}`);
  const executing: RebalanceRecord = { ...planned, status: transition.next, executedMs: unit.nowMs };
  world.rebalances.update(executing);
  announceStatus(world, unit, executing);
  const sells = sendSells(world, unit, executing, world.rebalances.orders(planned.rebalanceId));
  const buys = sendBuys(world, unit, executing, sells.orders);
  const notices = [...sells.notices, ...buys.notices];
  return settleRebalance(world, unit, executing, { orders: buys.orders, notices });
}

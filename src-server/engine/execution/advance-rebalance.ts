/**
 * Advances a rebalance after an order or a connection changed: submits buys that are possible now, and updates its
 * status.
 */
import { invariant } from '../../domain/invariant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import { sendBuys } from './send-orders.ts';
import { settleRebalance } from './settle-rebalance.ts';

/** Must be called after any change of an order of the rebalance. */
export function advanceRebalance(world: World, unit: UnitOfWork, rebalance: RebalanceRecord): void {
  sendAndSettle(world, unit, rebalance);
  touch(world, unit, rebalance);
}

/** Submits the orders that waited for an exchange that is available again. */
export function resumeWaiting(world: World, unit: UnitOfWork, mic: string): void {
  for (const rebalance of world.rebalances.waitingFor(mic)) {
    if (sendAndSettle(world, unit, rebalance)) touch(world, unit, rebalance);
  }
}

/** Returns true if an order changed. */
function sendAndSettle(world: World, unit: UnitOfWork, rebalance: RebalanceRecord): boolean {
  const orders = world.rebalances.orders(rebalance.rebalanceId);
  const sent = sendBuys(world, unit, rebalance, orders);
  settleRebalance(world, unit, rebalance, sent);
  return sent.orders.some((order, index) => order !== orders[index]);
}

/** Form A shows when a rebalance last changed. */
function touch(world: World, unit: UnitOfWork, { formA, rebalanceId }: RebalanceRecord): void {
  if (formA !== null) world.rebalances.touch(rebalanceId, unit.nowMs);
}

/** Returns the order of a report, with its rebalance and portfolio. */
export function orderContext(world: World, orderId: string) {
  const order = world.rebalances.findOrder(orderId);
  invariant(order, `an exchange reports on ${orderId}, which was never sent`);
  const rebalance = world.rebalances.find(order.rebalanceId);
  const portfolio = world.portfolios.find(order.portfolioId);
  invariant(rebalance && portfolio, `order ${orderId} has lost its rebalance or portfolio`);
  return { order, rebalance, portfolio };
}

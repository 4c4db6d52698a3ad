/** Cancels a Form B plan that was not executed (specification section 3, decision C2). */

import { invariant } from '../../../domain/invariant.ts';
import { transitionRebalance } from '../../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { announceStatus } from '../../execution/settle-rebalance.ts';
import { findRebalanceB } from '../../find-owned.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/** Refused with 404; 409 while executing; 400 once it is final, with a message that names the state. */
export function cancelPlan(world: World, accountId: string, rebalanceId: string): Outcome<RebalanceRecord> {
  const found = findRebalanceB(world, accountId, rebalanceId, world.kernel.nowMs);
  if (!found.ok) return found;
  const transition = transitionRebalance(found.value.status, 'cancel');
  if (!transition.ok) return refused(transition.code, transition.message);
  return world.kernel.execute((unit) => accepted(cancelReadyPlan(world, unit, found.value)));
}

/** Cancels a plan that may be cancelled. Must be called inside a unit of work. */
export function cancelReadyPlan(world: World, unit: UnitOfWork, plan: RebalanceRecord): RebalanceRecord {
  const transition = transitionRebalance(plan.status, 'cancel');
  invariant(transition.ok, `plan ${plan.rebalanceId} cannot be cancelled while ${plan.status}`);
  const cancelled: RebalanceRecord = { ...plan, status: transition.next, completedMs: unit.nowMs };
  world.rebalances.update(cancelled);
  announceStatus(world, unit, cancelled);
  return cancelled;
}

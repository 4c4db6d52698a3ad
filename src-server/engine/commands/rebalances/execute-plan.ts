/** Executes a Form B plan: its orders are sent to the exchanges (specification section 3, decisions C3, G6). */
import { transitionRebalance } from '../../../domain/lifecycle/rebalance-life-cycle.ts';
import { startRebalance } from '../../execution/start-rebalance.ts';
import { findRebalanceB } from '../../find-owned.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import { findUnreachableOrder } from '../../planning/check-availability.ts';
import { refusedWhileActive } from '../../planning/store-plan.ts';
import type { RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/**
 * Refused with 404; 409 while a rebalance of the portfolio is in progress; 400 for a dry run or a plan that is not
 * `plan_ready`; 500 if an exchange cannot be reached.
 */
export function executePlan(world: World, accountId: string, rebalanceId: string): Outcome<RebalanceRecord> {
  const found = findRebalanceB(world, accountId, rebalanceId, world.kernel.nowMs);
  if (!found.ok) return found;
  const rebalance = found.value;
  const transition = transitionRebalance(rebalance.status, 'execute');
  if (!transition.ok) return refused(transition.code, transition.message);
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('invalid_request', `Portfolio ${rebalance.portfolioId} was deleted.`);
  }
  const busy = refusedWhileActive(world, rebalance.portfolioId);
  if (busy !== null) return busy;
  if (rebalance.simulation) {
    return refused('invalid_request', 'A dry run cannot be executed. Create a plan with "simulation": false.');
  }
  const unreachable = findUnreachableOrder(world, world.rebalances.orders(rebalanceId));
  if (unreachable !== null) return refused('internal_error', unreachable);
  return world.kernel.execute((unit) => accepted(startRebalance(world, unit, rebalance)));
}

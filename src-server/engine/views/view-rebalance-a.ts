/** A Form A rebalance as its trigger and its get answer it (decisions F4, F6). */
import { addCosts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import type { FormARebalance, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import { viewDrift } from './view-drift.ts';
import { lotsOfOrder } from './view-lots.ts';
import { viewCosts, viewOrder } from './view-order.ts';

/** What the trigger started, whatever has become of it since: so the same key can get the same answer. */
export function viewStartedA({ rebalanceId, portfolioId, createdMs }: RebalanceRecord) {
  return {
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: 'executing' as const,
    created: toSeconds(createdMs),
  };
}

/** `costs` are those of the fills so far; what was estimated stands with each order (decision F8). */
export function viewRebalanceA(world: Pick<World, 'rebalances' | 'portfolios' | 'lots'>, rebalance: FormARebalance) {
  const { plan, formA, failure, rebalanceId } = rebalance;
  const fills = world.rebalances.fills(rebalanceId);
  const spent = fills.reduce((sum, { costs }) => addCosts(sum, costs), NO_COSTS);
  return {
    rebalance_id: rebalanceId,
    portfolio_id: rebalance.portfolioId,
    status: rebalance.status,
    tax_method: formA.taxMethod,
    drift_threshold: plan.settings.driftThreshold,
    target_weights: { ...formA.targetWeights },
    drift_before: viewDrift(plan.driftBefore, []),
    drift_after: viewDrift(plan.driftAfter, []),
    orders: world.rebalances
      .orders(rebalanceId)
      .map((order) => viewOrder(order, fills, lotsOfOrder(world, rebalance, order, fills), plan.navMinor)),
    costs: viewCosts(spent, plan.navMinor, null),
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    ...viewTimesA(rebalance),
  };
}

/** Whole Unix seconds, as all times of a Form A rebalance (decision F8). */
export function viewTimesA({ createdMs, updatedMs, completedMs }: RebalanceRecord) {
  return {
    created: toSeconds(createdMs),
    updated: toSeconds(updatedMs ?? createdMs),
    completed: completedMs === null ? null : toSeconds(completedMs),
  };
}

function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}

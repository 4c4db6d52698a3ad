/** A Form A rebalance in the response of get (decisions F4, F6). */

import type { RebalanceA } from '../../../contract/service/form-a.ts';
import { addCosts, NO_COSTS } from '../../../domain/costs/cost-parts.ts';
import { viewCosts, viewTimesA } from '../../../engine/event-payloads.ts';
import type { FormARebalance } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { lotsOfOrder } from '../portfolios/view-lots.ts';
import { viewDrift } from './view-drift.ts';
import { viewOrder } from './view-order.ts';

/** `costs` are those of the fills so far; estimates are with each order (decision F8). */
export function viewRebalanceA(
  world: Pick<World, 'rebalances' | 'portfolios' | 'lots' | 'instrumentChanges'>,
  rebalance: FormARebalance,
): RebalanceA {
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

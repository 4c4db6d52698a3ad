/** A Form B rebalance in the responses of plan creation, get, execute and cancel (decisions G4 to G6). */
import type { RebalanceB, RebalancePlan } from '../../../contract/service/form-b.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { viewCosts } from '../../../engine/event-payloads.ts';
import type { RebalanceRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { lotsOfOrder } from '../portfolios/view-lots.ts';
import { viewDrift, viewFxDrift } from './view-drift.ts';
import { viewOrder } from './view-order.ts';

type PlanWorld = Pick<World, 'rebalances' | 'portfolios' | 'lots' | 'instrumentChanges'>;

/** Returns the original plan, with the present state of its orders. */
export function viewPlanB(world: PlanWorld, rebalance: RebalanceRecord): RebalancePlan {
  const { plan } = rebalance;
  const orders = world.rebalances.orders(rebalance.rebalanceId);
  const fills = world.rebalances.fills(rebalance.rebalanceId);
  return {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    status: rebalance.status,
    simulation: rebalance.simulation,
    orders: orders.map((order) => viewOrder(order, fills, lotsOfOrder(world, rebalance, order, fills), plan.navMinor)),
    cost_estimate: viewCosts(plan.costs, plan.navMinor, plan.settings.costBudgetBps),
    drift_before: viewDrift(plan.driftBefore, plan.fx ?? []),
    drift_after: viewDrift(plan.driftAfter, []),
    cash_before: fromMinor(plan.cashBeforeMinor),
    cash_after: fromMinor(plan.cashAfterMinor),
    fx_overlay: plan.fx === null ? null : viewFxDrift(plan.fx),
    tax_estimate: plan.gains === undefined ? null : fromMinor(plan.gains.taxMinor),
    warnings: rebalance.warnings.map(({ code, message }) => ({ code, message })),
    created_at: formatInstant(rebalance.createdMs),
  };
}

export function viewRebalanceB(world: PlanWorld, rebalance: RebalanceRecord): RebalanceB {
  const { failure, executedMs, completedMs } = rebalance;
  return {
    ...viewPlanB(world, rebalance),
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    executed_at: executedMs === null ? null : formatInstant(executedMs),
    completed_at: completedMs === null ? null : formatInstant(completedMs),
  };
}

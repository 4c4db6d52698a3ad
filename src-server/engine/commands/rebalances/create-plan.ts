/** Plans a Form B rebalance, real or as a dry run (specification 4.2, decisions G4, G9, G10, H). */
import { among } from '../../../domain/invariant.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { announce } from '../../announce.ts';
import { findPortfolioB } from '../../find-owned.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import { refusedUnpriced } from '../../planning/check-availability.ts';
import { planInputOf, planSubject, planSubjectOf } from '../../planning/plan-subject.ts';
import { type RequestedSettings, toPlanSettings } from '../../planning/requested-settings.ts';
import {
  belowThreshold,
  type PlannedRebalance,
  plannedOrders,
  refusedByConstraints,
  refusedWhileActive,
  storePlan,
} from '../../planning/store-plan.ts';
import { refusedBeyondQuota } from '../../quota.ts';
import type { RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/** The validated request, defaults filled in. */
export interface PlanRequest extends RequestedSettings {
  readonly portfolio_id: string;
  readonly simulation: boolean;
}

/**
 * Refused with 404; 409 while a rebalance is in progress (a dry run disturbs nothing and is allowed); 400 if the
 * portfolio is worth nothing; 402 beyond the quota (a dry run is not billed); 422 inside the band or if constraints
 * leave nothing to trade; 500 if it cannot be priced.
 */
export function createPlan(world: World, accountId: string, request: PlanRequest): Outcome<RebalanceRecord> {
  const found = findPortfolioB(world, accountId, request.portfolio_id);
  if (!found.ok) return found;
  const portfolio = found.value;
  const busy = request.simulation ? null : refusedWhileActive(world, portfolio.portfolioId);
  if (busy !== null) return busy;
  const settings = toPlanSettings(request);
  const subject = planSubjectOf(world, portfolio);
  const result = planSubject(subject, settings);
  if (result.kind === 'worthless') {
    return refused('invalid_request', 'The portfolio has no value, so there is nothing to rebalance.', [
      { path: '/portfolio_id', issue: 'has neither positions nor cash' },
    ]);
  }
  const overQuota = request.simulation ? null : refusedBeyondQuota(world, accountId);
  if (overQuota !== null) return overQuota;
  if (result.kind === 'below_threshold') return belowThreshold(result);
  if (result.kind === 'constrained') return refusedByConstraints(result, planInputOf(subject, settings));
  const unpriced = refusedUnpriced(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return unpriced;
  const input = planInputOf(subject, settings);
  const { simulation } = request;
  return world.kernel.execute((unit) => {
    const planned = storePlan(world, unit, {
      portfolio,
      input,
      plan: result.plan,
      simulation,
      formA: null,
      notices: [],
    });
    publishPlan(world, unit, planned);
    return accepted(planned.rebalance);
  });
}

/** A dry run is only in the event log; a plan that can be executed is also sent to webhook receivers. */
function publishPlan(world: World, unit: UnitOfWork, { rebalance, orders }: PlannedRebalance): void {
  const data = {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    status: among(rebalance.status, ['plan_ready']),
    simulation: rebalance.simulation,
    orders: plannedOrders(orders),
    total_cost_bps: rebalance.plan.totalBps,
  };
  if (rebalance.simulation) unit.emit('rebalance.simulated', data);
  else announce(world, unit, 'rebalance.created', data);
}

/**
 * Rebalances a Form A portfolio: plans, stores and executes in one unit of work (specification 4.1, decisions F4, F5);
 * or executes the plan held under its key (L94).
 */
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { viewStartedA } from '../../event-payloads.ts';
import { startRebalance } from '../../execution/start-rebalance.ts';
import { findPortfolioA } from '../../find-owned.ts';
import { deleteExpiredResponses } from '../../idempotent-responses.ts';
import { accepted, type Outcome, refused, refusedFor } from '../../outcome.ts';
import { findUnreachableOrder } from '../../planning/check-availability.ts';
import { reservedPlan, storeReservedPlan } from '../../planning/hold-plan.ts';
import {
  type PlanRequestA,
  planPortfolioA,
  planTermsA,
  refusedByRules,
  targetsOf,
  validateTargetIsins,
} from '../../planning/plan-portfolio-a.ts';
import { type PlannedRebalance, plannedOrders, refusedWhileActive, storePlan } from '../../planning/store-plan.ts';
import { moveDate } from '../../policies/schedule-policy.ts';
import { refusedBeyondQuota } from '../../quota.ts';
import type { FormARebalance, PortfolioRecordA, RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/** The validated request, defaults filled in. */
export interface RebalanceRequestA extends PlanRequestA {
  readonly idempotency_key?: string | undefined;
}

export const ACCEPTED_STATUS = 202;

/**
 * Refused with 400 for unknown ISINs and enforced rules; 404; 409 while one is in progress; 400 if the portfolio is
 * worth nothing; 402 beyond the quota; 422 inside the band; 500 if a required instrument cannot be priced or reached.
 * The caller handles a repeated key (`findIdempotentResponse`) before all of these.
 */
export function rebalancePortfolioA(
  world: World,
  accountId: string,
  portfolioId: string,
  request: RebalanceRequestA,
): Outcome<RebalanceRecord> {
  const unknown = validateTargetIsins(world, Object.keys(request.target_weights));
  if (unknown.length > 0) return refusedFor('The portfolio cannot be rebalanced', unknown);
  const found = findPortfolioA(world, accountId, portfolioId);
  if (!found.ok) return found;
  const portfolio = found.value;
  const refusal = refusedByRules(world, portfolio, request) ?? refusedWhileActive(world, portfolioId);
  if (refusal !== null) return refusal;
  const begin = (unit: UnitOfWork, stored: PlannedRebalance) =>
    accepted(started(world, unit, { portfolio, request, kept: stored }));
  const settings = { terms: planTermsA(world, portfolio, request), driftThreshold: request.drift_threshold };
  const reserved = reservedPlan(world, portfolioId, request.idempotency_key, settings);
  if (reserved !== null) {
    const impossible = refusedOfReserved(world, accountId, reserved);
    return impossible ?? world.kernel.execute((unit) => begin(unit, storeReservedPlan(world, unit, reserved)));
  }
  const planned = planPortfolioA(world, portfolio, request, () => refusedBeyondQuota(world, accountId));
  if (!planned.ok) return planned;
  const { input, plan, terms: formA, notices } = planned.value;
  return world.kernel.execute((unit) =>
    begin(unit, storePlan(world, unit, { portfolio, input, plan, simulation: false, formA, notices })),
  );
}

/** Refused with 402 beyond the quota, 500 if an order of the plan cannot be sent now. */
function refusedOfReserved(world: World, accountId: string, { rebalanceId }: FormARebalance) {
  const overQuota = refusedBeyondQuota(world, accountId);
  if (overQuota !== null) return overQuota;
  const unreachable = findUnreachableOrder(world, world.rebalances.orders(rebalanceId));
  return unreachable === null ? null : refused('internal_error', unreachable);
}

interface ToStart {
  readonly portfolio: PortfolioRecordA;
  readonly request: RebalanceRequestA;
  readonly kept: PlannedRebalance;
}

function started(world: World, unit: UnitOfWork, { portfolio, request, kept: stored }: ToStart): RebalanceRecord {
  const { rebalance, orders } = stored;
  world.portfolios.replaceTargets(portfolio.portfolioId, targetsOf(request.target_weights));
  world.portfolios.update({ ...portfolio, updatedMs: unit.nowMs });
  moveDate(world, unit, portfolio.portfolioId);
  world.watchDrift(unit);
  unit.emit('rebalance.requested', {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: portfolio.portfolioId,
    target_weights: { ...request.target_weights },
    tax_method: rebalance.formA?.taxMethod ?? null,
    drift_threshold: request.drift_threshold,
    idempotency_key: request.idempotency_key ?? null,
    orders: plannedOrders(orders),
    total_cost_bps: rebalance.plan.totalBps,
  });
  storeResponse(world, unit, rebalance, request.idempotency_key);
  return startRebalance(world, unit, rebalance);
}

function storeResponse(world: World, unit: UnitOfWork, rebalance: RebalanceRecord, key: string | undefined): void {
  deleteExpiredResponses(world, unit.nowMs);
  if (key === undefined) return;
  const { accountId, rebalanceId, createdMs: acceptedMs } = rebalance;
  const body = JSON.stringify(viewStartedA(rebalance));
  world.idempotency.put({ accountId, key, rebalanceId, acceptedMs, status: ACCEPTED_STATUS, body });
}

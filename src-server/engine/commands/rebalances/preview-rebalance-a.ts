/**
 * Plans a Form A rebalance as a dry run, and holds the plan under an idempotency key if one is given (decision L94).
 */

import { among } from '../../../domain/invariant.ts';
import { findIdempotentResponse } from '../../idempotent-responses.ts';
import { accepted, type Outcome, refused, refusedFor } from '../../outcome.ts';
import { refusedForDelisted } from '../../planning/check-availability.ts';
import { releasePlan, reservedPlans } from '../../planning/hold-plan.ts';
import { planPortfolioA, refusedByRules, validateTargetIsins } from '../../planning/plan-portfolio-a.ts';
import { plannedOrders, refusedWhileActive, storePlan } from '../../planning/store-plan.ts';
import { refusedBeyondQuota } from '../../quota.ts';
import type { PortfolioRecordA, RebalanceRecord } from '../../records.ts';
import type { World } from '../../world.ts';
import type { RebalanceRequestA } from './rebalance-portfolio-a.ts';

/**
 * Refused like the request itself. A plan to be held is refused like its execution: 409 while another one is in
 * progress, 402 beyond the quota, 400 for a key that already has a response. Nothing is billed or announced.
 */
export function previewRebalanceA(
  world: World,
  portfolioId: string,
  request: RebalanceRequestA,
): Outcome<RebalanceRecord> {
  const unknown = validateTargetIsins(world, Object.keys(request.target_weights));
  if (unknown.length > 0) return refusedFor('The portfolio cannot be rebalanced', unknown);
  const found = portfolioOfFormA(world, portfolioId);
  if (!found.ok) return found;
  const portfolio = found.value;
  const key = request.idempotency_key;
  const refusal =
    refusedByRules(world, portfolio, request) ??
    (key === undefined ? null : (refusedKey(world, portfolio, key) ?? refusedWhileActive(world, portfolioId)));
  if (refusal !== null) return refusal;
  const held = world.portfolios.positions(portfolioId).map(({ isin }) => isin);
  const delisted = refusedForDelisted(world, [...held, ...Object.keys(request.target_weights)], '/id');
  if (delisted !== null) return delisted;
  const planned = planPortfolioA(world, portfolio, request, () =>
    key === undefined ? null : refusedBeyondQuota(world, portfolio.accountId),
  );
  if (!planned.ok) return planned;
  const { input, plan, terms, notices } = planned.value;
  const formA = key === undefined ? terms : { ...terms, heldFor: key };
  return world.kernel.execute((unit) => {
    for (const reserved of key === undefined ? [] : reservedPlans(world, portfolioId)) releasePlan(world, reserved);
    const { rebalance, orders } = storePlan(world, unit, { portfolio, input, plan, simulation: true, formA, notices });
    unit.emit('rebalance.simulated', {
      rebalance_id: rebalance.rebalanceId,
      portfolio_id: portfolioId,
      status: among(rebalance.status, ['plan_ready']),
      simulation: true,
      orders: plannedOrders(orders),
      total_cost_bps: rebalance.plan.totalBps,
    });
    return accepted(rebalance);
  });
}

/** Releases the held plans of a portfolio, so that the next request makes a new plan. Does nothing without any. */
export function releaseReservedPlans(world: World, portfolioId: string): Outcome<readonly string[]> {
  const found = portfolioOfFormA(world, portfolioId);
  if (!found.ok) return found;
  const plans = reservedPlans(world, portfolioId);
  const ids = plans.map(({ rebalanceId }) => rebalanceId);
  if (plans.length === 0) return accepted(ids);
  return world.kernel.execute((unit) => {
    for (const reserved of plans) releasePlan(world, reserved);
    unit.emit('rebalance.released', { portfolio_id: portfolioId, rebalance_ids: ids });
    return accepted(ids);
  });
}

/**
 * Finds a portfolio of any account. Refused with 404, and 400 for one of Form B, whose plans the service makes itself.
 */
function portfolioOfFormA(world: World, portfolioId: string): Outcome<PortfolioRecordA> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  if (portfolio.form === 'A') return accepted(portfolio);
  return refused('invalid_request', `Portfolio ${portfolioId} is of Form B; use POST /rebalance to plan it.`);
}

/** A key that already has a response would execute nothing. */
function refusedKey(world: World, { accountId }: PortfolioRecordA, key: string) {
  const stored = findIdempotentResponse(world, accountId, key);
  if (stored === null) return null;
  const message = `This idempotency key has already started ${stored.rebalanceId}. With it, the service would repeat that response and execute nothing.`;
  return refused('invalid_request', message, [{ path: '/idempotency_key', issue: `belongs to ${stored.rebalanceId}` }]);
}

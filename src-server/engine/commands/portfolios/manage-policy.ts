/** Sets and removes the policy of a portfolio (decision O6). */
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { findAnyPortfolio } from '../../find-owned.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import { type PolicyRecord, type PolicyTerms, UNTOUCHED } from '../../policies/policy.ts';
import { cancelTimers, scheduleNextDate } from '../../policies/schedule-policy.ts';
import { validatePolicy } from '../../policies/validate-policy.ts';
import type { World } from '../../world.ts';

/**
 * Replaces the portfolio's policy. Refused with 404 for an unknown portfolio, 400 for terms that contradict each other.
 */
export function setPolicy(world: World, portfolioId: string, terms: PolicyTerms): Outcome<PolicyRecord> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const issues = validatePolicy(terms, found.value.form);
  if (issues.length > 0) return refused('invalid_request', 'The policy has contradictory settings.', issues);
  return world.kernel.execute((unit) => {
    const before = world.policies.find(portfolioId);
    if (before !== null) cancelTimers(unit, before);
    unit.emit('policy.set', { portfolio_id: portfolioId, ...loggedTerms(terms) });
    const policy = scheduleNextDate(world, unit, { portfolioId, setMs: unit.nowMs, terms, state: UNTOUCHED });
    world.policies.put(policy);
    return accepted(policy);
  });
}

/** Refused with 404 for a portfolio without one. */
export function findPolicy(world: World, portfolioId: string): Outcome<PolicyRecord> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const policy = world.policies.find(portfolioId);
  return policy === null ? refused('not_found', `Portfolio ${portfolioId} has no policy.`) : accepted(policy);
}

/** Refused with 404 for a portfolio without one. Rebalances that the policy began continue. */
export function removePolicy(world: World, portfolioId: string): Outcome<PolicyRecord> {
  const found = findPolicy(world, portfolioId);
  if (!found.ok) return found;
  return world.kernel.execute((unit) => {
    removePolicyOf(world, unit, portfolioId);
    return found;
  });
}

/** Must be called when a portfolio is deleted. */
export function removePolicyOf(world: World, unit: UnitOfWork, portfolioId: string): void {
  const policy = world.policies.find(portfolioId);
  if (policy === null) return;
  cancelTimers(unit, policy);
  world.policies.remove(portfolioId);
  unit.emit('policy.removed', { portfolio_id: portfolioId });
}

/** Returns the terms without omitted members. */
function loggedTerms(terms: PolicyTerms): PolicyTerms {
  return JSON.parse(JSON.stringify(terms)) as PolicyTerms;
}

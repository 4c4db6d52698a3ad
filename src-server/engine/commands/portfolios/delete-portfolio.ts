/** Deletes a portfolio; its rebalances remain readable for seven years (specification 1.8, decisions G3, L98). */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { endDividendsOf } from '../../dividends/pay-dividends.ts';
import { findAnyPortfolio, findPortfolioB, retainedUntilMs } from '../../find-owned.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { PortfolioRecord } from '../../records.ts';
import type { World } from '../../world.ts';
import { endCashFlowsOf } from './manage-cash-flows.ts';
import { removePolicyOf } from './manage-policy.ts';

export interface DeletedPortfolio {
  readonly portfolioId: string;
  readonly deletedMs: number;
  readonly retainedUntilMs: number;
}

/**
 * For an account, through Form B. Refused with 404 for an unknown portfolio, 409 while one of its rebalances is
 * executing.
 */
export function deletePortfolio(world: World, accountId: string, portfolioId: string): Outcome<DeletedPortfolio> {
  const found = findPortfolioB(world, accountId, portfolioId);
  return found.ok ? deleteFound(world, found.value) : found;
}

/** For the control plane: portfolios of either form and any account, with the same refusals. */
export function deleteAnyPortfolio(world: World, portfolioId: string): Outcome<DeletedPortfolio> {
  const found = findAnyPortfolio(world, portfolioId);
  return found.ok ? deleteFound(world, found.value) : found;
}

function deleteFound(world: World, portfolio: PortfolioRecord): Outcome<DeletedPortfolio> {
  const { portfolioId } = portfolio;
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  return world.kernel.execute((unit) => {
    world.portfolios.update({ ...portfolio, constraints: null, updatedMs: unit.nowMs, deletedMs: unit.nowMs });
    endCashFlowsOf(world, unit, portfolioId);
    endDividendsOf(world, unit, portfolioId);
    removePolicyOf(world, unit, portfolioId);
    const untilMs = retainedUntilMs(unit.nowMs);
    unit.emit('portfolio.deleted', { portfolio_id: portfolioId, records_retained_until: formatInstant(untilMs) });
    return accepted({ portfolioId, deletedMs: unit.nowMs, retainedUntilMs: untilMs });
  });
}

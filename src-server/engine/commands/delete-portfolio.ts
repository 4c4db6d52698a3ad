/** Deletes a Form B portfolio; its rebalances stay readable for seven years (specification 1.8, decision G3). */
import { formatInstant } from '../../domain/instant.ts';
import { findPortfolioB, retainedUntilMs } from '../find-owned.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import type { World } from '../world.ts';

export interface DeletedPortfolio {
  readonly portfolioId: string;
  readonly deletedMs: number;
  readonly retainedUntilMs: number;
}

/** 404 for a portfolio that is not there, 409 while a rebalance of it is executing. */
export function deletePortfolio(world: World, accountId: string, portfolioId: string): Outcome<DeletedPortfolio> {
  const found = findPortfolioB(world, accountId, portfolioId);
  if (!found.ok) return found;
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  return world.kernel.execute((unit) => {
    world.portfolios.update({ ...found.value, updatedMs: unit.nowMs, deletedMs: unit.nowMs });
    const untilMs = retainedUntilMs(unit.nowMs);
    unit.emit('portfolio.deleted', { portfolio_id: portfolioId, records_retained_until: formatInstant(untilMs) });
    return accepted({ portfolioId, deletedMs: unit.nowMs, retainedUntilMs: untilMs });
  });
}

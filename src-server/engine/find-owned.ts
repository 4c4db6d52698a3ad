/** Finds what an account may see: through the form that made it, and only its own (decisions A3, E1). */
import { addYears } from '../domain/instant.ts';
import { accepted, type Outcome, refused } from './outcome.ts';
import type { PortfolioRecordB, RebalanceRecord } from './records.ts';
import type { World } from './world.ts';

/** A Form B portfolio of the account that is not deleted, or 404. */
export function findPortfolioB(world: World, accountId: string, portfolioId: string): Outcome<PortfolioRecordB> {
  const portfolio = world.portfolios.find(portfolioId);
  const isVisible = portfolio?.form === 'B' && portfolio.accountId === accountId && portfolio.deletedMs === null;
  return isVisible ? accepted(portfolio) : refused('not_found', `There is no portfolio ${portfolioId}.`);
}

/** Rebalances stay readable this long after their portfolio was deleted (specification section 8, decision G3). */
const RECORD_RETENTION_YEARS = 7;

/** A Form B rebalance of the account whose retention has not ended, or 404. */
export function findRebalanceB(
  world: World,
  accountId: string,
  rebalanceId: string,
  nowMs: number,
): Outcome<RebalanceRecord> {
  const missing = refused('not_found', `There is no rebalance ${rebalanceId}.`);
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null || rebalance.accountId !== accountId) return missing;
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  if (portfolio?.form !== 'B') return missing;
  const isRetained = portfolio.deletedMs === null || nowMs < retainedUntilMs(portfolio.deletedMs);
  return isRetained ? accepted(rebalance) : missing;
}

/** When the rebalances of a portfolio deleted at `deletedMs` cease to be readable: the same date seven years on. */
export function retainedUntilMs(deletedMs: number): number {
  return addYears(deletedMs, RECORD_RETENTION_YEARS);
}

/** Finds the records that an account may see: its own, through the form that created them (decisions A3, E1). */
import { addYears } from '../domain/numbers/instant.ts';
import { type MifidRecord, mifidRecordOf } from './mifid/mifid-record.ts';
import { accepted, type Outcome, refused } from './outcome.ts';
import type {
  FormARebalance,
  PortfolioRecord,
  PortfolioRecordA,
  PortfolioRecordB,
  RebalanceRecord,
} from './records.ts';
import { isFormA } from './records.ts';
import type { World } from './world.ts';

/** Returns a Form B portfolio of the account that is not deleted, or 404. */
export function findPortfolioB(world: World, accountId: string, portfolioId: string): Outcome<PortfolioRecordB> {
  const portfolio = world.portfolios.find(portfolioId);
  const isVisible = portfolio?.form === 'B' && portfolio.accountId === accountId && portfolio.deletedMs === null;
  return isVisible ? accepted(portfolio) : refused('not_found', `There is no portfolio ${portfolioId}.`);
}

/** Returns a portfolio of either form and any account that is not deleted, for the control plane, or 404. */
export function findAnyPortfolio(world: World, portfolioId: string): Outcome<PortfolioRecord> {
  const portfolio = world.portfolios.find(portfolioId);
  const isVisible = portfolio !== null && portfolio.deletedMs === null;
  return isVisible ? accepted(portfolio) : refused('not_found', `There is no portfolio ${portfolioId}.`);
}

/** Returns a Form A portfolio of the account that is not deleted, or 404. Only the control plane deletes one (L98). */
export function findPortfolioA(world: World, accountId: string, portfolioId: string): Outcome<PortfolioRecordA> {
  const portfolio = world.portfolios.find(portfolioId);
  const isVisible = portfolio?.form === 'A' && portfolio.accountId === accountId && portfolio.deletedMs === null;
  return isVisible ? accepted(portfolio) : refused('not_found', `There is no portfolio ${portfolioId}.`);
}

/**
 * Returns a Form A rebalance of the account whose retention has not ended, or 404. Its dry runs belong to the control
 * plane (L94).
 */
export function findRebalanceA(
  world: World,
  accountId: string,
  rebalanceId: string,
  nowMs: number,
): Outcome<FormARebalance> {
  const rebalance = world.rebalances.find(rebalanceId);
  const isVisible =
    rebalance !== null && isFormA(rebalance) && !rebalance.simulation && rebalance.accountId === accountId;
  if (isVisible && isRetained(world.portfolios.find(rebalance.portfolioId), nowMs)) return accepted(rebalance);
  return refused('not_found', `There is no rebalance ${rebalanceId}.`);
}

/** Returns the MiFID record of a fill of the account that is still retained, of either form, or 404 (decision F10). */
export function findMifidRecord(
  world: World,
  accountId: string,
  mifidRecordId: string,
  nowMs: number,
): Outcome<MifidRecord> {
  const fill = world.mifid.find(mifidRecordId);
  const record = fill === null ? null : mifidRecordOf(world, fill);
  const isVisible = record !== null && record.accountId === accountId && nowMs < record.retainedUntilMs;
  return isVisible ? accepted(record) : refused('not_found', `There is no MiFID II record ${mifidRecordId}.`);
}

/** Rebalances remain readable this long after their portfolio was deleted (specification section 8, decision G3). */
const RECORD_RETENTION_YEARS = 7;

/** Returns a Form B rebalance of the account whose retention has not ended, or 404. */
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
  return isRetained(portfolio, nowMs) ? accepted(rebalance) : missing;
}

function isRetained(portfolio: PortfolioRecord | null, nowMs: number): boolean {
  const deletedMs = portfolio?.deletedMs ?? null;
  return deletedMs === null || nowMs < retainedUntilMs(deletedMs);
}

/**
 * Returns until when the rebalances of a portfolio deleted at `deletedMs` are readable: the same date seven years
 * later.
 */
export function retainedUntilMs(deletedMs: number): number {
  return addYears(deletedMs, RECORD_RETENTION_YEARS);
}

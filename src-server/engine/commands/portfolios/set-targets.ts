/** Replaces all targets of a portfolio, of either form (control plane, decision L64). */

import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { validateInstruments } from '../../planning/check-instruments.ts';
import { findWrapperBreaches } from '../../planning/check-wrapper.ts';
import { taxTermsOf } from '../../planning/take-market-snapshot.ts';
import { moveDate } from '../../policies/schedule-policy.ts';
import type { PortfolioRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/** A share of the portfolio, 0 to 1; the rest is cash. */
interface TargetRow {
  readonly isin: string;
  readonly weight: number;
}

/**
 * The rows have no repeats. Refused with 404 for an unknown portfolio, 409 while a rebalance is executing, 400 with
 * every issue of the rows.
 */
export function setTargets(world: World, portfolioId: string, rows: readonly TargetRow[]): Outcome<null> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  const issues = validateInstruments(world, rows, (index) => `/targets/${index}`);
  if (issues.length === 0) issues.push(...enforcedIssues(world, portfolio, rows));
  if (issues.length > 0) return refusedFor('The targets cannot be set', issues);
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const targets = rows.map(({ isin, weight }) => ({ isin, weight }));
  return world.kernel.execute((unit) => {
    world.portfolios.replaceTargets(portfolioId, targets);
    world.portfolios.update({ ...portfolio, updatedMs: unit.nowMs });
    moveDate(world, unit, portfolioId);
    // The monitor ignores a Form A portfolio until it has targets.
    world.watchDrift(unit);
    unit.emit('portfolio.targets_set', { portfolio_id: portfolioId, targets });
    return accepted(null);
  });
}

/** Returns issues of rows that break the rules of the portfolio's wrapper, if rules are enforced (decision M). */
function enforcedIssues(world: World, portfolio: PortfolioRecord, rows: readonly TargetRow[]): ValidationIssue[] {
  if (world.rules !== 'enforce') return [];
  const terms = { ...taxTermsOf(portfolio), currency: portfolio.currency };
  return rows.flatMap(({ isin }, index) =>
    findWrapperBreaches(world, { ...terms, isins: [isin] })
      .filter((breach) => breach.isin === isin)
      .map(({ message }) => ({ path: `/targets/${index}/isin`, issue: message })),
  );
}

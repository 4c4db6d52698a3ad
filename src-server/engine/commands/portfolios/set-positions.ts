/** Replaces all positions of a portfolio, of either form (control plane, decision L). */

import { invariant } from '../../../domain/invariant.ts';
import { fromMicro, toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import { lotsCover, openingLots, type StatedLot } from '../../lots/opening-lots.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../outcome.ts';
import { findRepeatedPositions, validateInstruments } from '../../planning/check-instruments.ts';
import { findWrapperBreaches } from '../../planning/check-wrapper.ts';
import { taxTermsOf } from '../../planning/take-market-snapshot.ts';
import type { PortfolioRecord, PositionRecord } from '../../records.ts';
import type { World } from '../../world.ts';

export interface PositionInput {
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
  /** They sum to the quantity of the position; without them it counts as bought at the present mid. */
  readonly lots?: readonly StatedLot[] | undefined;
}

/** 404 for an unknown portfolio, 409 while a rebalance is executing, 400 with every issue of the rows. */
export function setPositions(world: World, portfolioId: string, rows: readonly PositionInput[]): Outcome<null> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  const pathOf = (index: number) => `/positions/${index}`;
  const issues = [
    ...validateInstruments(world, rows, pathOf),
    ...findRepeatedPositions(rows, pathOf),
    ...lotIssues(world, rows),
  ];
  if (issues.length === 0) issues.push(...enforcedIssues(world, portfolio, rows));
  if (issues.length > 0) return refused('invalid_request', 'The positions cannot be set.', issues);
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const positions = rows.map(toPosition);
  return world.kernel.execute((unit) => {
    world.portfolios.replacePositions(portfolioId, positions);
    const opening = positions.flatMap((row, index) => openingLots(world, unit, portfolio, row, rows[index]?.lots));
    world.lots.reset(portfolio, opening);
    world.portfolios.update({ ...portfolio, updatedMs: unit.nowMs });
    unit.emit('portfolio.positions_set', {
      portfolio_id: portfolioId,
      positions: positions.map(({ isin, mic, quantityMicro }) => ({
        isin,
        exchange: mic,
        quantity: fromMicro(quantityMicro),
      })),
    });
    return accepted(null);
  });
}

/** Lots that do not sum to their position, or were acquired in the future. */
function lotIssues({ kernel }: World, rows: readonly PositionInput[]): ValidationIssue[] {
  return rows.flatMap(({ quantity, lots }, index): ValidationIssue[] => {
    if (lots === undefined) return [];
    const at = `/positions/${index}/lots`;
    const late = lots.flatMap(({ acquired_at: acquiredAt }, place): ValidationIssue[] =>
      (parseInstant(acquiredAt) ?? 0) > kernel.nowMs
        ? [{ path: `${at}/${place}/acquired_at`, issue: `lies after the present, ${formatInstant(kernel.nowMs)}` }]
        : [],
    );
    const isCovered = lotsCover(quantity, lots);
    return isCovered ? late : [...late, { path: at, issue: `do not sum to the quantity of ${quantity}` }];
  });
}

/** Rows that break the rules of the portfolio's wrapper, where rules are enforced (decision M). */
function enforcedIssues(world: World, portfolio: PortfolioRecord, rows: readonly PositionInput[]): ValidationIssue[] {
  if (world.rules !== 'enforce') return [];
  const { wrapper } = taxTermsOf(portfolio);
  return rows.flatMap(({ isin }, index) =>
    findWrapperBreaches(world, { wrapper, currency: portfolio.currency, isins: [isin] })
      .filter((breach) => breach.isin === isin)
      .map(({ message }) => ({ path: `/positions/${index}/isin`, issue: message })),
  );
}

function toPosition({ isin, exchange, quantity }: PositionInput): PositionRecord {
  const quantityMicro = toMicro(quantity);
  invariant(quantityMicro !== null, 'a quantity with more than six decimals passed validation');
  return { isin, mic: exchange, quantityMicro };
}

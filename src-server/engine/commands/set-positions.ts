/** Replaces all positions of a portfolio, of either form (control plane, decision L). */
import { fromMicro, toMicro } from '../../domain/exact.ts';
import { invariant } from '../../domain/invariant.ts';
import { instrumentFaults, repeatedPositionFaults } from '../check-instruments.ts';
import { findWrapperBreaches } from '../check-wrapper.ts';
import { taxTermsOf } from '../market-snapshot.ts';
import { accepted, type Fault, type Outcome, refused } from '../outcome.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';

export interface PositionInput {
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
}

/** 404 for an unknown portfolio, 409 while a rebalance is executing, 400 with every fault of the rows. */
export function setPositions(world: World, portfolioId: string, rows: readonly PositionInput[]): Outcome<null> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  const pathOf = (index: number) => `/positions/${index}`;
  const faults = [...instrumentFaults(world, rows, pathOf), ...repeatedPositionFaults(rows, pathOf)];
  if (faults.length === 0) faults.push(...enforcedFaults(world, portfolio, rows));
  if (faults.length > 0) return refused('invalid_request', 'The positions cannot be set.', faults);
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const positions = rows.map(toPosition);
  return world.kernel.execute((unit) => {
    world.portfolios.replacePositions(portfolioId, positions);
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

/** Rows that the portfolio's wrapper refuses, where rules are enforced (decision M). */
function enforcedFaults(world: World, portfolio: PortfolioRecord, rows: readonly PositionInput[]): Fault[] {
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

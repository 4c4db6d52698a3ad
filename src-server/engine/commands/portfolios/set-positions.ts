/** Replaces all positions of a portfolio, of either form (control plane, decision L). */

import { invariant } from '../../../domain/invariant.ts';
import { holdingOf } from '../../../domain/lots/holding.ts';
import type { LotMovement, Sale } from '../../../domain/lots/trade.ts';
import { fromMicro, toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import type { IsinTrade } from '../../lots/lot-ledger.ts';
import { lotsCover, openingTrades, type StatedLot, type StatedSale, statedTrades } from '../../lots/opening-lots.ts';
import { lotMethodOf } from '../../lots/tax-terms-of.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { findRepeatedPositions, validateInstruments } from '../../planning/check-instruments.ts';
import { findWrapperBreaches } from '../../planning/check-wrapper.ts';
import { taxTermsOf } from '../../planning/take-market-snapshot.ts';
import { moveDate } from '../../policies/schedule-policy.ts';
import type { PortfolioRecord, PositionRecord } from '../../records.ts';
import type { World } from '../../world.ts';

export interface PositionInput {
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
  /** Lots less the sales sum to the quantity of the position; without lots it counts as bought at the present mid. */
  readonly lots?: readonly StatedLot[] | undefined;
  /** Earlier sales of the lots. */
  readonly sales?: readonly StatedSale[] | undefined;
}

/** Refused with 404 for an unknown portfolio, 409 while a rebalance is executing, 400 with every issue of the rows. */
export function setPositions(world: World, portfolioId: string, rows: readonly PositionInput[]): Outcome<null> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  const pathOf = (index: number) => `/positions/${index}`;
  const issues = [
    ...validateInstruments(world, rows, pathOf),
    ...findRepeatedPositions(rows, pathOf),
    ...rows.flatMap((row, index) => lotIssues(world, portfolio, row, pathOf(index))),
  ];
  if (issues.length === 0) issues.push(...enforcedIssues(world, portfolio, rows));
  if (issues.length > 0) return refusedFor('The positions cannot be set', issues);
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const positions = rows.map(toPosition);
  return world.kernel.execute((unit) => {
    world.portfolios.replacePositions(portfolioId, positions);
    const opening = positions.flatMap((row, index) => openingTrades(world, unit, portfolio, row, rows[index] ?? {}));
    world.lots.replace(portfolio, opening.map(asBefore(world, portfolio)), unit.nowMs, () => unit.nextId('lt'));
    world.portfolios.update({ ...portfolio, updatedMs: unit.nowMs });
    moveDate(world, unit, portfolioId);
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

/**
 * Returns issues of lots and sales that do not sum to their position, are in the future, or sell shares before they
 * were bought.
 */
function lotIssues(world: World, portfolio: PortfolioRecord, row: PositionInput, at: string): ValidationIssue[] {
  const { quantity, lots, sales = [] } = row;
  if (lots === undefined)
    return sales.length === 0 ? [] : [{ path: `${at}/sales`, issue: 'requires the tax lots that were sold' }];
  const { nowMs } = world.kernel;
  const lateAt = (instants: readonly string[], path: (index: number) => string) =>
    instants.flatMap((instant, place): ValidationIssue[] => {
      const isLate = (parseInstant(instant) ?? 0) > nowMs;
      return isLate ? [{ path: path(place), issue: `is after the current time, ${formatInstant(nowMs)}` }] : [];
    });
  const issues = [
    ...lateAt(
      lots.map((lot) => lot.acquired_at),
      (place) => `${at}/lots/${place}/acquired_at`,
    ),
    ...lateAt(
      sales.map((sale) => sale.sold_at),
      (place) => `${at}/sales/${place}/sold_at`,
    ),
  ];
  if (!lotsCover(quantity, lots, sales)) {
    const less = sales.length === 0 ? '' : ', minus the sales,';
    issues.push({ path: `${at}/lots`, issue: `do not sum${less} to the quantity of ${quantity}` });
  } else if (sales.length > 0 && issues.length === 0 && sellsTooSoon(world, portfolio, lots, sales)) {
    issues.push({ path: `${at}/sales`, issue: 'sell more than was held at the time' });
  }
  return issues;
}

/** Gives a sale that was stated before its earlier id, so that it counts once (decision L5). */
function asBefore({ lots }: World, portfolio: PortfolioRecord): (stated: IsinTrade) => IsinTrade {
  const named = new Set<string>();
  return ({ isin, trade }) => {
    if (trade.side !== 'sell') return { isin, trade };
    const { trades } = lots.holding(portfolio, isin);
    const before = trades.find((other) => !named.has(other.tradeId) && isSameStatedSale(other, trade));
    const tradeId = before?.tradeId ?? trade.tradeId;
    named.add(tradeId);
    return { isin, trade: { ...trade, tradeId } };
  };
}

function isSameStatedSale(before: LotMovement, sale: Sale): boolean {
  // A fill is a different sale, whatever its proceeds.
  if (before.side !== 'sell' || !before.tradeId.startsWith('lt_')) return false;
  const isAlike = before.atMs === sale.atMs && before.quantityMicro === sale.quantityMicro;
  return isAlike && before.proceedsMinor === sale.proceedsMinor && before.chargesMinor === sale.chargesMinor;
}

function sellsTooSoon(
  world: World,
  portfolio: PortfolioRecord,
  lots: readonly StatedLot[],
  sales: readonly StatedSale[],
): boolean {
  const { saleMethod } = lotMethodOf(world.market, portfolio, null);
  const trades = statedTrades(lots, sales, saleMethod, () => '');
  return holdingOf(trades, world.lots.dayOf(portfolio)).kind !== 'recorded';
}

/** Returns issues of rows that break the rules of the portfolio's wrapper, if rules are enforced (decision M). */
function enforcedIssues(world: World, portfolio: PortfolioRecord, rows: readonly PositionInput[]): ValidationIssue[] {
  if (world.rules !== 'enforce') return [];
  const terms = { ...taxTermsOf(portfolio), currency: portfolio.currency };
  return rows.flatMap(({ isin }, index) =>
    findWrapperBreaches(world, { ...terms, isins: [isin] })
      .filter((breach) => breach.isin === isin)
      .map(({ message }) => ({ path: `/positions/${index}/isin`, issue: message })),
  );
}

function toPosition({ isin, exchange, quantity }: PositionInput): PositionRecord {
  const quantityMicro = toMicro(quantity);
  invariant(quantityMicro !== null, 'a quantity with more than six decimals passed validation');
  return { isin, mic: exchange, quantityMicro };
}

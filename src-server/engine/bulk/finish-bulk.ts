/**
 * Counts the rebalances of bulk rebalances that have become final, and completes a bulk after its last one
 * (decision P6).
 */

import { addCosts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import { invariant } from '../../domain/invariant.ts';
import { sharesOfSales } from '../../domain/lots/holding.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { taxCover } from '../lots/tax-cover.ts';
import { gainsTaxRate } from '../lots/tax-terms-of.ts';
import { valuePortfolioAt } from '../planning/value-portfolio.ts';
import type { PortfolioRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import { describeTotals } from './bulk-events.ts';
import { addToTotals, type BulkFigures, type BulkRecord, type BulkRow, withBulkState } from './bulk-rebalance.ts';

/** Must be called when a rebalance has become final, whatever started it. */
export function finishInBulk(world: World, unit: UnitOfWork, rebalance: RebalanceRecord): void {
  if (!world.bulks.isAnyUnderWay()) return;
  const row = world.bulks.findStarted(rebalance.rebalanceId);
  if (row === null) return;
  const bulk = world.bulks.find(row.bulkId);
  invariant(bulk !== null, 'a portfolio of a bulk rebalance has one');
  completeIfOver(world, unit, countFinal(world, bulk, row, rebalance));
}

/** Writes the portfolio's final figures; the caller must write the bulk. */
export function countFinal(world: World, bulk: BulkRecord, row: BulkRow, rebalance: RebalanceRecord): BulkRecord {
  const portfolio = world.portfolios.find(row.portfolioId);
  invariant(portfolio !== null, 'a portfolio is stored for ever');
  const fills = world.rebalances.fills(rebalance.rebalanceId);
  const { driftBefore, navMinor } = rebalance.plan;
  const { drift } = valuePortfolioAt(world, portfolio, world.kernel.nowMs);
  const traded: BulkFigures = {
    orders: new Set(fills.map(({ orderId }) => orderId)).size,
    turnoverMinor: fills.reduce((sum, { valueMinor }) => sum + valueMinor, 0),
    costs: fills.reduce((sum, { costs }) => addCosts(sum, costs), NO_COSTS),
    driftBefore: driftBefore.maxDrift,
    driftAfter: drift.maxDrift,
    portfolioDrift: [driftBefore.portfolioDrift, drift.portfolioDrift],
    navMinor,
    taxMinor: realisedTaxMinor(world, portfolio, rebalance),
    taxMissingMinor: taxCover(world, portfolio, {
      cashMinor: portfolio.cashMinor,
      netGainMinor: 0,
      atMs: world.kernel.nowMs,
    }).missingMinor,
  };
  world.bulks.updateRow({ ...row, traded });
  const { underWay, traded: totals } = bulk.state;
  return withBulkState(bulk, {
    underWay: underWay - 1,
    traded: addToTotals(totals, portfolio.currency, traded),
  });
}

/** Estimates the tax on the gains that its sells realised, net of losses, like its plan (decision G25). */
function realisedTaxMinor(world: World, portfolio: PortfolioRecord, { rebalanceId }: RebalanceRecord): number {
  const rate = gainsTaxRate(world.market, portfolio, world.lots.dayOf(portfolio)(world.kernel.nowMs));
  if (rate === 0) return 0;
  const fills = world.rebalances.fills(rebalanceId);
  const sells = world.rebalances.orders(rebalanceId).filter(({ side }) => side === 'sell');
  const gainsMinor = sells.flatMap(({ orderId, isin }) => {
    const sales = fills.filter((fill) => fill.orderId === orderId).map(({ fillId }) => fillId);
    if (sales.length === 0) return [];
    const holding = world.lots.holding(portfolio, world.instrumentChanges.current(isin));
    return sharesOfSales(holding, sales).map(({ gainMinor }) => gainMinor);
  });
  return Math.round(
    Math.max(
      0,
      gainsMinor.reduce((sum, gain) => sum + gain, 0),
    ) * rate,
  );
}

/** Writes the bulk: as complete if nothing waits or is in progress, otherwise unchanged. */
export function completeIfOver(world: World, unit: UnitOfWork, bulk: BulkRecord): void {
  const { bulkId, status, state } = bulk;
  if (status === 'stopped' || state.timerSeq !== null || state.underWay > 0) {
    world.bulks.update(bulk);
    return;
  }
  const { complete, failed, refused } = world.bulks.counts(bulkId);
  unit.emit('bulk.completed', { bulk_id: bulkId, complete, failed, refused, totals: describeTotals(state.traded) });
  world.bulks.update(withBulkState(bulk, { endedMs: unit.nowMs }, 'complete'));
}

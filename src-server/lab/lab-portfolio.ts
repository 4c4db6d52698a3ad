/**
 * Reads a portfolio of a world for the lab: accrued dividends become cash, and instruments have their original ISINs,
 * as in the market of a new world. Changes nothing.
 */
import { receivableOf } from '../engine/dividends/receivable.ts';
import { valuePortfolioAt } from '../engine/planning/value-portfolio.ts';
import type { PortfolioRecord } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import type { LabPortfolio } from './lab-task.ts';

export function labPortfolioOf(world: World, record: PortfolioRecord, name: string): LabPortfolio {
  const { instrumentChanges, kernel, lots } = world;
  const { valuation, targets } = valuePortfolioAt(world, record, kernel.nowMs);
  const root = (isin: string) => instrumentChanges.root(isin);
  const constraints = record.constraints && {
    ...record.constraints,
    doNotSell: record.constraints.doNotSell.map(root),
    doNotBuy: record.constraints.doNotBuy.map(root),
  };
  return {
    name,
    record: { ...record, constraints, cashMinor: record.cashMinor + receivableOf(world, record, kernel.nowMs) },
    positions: valuation.positions.map(({ isin, mic, quantityMicro, valueMinor }) => ({
      isin: root(isin),
      mic,
      quantityMicro,
      valueMinor,
    })),
    targets: targets.map((target) => ({ ...target, isin: root(target.isin) })),
    trades: lots.holdings(record).map(({ isin, holding }) => ({ isin: root(isin), trades: holding.trades })),
  };
}

/** A portfolio of a world as the lab begins with it: dividends that have accrued are cash there. Reads only. */
import { receivableOf } from '../engine/dividends/receivable.ts';
import { valuePortfolioAt } from '../engine/planning/value-portfolio.ts';
import type { PortfolioRecord } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import type { LabPortfolio } from './lab-task.ts';

export function labPortfolioOf(world: World, record: PortfolioRecord, name: string): LabPortfolio {
  const { valuation, targets } = valuePortfolioAt(world, record, world.kernel.nowMs);
  const positions = valuation.positions.map(({ isin, mic, quantityMicro, valueMinor }) => ({
    ...{ isin, mic, quantityMicro, valueMinor },
  }));
  const cashMinor = record.cashMinor + receivableOf(world, record, world.kernel.nowMs);
  const trades = world.lots.holdings(record).map(({ isin, holding }) => ({ isin, trades: holding.trades }));
  return { name, record: { ...record, cashMinor }, positions, targets, trades };
}

/** Books a fill in the lots of its portfolio: a purchase makes one, a sale uses some and realises a gain. */
import { explicitCostsMinor } from '../../domain/cost-parts.ts';
import { fromMinor } from '../../domain/exact.ts';
import type { Trade } from '../../domain/lots/trade.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillRecord, OrderRecord, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { purchaseAtMid } from './opening-lots.ts';
import { lotMethodOf } from './tax-terms-of.ts';

/** A later purchase that restates earlier disposals (GB) is told in the log. */
export function bookFill(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  order: OrderRecord,
  fill: FillRecord,
): void {
  const { isin, mic } = order;
  const opening = (quantityMicro: number) => purchaseAtMid(world, unit, portfolio, { isin, mic, quantityMicro });
  const { restated } = world.lots.record(portfolio, isin, tradeOf(world, portfolio, order, fill), opening);
  if (restated.length === 0) return;
  unit.emit('gains.restated', {
    portfolio_id: portfolio.portfolioId,
    isin,
    disposals: restated.map(({ sales, gainMinor }) => ({
      fill_ids: sales.map(({ tradeId }) => tradeId),
      gain: fromMinor(gainMinor),
    })),
  });
}

function tradeOf(world: World, portfolio: PortfolioRecord, { side }: OrderRecord, fill: FillRecord): Trade {
  const { fillId: tradeId, filledMs: atMs, quantityMicro, valueMinor, costs } = fill;
  const charges = explicitCostsMinor(costs);
  if (side === 'buy') return { side, tradeId, atMs, quantityMicro, costMinor: valueMinor + charges };
  const { saleMethod: method } = lotMethodOf(world.market, portfolio, null);
  return { side, tradeId, atMs, quantityMicro, proceedsMinor: valueMinor - charges, method };
}

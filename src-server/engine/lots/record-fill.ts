/** Records a fill in the lots of its portfolio: a purchase adds a lot, a sale uses lots and realises a gain. */
import { explicitCostsMinor } from '../../domain/costs/cost-parts.ts';
import type { LotMethod, SaleMethod } from '../../domain/lots/lot.ts';
import type { LotMovement } from '../../domain/lots/trade.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillRecord, OrderRecord, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { emitRestated } from './emit-restated.ts';
import { purchaseAtMid } from './opening-lots.ts';
import { lotMethodOf } from './tax-terms-of.ts';

/** `rest` is the sold fraction of a millionth beyond the whole ones, or `null`. */
type SoldFill = FillRecord & { readonly rest: string | null };

/**
 * `override` is the rebalance's own method, or `null`. Emits an event if a later purchase restates earlier disposals
 * (GB).
 */
export function recordFill(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  order: OrderRecord,
  fill: SoldFill,
  override: LotMethod | null,
): void {
  const { isin, mic } = order;
  const opening = (quantityMicro: number) => purchaseAtMid(world, unit, portfolio, { isin, mic, quantityMicro });
  const trade = tradeOf(order, fill, lotMethodOf(world.market, portfolio, override).saleMethod);
  const { restated } = world.lots.record(portfolio, isin, trade, opening);
  emitRestated(unit, portfolio, isin, restated);
}

function tradeOf({ side }: OrderRecord, fill: SoldFill, method: SaleMethod): LotMovement {
  const { fillId: tradeId, filledMs: atMs, quantityMicro, valueMinor, costs } = fill;
  const charges = explicitCostsMinor(costs);
  if (side === 'buy') return { side, tradeId, atMs, quantityMicro, costMinor: valueMinor + charges };
  const sold = { side, tradeId, atMs, quantityMicro, proceedsMinor: valueMinor, chargesMinor: charges, method };
  return fill.rest === null ? sold : { ...sold, rest: fill.rest };
}

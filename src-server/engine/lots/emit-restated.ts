/** Emits the earlier disposals that a trade has matched with other shares (GB), or whose loss it restricts (IE). */
import type { Disposal } from '../../domain/lots/disposal.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { PortfolioRecord } from '../records.ts';

/** Must be called with the restated disposals that `LotLedger.record` returns; emits nothing if there are none. */
export function emitRestated(
  unit: UnitOfWork,
  { portfolioId }: PortfolioRecord,
  isin: string,
  restated: readonly Disposal[],
): void {
  if (restated.length === 0) return;
  unit.emit('gains.restated', {
    portfolio_id: portfolioId,
    isin,
    disposals: restated.map(({ sales, gainMinor, relief }) => ({
      fill_ids: sales.map(({ tradeId }) => tradeId),
      gain: fromMinor(gainMinor),
      ...(relief === undefined ? {} : { loss_held_back: fromMinor(relief.heldBackMinor) }),
    })),
  });
}

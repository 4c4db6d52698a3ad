/** Tells in the log which earlier disposals a trade has matched with other shares (GB), or whose loss it holds back (IE). */
import type { Disposal } from '../../domain/lots/disposal.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { PortfolioRecord } from '../records.ts';

/** To be called with what `LotLedger.record` returns as restated; nothing is told where nothing was. */
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

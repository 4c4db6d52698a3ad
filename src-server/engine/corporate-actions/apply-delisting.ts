/**
 * Applies a delisting (decision O3): if a price is paid, positions become cash, which is a sale by the rules of the
 * portfolio's lots; otherwise they remain, at the last price.
 */
import { exactMicro, exactValueMinor } from '../../domain/corporate-actions/split-position.ts';
import { fractionOf, fractionText, plus, ZERO } from '../../domain/numbers/fraction.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Currency } from '../../market/data/market-data.ts';
import { emitRestated } from '../lots/emit-restated.ts';
import { purchaseAtMid } from '../lots/opening-lots.ts';
import { lotMethodOf } from '../lots/tax-terms-of.ts';
import type { World } from '../world.ts';
import type { ActionOfKind, AffectedPortfolio, InstrumentEffect } from './instrument-effect.ts';

export const delistingEffect: InstrumentEffect<'delisting'> = {
  /** No further action on it can happen. */
  applyToMarket(world, unit, { isin, corporateActionId }) {
    for (const later of world.corporateActions.scheduled()) {
      if (later.isin !== isin || later.corporateActionId === corporateActionId) continue;
      if (later.timerSeq !== null) unit.cancel(later.timerSeq);
      world.corporateActions.update({ ...later, timerSeq: null, cancelledMs: unit.nowMs });
      unit.emit('corporate_action.cancelled', {
        corporate_action_id: later.corporateActionId,
        isin,
        kind: later.kind,
        reason: 'delisted' as const,
      });
    }
  },
  applyTo(world, unit, action, affected) {
    const { cashPrice } = action;
    if (cashPrice === null || affected.positions.length === 0) return { cashMinor: 0 };
    return { cashMinor: payOut(world, unit, action, affected, cashPrice) };
  },
};

/** Returns the payment, base currency, converted at the present mid rate. */
function payOut(
  world: World,
  unit: UnitOfWork,
  { isin, corporateActionId: tradeId }: ActionOfKind<'delisting'>,
  { portfolio, positions }: AffectedPortfolio,
  { amountMicro, currency }: NonNullable<ActionOfKind<'delisting'>['cashPrice']>,
): number {
  const perEur = (of: string) => world.prices.perEurMicro(of as Currency, unit.nowMs);
  const micro = positions.map(exactMicro).reduce(plus, ZERO);
  const proceedsMinor = exactValueMinor(micro, amountMicro, perEur(currency), perEur(portfolio.currency));
  const quantityMicro = positions.reduce((sum, position) => sum + position.quantityMicro, 0);
  const rest = fractionText(fractionOf(micro.numerator - BigInt(quantityMicro) * micro.denominator, micro.denominator));
  const { saleMethod: method } = lotMethodOf(world.market, portfolio, null);
  const opening = (missingMicro: number) =>
    purchaseAtMid(world, unit, portfolio, { isin, mic: positions[0]?.mic ?? '', quantityMicro: missingMicro });
  const sale = { side: 'sell', tradeId, atMs: unit.nowMs, quantityMicro, proceedsMinor, method } as const;
  const sold = rest === undefined ? sale : { ...sale, rest };
  const { restated } = world.lots.record(portfolio, isin, sold, opening);
  emitRestated(unit, portfolio, isin, restated);
  for (const position of positions)
    world.portfolios.setPosition(portfolio.portfolioId, { ...position, quantityMicro: 0 });
  return proceedsMinor;
}

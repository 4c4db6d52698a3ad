/** A split: more or fewer shares at a price that is smaller or larger, and cash for what cannot be held (decision O3). */
import { restValueMinor, splitPosition } from '../../domain/corporate-actions/split-position.ts';
import { invariant } from '../../domain/invariant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Currency } from '../../market/data/market-data.ts';
import { emitRestated } from '../lots/emit-restated.ts';
import { purchaseAtMid } from '../lots/opening-lots.ts';
import { lotMethodOf } from '../lots/tax-terms-of.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { Ratio } from './corporate-action.ts';
import type { ActionOfKind, InstrumentEffect } from './instrument-effect.ts';

export const splitEffect: InstrumentEffect<'split'> = {
  priceFactor: (_world, { ratio }) => ratio.oldShares / ratio.newShares,
  /** Shares that have not been delivered are split, too (decision O4). */
  applyToMarket: ({ settlement }, _unit, { isin, ratio }) =>
    settlement.trades.split(isin, ratio.newShares, ratio.oldShares),
  applyTo(world, unit, action, { portfolio, positions }) {
    if (positions.length === 0) return { cashMinor: 0 };
    const parts = positions.map((position) => splitOf(world, unit, portfolio, position, action.ratio));
    for (const { position, heldMicro } of parts) {
      world.portfolios.setPosition(portfolio.portfolioId, { ...position, quantityMicro: heldMicro });
    }
    const cashMinor = parts.reduce((sum, { restMinor }) => sum + restMinor, 0);
    recordInLots(world, unit, action, portfolio, { parts, cashMinor });
    return { cashMinor };
  },
};

interface SplitPart {
  readonly position: PositionRecord;
  readonly wholeMicro: number;
  readonly heldMicro: number;
  readonly restMinor: number;
}

/** Holdings are kept in millionths of a share, or in lots of their exchange where they were. */
function splitOf(
  { market, prices }: World,
  unit: UnitOfWork,
  { currency }: PortfolioRecord,
  position: PositionRecord,
  ratio: Ratio,
): SplitPart {
  const { isin, mic, quantityMicro } = position;
  const local = market.exchanges.get(mic)?.currency;
  invariant(local, `${mic} was checked when the position was made`);
  const lotMicro = market.venues.get(mic)?.lotMicro ?? 1;
  const stepMicro = quantityMicro % lotMicro === 0 ? lotMicro : 1;
  const { rest, wholeMicro, heldMicro } = splitPosition(quantityMicro, ratio, stepMicro);
  const perEur = (of: string) => prices.perEurMicro(of as Currency, unit.nowMs);
  const priceMicro = prices.midMicro(isin, mic, unit.nowMs);
  const restMinor = restValueMinor(rest, priceMicro, perEur(local), perEur(currency));
  return { position, wholeMicro, heldMicro, restMinor };
}

/** Lots follow with what they cost; what is paid in cash is a sale by the rules of the portfolio. */
function recordInLots(
  world: World,
  unit: UnitOfWork,
  { corporateActionId: tradeId, ratio }: ActionOfKind<'split'>,
  portfolio: PortfolioRecord,
  { parts, cashMinor }: { readonly parts: readonly SplitPart[]; readonly cashMinor: number },
): void {
  const isin = parts[0]?.position.isin ?? '';
  const heldMicro = world.lots.heldMicro(portfolio, isin);
  // A world from before lots holds shares without any.
  if (heldMicro === 0) return;
  const sumOf = (of: (part: SplitPart) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const isWhole = heldMicro === sumOf(({ position }) => position.quantityMicro);
  const wholeMicro = isWhole ? sumOf((part) => part.wholeMicro) : splitPosition(heldMicro, ratio, 1).wholeMicro;
  const soldMicro = wholeMicro - sumOf((part) => part.heldMicro);
  const { saleMethod: method } = lotMethodOf(world.market, portfolio, null);
  const atMs = unit.nowMs;
  const opening = (quantityMicro: number) =>
    purchaseAtMid(world, unit, portfolio, { isin, mic: parts[0]?.position.mic ?? '', quantityMicro });
  const sale = { side: 'sell', tradeId, atMs, proceedsMinor: cashMinor, method } as const;
  if (wholeMicro === 0) {
    const { restated } = world.lots.record(portfolio, isin, { ...sale, quantityMicro: heldMicro }, opening);
    emitRestated(unit, portfolio, isin, restated);
    return;
  }
  world.lots.record(portfolio, isin, { side: 'split', tradeId, atMs, quantityMicro: wholeMicro }, opening);
  if (soldMicro > 0 && isWhole) world.lots.record(portfolio, isin, { ...sale, quantityMicro: soldMicro }, opening);
}

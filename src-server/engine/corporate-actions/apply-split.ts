/**
 * Applies a split: more or fewer shares at a lower or higher price, and cash for the fraction that cannot be held
 * (decision O3).
 */
import {
  exactMicro,
  exactValueMinor,
  quantityOfExact,
  type SplitPosition,
  splitPosition,
  splitQuantity,
} from '../../domain/corporate-actions/split-position.ts';
import { invariant } from '../../domain/invariant.ts';
import { type Fraction, fractionOf, fractionText, plus, ZERO } from '../../domain/numbers/fraction.ts';
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
  /** Shares that are not delivered yet are split, too (decision O4), and so are sold ones that may be bought again. */
  applyToMarket(world, unit, action) {
    world.settlement.trades.split(action.isin, action.ratio);
    recordForFormerHolders(world, unit, action);
  },
  applyTo(world, unit, action, { portfolio, positions }) {
    if (positions.length === 0) return { cashMinor: 0 };
    const parts = positions.map((position) => splitOf(world, unit, portfolio, position, action.ratio));
    for (const { position, held } of parts) {
      const { isin, mic } = position;
      world.portfolios.setPosition(portfolio.portfolioId, { isin, mic, ...held });
    }
    const cashMinor = parts.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
    recordInLots(world, unit, action, portfolio, { parts, cashMinor });
    return { cashMinor };
  },
};

/** A sale before the split may be matched with a purchase after it, even if nothing is held in between. */
function recordForFormerHolders(
  world: World,
  unit: UnitOfWork,
  { isin, corporateActionId: tradeId, ratio }: ActionOfKind<'split'>,
): void {
  const split = { side: 'split', tradeId, atMs: unit.nowMs, quantityMicro: 0, ratio } as const;
  for (const portfolio of world.portfolios.list()) {
    if (world.portfolios.positions(portfolio.portfolioId).some((position) => position.isin === isin)) continue;
    const { trades, lots } = world.lots.holding(portfolio, isin);
    if (trades.length > 0 && lots.length === 0) world.lots.record(portfolio, isin, split, noOpening);
  }
}

function noOpening(): never {
  invariant(false, 'a split opens no lot');
}

interface SplitPart extends SplitPosition {
  readonly position: PositionRecord;
  readonly paidMinor: number;
}

/** Holdings remain exact, or in lots of their exchange if they were before. */
function splitOf(
  { market, prices }: World,
  unit: UnitOfWork,
  { currency }: PortfolioRecord,
  position: PositionRecord,
  ratio: Ratio,
): SplitPart {
  const { isin, mic, quantityMicro, rest } = position;
  const local = market.exchanges.get(mic)?.currency;
  invariant(local, `${mic} was checked when the position was made`);
  const lotMicro = market.venues.get(mic)?.lotMicro ?? 1;
  const stepMicro = rest === undefined && quantityMicro % lotMicro === 0 ? lotMicro : 1;
  const split = splitPosition(position, ratio, stepMicro);
  const perEur = (of: string) => prices.perEurMicro(of as Currency, unit.nowMs);
  const priceMicro = prices.midMicro(isin, mic, unit.nowMs);
  return { ...split, position, paidMinor: exactValueMinor(split.paid, priceMicro, perEur(local), perEur(currency)) };
}

/** Splits lots with their total costs; the part that is paid in cash is a sale by the rules of the portfolio. */
function recordInLots(
  world: World,
  unit: UnitOfWork,
  { corporateActionId: tradeId, ratio }: ActionOfKind<'split'>,
  portfolio: PortfolioRecord,
  { parts, cashMinor }: { readonly parts: readonly SplitPart[]; readonly cashMinor: number },
): void {
  const isin = parts[0]?.position.isin ?? '';
  const heldMicro = world.lots.heldMicro(portfolio, isin);
  // A world from before lots existed holds shares without any.
  if (heldMicro === 0) return;
  const sumOf = (of: (part: SplitPart) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const isWhole = heldMicro === sumOf(({ position }) => position.quantityMicro);
  const lotsMicro = quantityOfExact(splitQuantity({ quantityMicro: heldMicro }, ratio)).quantityMicro;
  const wholeMicro = isWhole ? sumOf((part) => part.wholeMicro) : lotsMicro;
  const soldMicro = wholeMicro - sumOf(({ held }) => held.quantityMicro);
  const { saleMethod: method } = lotMethodOf(world.market, portfolio, null);
  const atMs = unit.nowMs;
  const opening = (quantityMicro: number) =>
    purchaseAtMid(world, unit, portfolio, { isin, mic: parts[0]?.position.mic ?? '', quantityMicro });
  const sell = (quantityMicro: number, all: readonly Fraction[]) => {
    const rest = restOf(all, quantityMicro);
    const sale = { side: 'sell', tradeId, atMs, quantityMicro, proceedsMinor: cashMinor, method } as const;
    const sold = rest === undefined ? sale : { ...sale, rest };
    emitRestated(unit, portfolio, isin, world.lots.record(portfolio, isin, sold, opening).restated);
  };
  if (wholeMicro === 0) {
    sell(
      heldMicro,
      parts.map(({ position }) => exactMicro(position)),
    );
    return;
  }
  world.lots.record(portfolio, isin, { side: 'split', tradeId, atMs, quantityMicro: wholeMicro, ratio }, opening);
  if (soldMicro === 0 || !isWhole) return;
  sell(
    soldMicro,
    parts.map(({ paid }) => paid),
  );
}

/** Returns the sold fraction of a millionth beyond the whole ones, as text; it may be the whole sold part. */
function restOf(all: readonly Fraction[], quantityMicro: number): string | undefined {
  const { numerator, denominator } = all.reduce(plus, ZERO);
  const beyond = numerator - BigInt(quantityMicro) * denominator;
  return beyond < 0n ? undefined : fractionText(fractionOf(beyond, denominator));
}

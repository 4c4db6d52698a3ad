/**
 * Lots of positions that are given and not bought: as they are stated, or else as if bought at the mid when they were
 * given, so that gains count from then on.
 */

import { invariant } from '../../domain/invariant.ts';
import type { Buy } from '../../domain/lots/trade.ts';
import { MICRO, toMicro, valueInBaseMinor, valueMinor } from '../../domain/numbers/exact.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Currency } from '../../market/data/market-data.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';

/** A lot as it is stated; `unit_cost` in base currency, charges included. */
export interface StatedLot {
  readonly quantity: number;
  readonly unit_cost: number;
  readonly acquired_at: string;
}

export interface OpeningLot {
  readonly isin: string;
  readonly buy: Buy;
}

type OpeningWorld = Pick<World, 'market' | 'prices'>;

/** One purchase for each stated lot of a position, or one at the mid of now. Nothing for a position of nothing. */
export function openingLots(
  world: OpeningWorld,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  position: PositionRecord,
  stated: readonly StatedLot[] | undefined,
): OpeningLot[] {
  const { isin, quantityMicro } = position;
  if (quantityMicro === 0) return [];
  if (stated === undefined) return [{ isin, buy: purchaseAtMid(world, unit, portfolio, position) }];
  return stated.map((lot) => ({ isin, buy: statedPurchase(unit, lot) }));
}

/** A purchase of `quantityMicro` at the mid of now, without charges. */
export function purchaseAtMid(
  { market, prices }: OpeningWorld,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  { isin, mic, quantityMicro }: PositionRecord,
): Buy {
  const local = market.exchanges.get(mic)?.currency;
  invariant(local, `${mic} was checked when the position was made`);
  const perEur = (currency: string) => prices.perEurMicro(currency as Currency, unit.nowMs);
  const midMicro = prices.midMicro(isin, mic, unit.nowMs);
  const costMinor = valueInBaseMinor(quantityMicro, midMicro, perEur(local), perEur(portfolio.currency));
  return { side: 'buy', tradeId: unit.nextId('lt'), atMs: unit.nowMs, quantityMicro, costMinor };
}

function statedPurchase(unit: UnitOfWork, { quantity, unit_cost: unitCost, acquired_at: acquiredAt }: StatedLot): Buy {
  const quantityMicro = exactly(toMicro(quantity));
  const costMinor = valueMinor(quantityMicro, exactly(toMicro(unitCost)));
  return { side: 'buy', tradeId: unit.nextId('lt'), atMs: exactly(parseInstant(acquiredAt)), quantityMicro, costMinor };
}

function exactly(value: number | null): number {
  invariant(value !== null, 'a lot that cannot be read passed validation');
  return value;
}

/** Whether stated lots are as many shares as their position; a quantity as in decision D3. */
export function lotsCover(quantity: number, stated: readonly StatedLot[]): boolean {
  const sumMicro = stated.reduce((sum, lot) => sum + (toMicro(lot.quantity) ?? 0), 0);
  return sumMicro === Math.round(quantity * MICRO);
}

/**
 * Lots of positions that are set instead of bought: as stated, with their earlier sales, or else as if bought at the
 * mid when they were set, so that gains count from then on.
 */

import { invariant } from '../../domain/invariant.ts';
import type { SaleMethod } from '../../domain/lots/lot.ts';
import type { Buy, LotMovement, Sale } from '../../domain/lots/trade.ts';
import { MICRO, toMicro, toMinor, valueInBaseMinor, valueMinor } from '../../domain/numbers/exact.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Currency } from '../../market/data/market-data.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { IsinTrade } from './lot-ledger.ts';
import { lotMethodOf } from './tax-terms-of.ts';

/** A stated lot; `unit_cost` in base currency, charges included. */
export interface StatedLot {
  readonly quantity: number;
  readonly unit_cost: number;
  readonly acquired_at: string;
}

/** A stated sale of stated lots; `unit_proceeds` before the charges of the whole sale, both in base currency. */
export interface StatedSale {
  readonly quantity: number;
  readonly unit_proceeds: number;
  readonly charges?: number | undefined;
  readonly sold_at: string;
}

interface StatedTrades {
  readonly lots?: readonly StatedLot[] | undefined;
  readonly sales?: readonly StatedSale[] | undefined;
}

type OpeningWorld = Pick<World, 'market' | 'prices'>;

/**
 * Returns the trades of a position: a purchase for each stated lot, in order with the sales, or one purchase at the
 * present mid. Empty for a quantity of 0.
 */
export function openingTrades(
  world: OpeningWorld,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  position: PositionRecord,
  { lots, sales = [] }: StatedTrades,
): IsinTrade[] {
  const { isin, quantityMicro } = position;
  if (lots === undefined && quantityMicro === 0) return [];
  if (lots === undefined) return [{ isin, trade: purchaseAtMid(world, unit, portfolio, position) }];
  const nextId = () => unit.nextId('lt');
  const { saleMethod } = lotMethodOf(world.market, portfolio, null);
  return statedTrades(lots, sales, saleMethod, nextId).map((trade) => ({ isin, trade }));
}

/** Returns the purchases as stated; with sales, all in the order of time. */
export function statedTrades(
  lots: readonly StatedLot[],
  sales: readonly StatedSale[],
  method: SaleMethod,
  nextId: () => string,
): LotMovement[] {
  const purchases = lots.map((lot) => statedPurchase(nextId(), lot));
  if (sales.length === 0) return purchases;
  const sold = sales.map(({ quantity, unit_proceeds: proceeds, charges = 0, sold_at: soldAt }): Sale => {
    const [quantityMicro, atMs] = [exactly(toMicro(quantity)), exactly(parseInstant(soldAt))];
    const proceedsMinor = valueMinor(quantityMicro, exactly(toMicro(proceeds)));
    const chargesMinor = exactly(toMinor(charges));
    return { side: 'sell', tradeId: nextId(), atMs, quantityMicro, proceedsMinor, chargesMinor, method };
  });
  return [...purchases, ...sold].sort((one, other) => one.atMs - other.atMs);
}

/** Returns a purchase of `quantityMicro` at the present mid, without charges. */
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

function statedPurchase(tradeId: string, { quantity, unit_cost: unitCost, acquired_at: acquiredAt }: StatedLot): Buy {
  const quantityMicro = exactly(toMicro(quantity));
  const unitMicro = exactly(toMicro(unitCost));
  const costMinor = valueMinor(quantityMicro, unitMicro);
  return { side: 'buy', tradeId, atMs: exactly(parseInstant(acquiredAt)), quantityMicro, costMinor, unitMicro };
}

function exactly(value: number | null): number {
  invariant(value !== null, 'a lot that cannot be read passed validation');
  return value;
}

/** Whether stated lots less stated sales equal the position; a quantity as in decision D3. */
export function lotsCover(quantity: number, lots: readonly StatedLot[], sales: readonly StatedSale[] = []): boolean {
  const sumMicro = (rows: readonly { readonly quantity: number }[]) =>
    rows.reduce((sum, row) => sum + (toMicro(row.quantity) ?? 0), 0);
  return sumMicro(lots) - sumMicro(sales) === Math.round(quantity * MICRO);
}

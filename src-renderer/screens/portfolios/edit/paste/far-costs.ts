/**
 * Unit costs that are far from the current price, for example because the cost of a line is read as that of a share.
 * Pure.
 */
import { averageCost } from '../../../../components/portfolios/position-lots.ts';
import { type ListingPrices, worthInBase } from '../value-draft.ts';
import type { PastedHolding } from './pasted.ts';

/** A price is far from the unit cost if it is this many times as high, or the reverse. */
const FAR = 5;

export interface FarCost {
  readonly isin: string;
  /** Base currency, like the price. */
  readonly unitCost: number;
  readonly price: number;
}

export function farCosts(
  holdings: readonly PastedHolding[],
  currency: string,
  prices: ListingPrices,
  perEur: ReadonlyMap<string, number>,
): FarCost[] {
  const inBase = worthInBase(currency, prices, perEur);
  return holdings.flatMap(({ isin, exchange, lots }) => {
    const price = inBase(isin, exchange, 1);
    if (lots === undefined || lots.length === 0 || price === null) return [];
    const unitCost = averageCost(lots);
    const isFar = unitCost * FAR <= price || price * FAR <= unitCost;
    return isFar ? [{ isin, unitCost, price }] : [];
  });
}

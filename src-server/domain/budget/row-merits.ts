/**
 * Owns what the rows of a relaxation that are left open are worth at its prices: how little would be lost by deciding
 * them. What no good plan can do without, or with, is settled by that alone.
 */

import type { Book } from './compile-book.ts';
import { noValues, type SideValues } from './plan-values.ts';
import { type BookChoices, OFF, OPEN, type PricedRow, respondAcross, type UnitPrices } from './row-response.ts';

/** In reach, per row; 0 for those whose choice is made. */
export interface RowMerits {
  /** What trading adds: if a row must do without, or must trade where this is below zero, the bound is lower by that. */
  readonly trading: SideValues;
  /** The stretch it had best trade on, and how much better that is than any other one. */
  readonly picks: BookChoices;
  readonly leads: SideValues;
}

export function rowMerits(book: Book, rows: readonly PricedRow[], prices: UnitPrices): RowMerits {
  const trading = noValues(book);
  const leads = noValues(book);
  const picks = { buys: new Int8Array(trading.buys.length), sells: new Int8Array(trading.sells.length) };
  const response = { value: 0, cost: 0, gain: 0, pick: OFF };
  for (const row of rows) {
    if (row.choice !== OPEN) continue;
    const { side, index } = row;
    let best = Number.NEGATIVE_INFINITY;
    let second = Number.NEGATIVE_INFINITY;
    for (let choice = 0; choice < row.stretches.length; choice += 1) {
      respondAcross({ ...row, choice }, prices, response);
      const gain = response.gain / prices.total;
      second = Math.max(second, Math.min(gain, best));
      if (gain > best) picks[side][index] = choice;
      best = Math.max(best, gain);
    }
    trading[side][index] = best;
    leads[side][index] = best - second;
  }
  return { trading, picks, leads };
}

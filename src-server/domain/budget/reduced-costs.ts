/**
 * Computes the reduced costs of the free rows of a relaxation: how much the bound falls at least if a row is decided
 * one way. `fixedByReducedCosts` uses them to decide rows without branching.
 */

import type { CompiledProblem } from './compile-problem.ts';
import { type SideValues, zeroValues } from './plan-values.ts';
import {
  type DualPrices,
  FREE,
  NO_TRADE,
  optimiseMultiCurrencyRow,
  type PricedRow,
  type SegmentChoices,
} from './row-subproblem.ts';

/** In units of the objective, per row; 0 for rows whose choice is made. */
export interface ReducedCosts {
  /** The gain of trading: the bound falls by this if the row must not trade, and by its negative if it must. */
  readonly trading: SideValues;
  /** The best segment of the row, and how much better it is than the second best. */
  readonly bestSegments: SegmentChoices;
  readonly segmentLeads: SideValues;
}

export function reducedCostsOf(
  compiled: CompiledProblem,
  rows: readonly PricedRow[],
  prices: DualPrices,
): ReducedCosts {
  const trading = zeroValues(compiled);
  const segmentLeads = zeroValues(compiled);
  const bestSegments = { buys: new Int8Array(trading.buys.length), sells: new Int8Array(trading.sells.length) };
  const optimum = { value: 0, cost: 0, gain: 0, segmentIndex: NO_TRADE };
  for (const row of rows) {
    if (row.choice !== FREE) continue;
    const { side, index } = row;
    let best = Number.NEGATIVE_INFINITY;
    let second = Number.NEGATIVE_INFINITY;
    for (let choice = 0; choice < row.segments.length; choice += 1) {
      optimiseMultiCurrencyRow({ ...row, choice }, prices, optimum);
      const gain = optimum.gain / prices.roundTrip;
      second = Math.max(second, Math.min(gain, best));
      if (gain > best) bestSegments[side][index] = choice;
      best = Math.max(best, gain);
    }
    trading[side][index] = best;
    segmentLeads[side][index] = best - second;
  }
  return { trading, bestSegments, segmentLeads };
}

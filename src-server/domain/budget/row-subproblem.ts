/**
 * Solves the Lagrangian subproblem of one row: at given prices, which segment and which value on it gain most. Most of
 * the search's time is spent here, so nothing is allocated.
 */

import type { CompiledRow } from './compile-problem.ts';
import { type CostSegment, optimalValue, segmentCost } from './cost-segment.ts';

export type SideName = 'buys' | 'sells';

export const SIDES = ['buys', 'sells'] as const satisfies readonly SideName[];

/** Per row the index of a segment, `NO_TRADE`, or `FREE` if the row may choose. */
export type Choices = Int8Array;

export const NO_TRADE = -1;
export const FREE = -2;

export interface SegmentChoices {
  readonly buys: Choices;
  readonly sells: Choices;
}

/** A row with its choice and the multiplier charged for its order. */
export interface PricedRow {
  readonly side: SideName;
  readonly index: number;
  readonly segments: CompiledRow;
  readonly choice: number;
  readonly orderMultiplier: number;
}

/** `gain` is the value of the trade at the prices less its cost and multiplier; 0 for a row that does not trade. */
export interface RowOptimum {
  value: number;
  cost: number;
  gain: number;
  segmentIndex: number;
}

/**
 * The multipliers of a relaxation as prices, i.e. divided by the multiplier of cost. `roundTrip` is the price of one
 * unit bought plus one unit sold; `selling` is by currency pool the price of one unit sold. Buying costs the
 * difference.
 */
export interface DualPrices {
  roundTrip: number;
  readonly selling: Float64Array;
}

/** Optimises a row that trades in one currency, at the price of a unit. */
export function optimiseRow(
  { segments, choice, orderMultiplier }: PricedRow,
  price: number,
  optimum: RowOptimum,
): void {
  reset(optimum, choice);
  if (choice === NO_TRADE) return;
  const end = choice === FREE ? segments.length : choice + 1;
  for (let at = choice === FREE ? 0 : choice; at < end; at += 1) {
    const segment = segments[at] as CostSegment;
    const value = optimalValue(segment, price);
    improve(optimum, at, value, segmentCost(segment, value) + orderMultiplier, price * value);
  }
}

/** Returns the currency pools that a row may trade in, given its choice. */
export function optimiseMultiCurrencyRow(row: PricedRow, prices: DualPrices, optimum: RowOptimum): void {
  const { side, segments, choice, orderMultiplier } = row;
  reset(optimum, choice);
  if (choice === NO_TRADE) return;
  const end = choice === FREE ? segments.length : choice + 1;
  for (let at = choice === FREE ? 0 : choice; at < end; at += 1) {
    const segment = segments[at] as CostSegment;
    const selling = sellPriceIn(segment.pool, prices);
    const price = side === 'buys' ? prices.roundTrip - selling : selling;
    const value = optimalValue(segment, price);
    const before = side === 'buys' ? price * segment.offset : worthBefore(segment, prices);
    const worth = price * (value - segment.offset) + before;
    improve(optimum, at, value, segmentCost(segment, value) + orderMultiplier, worth);
  }
}

export function sellPriceIn(pool: number, { selling }: DualPrices): number {
  return selling[pool] as number;
}

function worthBefore({ pool, offset, before }: CostSegment, prices: DualPrices): number {
  if (before === null) return sellPriceIn(pool, prices) * offset;
  return before.reduce((sum, part) => sum + sellPriceIn(part.pool, prices) * part.amount, 0);
}

function reset(optimum: RowOptimum, choice: number): void {
  optimum.value = 0;
  optimum.cost = 0;
  optimum.segmentIndex = NO_TRADE;
  optimum.gain = choice >= 0 ? Number.NEGATIVE_INFINITY : 0;
}

function improve(optimum: RowOptimum, segmentIndex: number, value: number, cost: number, worth: number): void {
  const gain = worth - cost;
  if (gain <= optimum.gain) return;
  optimum.value = value;
  optimum.cost = cost;
  optimum.gain = gain;
  optimum.segmentIndex = segmentIndex;
}

/** Returns the currency pools that a row may trade in, given its choice. */
export function poolsOf({ segments, choice }: Pick<PricedRow, 'segments' | 'choice'>): number[] {
  const left = choice === FREE ? segments : choice === NO_TRADE ? [] : segments.slice(choice, choice + 1);
  return [...new Set(left.flatMap(({ pool, before }) => [pool, ...(before ?? []).map((part) => part.pool)]))];
}

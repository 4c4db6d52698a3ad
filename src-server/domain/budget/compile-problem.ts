/**
 * Compiles a budget problem into the flat form that the search runs on: every leg becomes cost segments on which its
 * cost is convex. Rows are sorted by their content, so the order of the input does not change the result.
 */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from './budget-problem.ts';
import { type CostSegment, optimalValue, type PoolAmount, segmentCost } from './cost-segment.ts';

/** The segments of one trade by size. Between them and below them there is no admissible order. */
export type CompiledRow = readonly CostSegment[];

export interface CompiledSide {
  readonly rows: readonly CompiledRow[];
  /** Per row the index of its trade in the problem. */
  readonly trades: readonly number[];
  /** At this price per unit every row trades in full. */
  readonly fullTradePrice: number;
}

export interface CompiledProblem {
  readonly problem: BudgetProblem;
  readonly buys: CompiledSide;
  readonly sells: CompiledSide;
}

/** Compiles a problem. A trade without an order worth sending becomes a row without segments. */
export function compileProblem(problem: BudgetProblem): CompiledProblem {
  return { problem, buys: compileSide(problem, 'buy'), sells: compileSide(problem, 'sell') };
}

function compileSide(problem: BudgetProblem, side: BudgetTrade['side']): CompiledSide {
  const own = problem.trades.map((trade, index) => ({ trade, index })).filter(({ trade }) => trade.side === side);
  own.sort((a, b) => compareTrades(a.trade, b.trade) || a.index - b.index);
  const segmentsOf = side === 'buy' ? buySegments : sellSegments;
  const rows = own.map(({ trade }) => segmentsOf(trade.legs, problem));
  const fullTradePrice = Math.max(0, ...rows.map(fullTradePriceOf)) * FULL_TRADE_MARGIN;
  return { rows, trades: own.map(({ index }) => index), fullTradePrice };
}

const FULL_TRADE_MARGIN = 1.001;

/** Returns the steepest slope up to the row's end: from zero, from the end of a segment, or along a segment. */
function fullTradePriceOf(row: CompiledRow): number {
  const last = row.at(-1);
  if (last === undefined) return 0;
  const total = segmentCost(last, last.high);
  let steepest = total / last.high;
  for (const segment of row) {
    const { slope, extra, impact, high, offset } = segment;
    const ahead = last.high > high ? (total - segmentCost(segment, high)) / (last.high - high) : 0;
    steepest = Math.max(steepest, slope + extra + 1.5 * impact * Math.sqrt(high - offset), ahead);
  }
  return steepest;
}

/** Returns the segments of a buy, whose legs exclude each other: each serves its own range of values. */
function buySegments(legs: readonly BudgetLeg[], problem: BudgetProblem): CostSegment[] {
  return legs.flatMap((leg, index) => {
    const above = legs[index - 1]?.sizeMinor ?? 0;
    return legSegments(leg)
      .map((segment) => economicPart({ ...segment, low: Math.max(segment.low, above) }, leg, problem))
      .filter((segment) => segment !== null)
      .map((segment) => shifted({ ...segment, pool: poolOf(leg) }, 0, 0));
  });
}

/**
 * Returns the segments of a sell, whose legs follow each other: a later one starts when those before it are sold in
 * full.
 */
function sellSegments(legs: readonly BudgetLeg[], problem: BudgetProblem): CostSegment[] {
  const segments: CostSegment[] = [];
  let offset = 0;
  let paidMinor = 0;
  const passed: PoolAmount[] = [];
  legs.forEach((leg, index) => {
    const pool = poolOf(leg);
    const before = passed.some((other) => other.pool !== pool) ? [...passed] : null;
    const economic = legSegments(leg).map((segment) => economicPart(segment, leg, problem));
    const found = economic.filter((segment) => segment !== null);
    // A holding that is not worth an order is skipped on the way to the next one, as if it cost its whole value.
    const through = { ...NO_COST, low: leg.sizeMinor, high: leg.sizeMinor, slope: 1 };
    const own = found.length === 0 && index < legs.length - 1 ? [through] : found;
    for (const segment of own) segments.push(shifted({ ...segment, pool, before }, offset, paidMinor));
    const last = own.at(-1);
    paidMinor += last ? segmentCost(last, leg.sizeMinor) : 0;
    offset += leg.sizeMinor;
    passed.push({ pool, amount: leg.sizeMinor });
  });
  return segments;
}

function poolOf({ fxIndex }: BudgetLeg): number {
  return fxIndex === undefined ? 0 : fxIndex + 1;
}

const NO_COST = { offset: 0, fixed: 0, slope: 0, kink: 0, extra: 0, impact: 0, pool: 0, before: null };

/** Returns the segments of a single leg: the commission is convex up to its cap and constant beyond. */
function legSegments({ curve, sizeMinor }: BudgetLeg): CostSegment[] {
  const { commissionRate, minimumMinor, capMinor, proportionalRate: slope, impactRatePerRootMinor: impact } = curve;
  const base = { ...NO_COST, low: 0, slope, impact };
  if (minimumMinor >= capMinor) return [{ ...base, high: sizeMinor, fixed: capMinor, kink: sizeMinor }];
  const kink = commissionRate > 0 ? Math.min(sizeMinor, minimumMinor / commissionRate) : sizeMinor;
  const capAt = commissionRate > 0 ? capMinor / commissionRate : Number.POSITIVE_INFINITY;
  const below = { ...base, high: Math.min(sizeMinor, capAt), fixed: minimumMinor, kink, extra: commissionRate };
  if (capAt >= sizeMinor) return [below];
  return [below, { ...base, low: capAt, high: sizeMinor, fixed: capMinor, kink: sizeMinor }];
}

/**
 * Returns the part of a segment in which an order is large enough and its cost no more than the allowed share of its
 * value; `null` if there is none. The margin share·value − cost is concave, so that part is an interval.
 */
function economicPart(segment: CostSegment, { fxIndex }: BudgetLeg, problem: BudgetProblem): CostSegment | null {
  const { minOrderMinor, maxCostShare = 1, nettedFxRates } = problem;
  const low = Math.max(segment.low, minOrderMinor);
  if (low > segment.high) return null;
  const share = maxCostShare - (fxIndex === undefined ? 0 : (nettedFxRates?.[fxIndex] ?? 0));
  const margin = (value: number) => share * value - segmentCost(segment, value);
  const best = optimalValue({ ...segment, low }, share);
  if (margin(best) <= 0) return null;
  const lowest = margin(low) > 0 ? low : boundary(margin, best, low);
  const highest = margin(segment.high) > 0 ? segment.high : boundary(margin, best, segment.high);
  return { ...segment, low: lowest, high: highest };
}

/** Returns the last point between `inside` and `outside` at which the margin is positive, by bisection. */
function boundary(margin: (value: number) => number, inside: number, outside: number): number {
  let good = inside;
  let bad = outside;
  for (let round = 0; round < 60; round += 1) {
    const middle = (good + bad) / 2;
    if (margin(middle) > 0) good = middle;
    else bad = middle;
  }
  return good;
}

/** Every field is written out, so that all segments share one hidden class: the search reads them millions of times. */
function shifted(segment: CostSegment, by: number, paidMinor: number): CostSegment {
  return {
    low: segment.low + by,
    high: segment.high + by,
    offset: by,
    fixed: segment.fixed + paidMinor,
    slope: segment.slope,
    kink: segment.kink + by,
    extra: segment.extra,
    impact: segment.impact,
    pool: segment.pool,
    before: segment.before,
  };
}

/** Compares only content, so only trades that are exactly alike retain the order of the input. */
function compareTrades(a: BudgetTrade, b: BudgetTrade): number {
  const left = contentOf(a);
  const right = contentOf(b);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index] as number) - (right[index] as number);
    // The difference of two infinite caps is NaN; they count as equal.
    if (difference < 0 || difference > 0) return difference;
  }
  return left.length - right.length;
}

function contentOf({ side, legs }: BudgetTrade): number[] {
  const content = [side === 'buy' ? 0 : 1];
  for (const { sizeMinor, curve, fxIndex } of legs) {
    const { commissionRate, minimumMinor, capMinor, proportionalRate, impactRatePerRootMinor } = curve;
    content.push(
      -sizeMinor,
      fxIndex ?? -1,
      commissionRate,
      minimumMinor,
      capMinor,
      proportionalRate,
      impactRatePerRootMinor,
    );
  }
  return content;
}

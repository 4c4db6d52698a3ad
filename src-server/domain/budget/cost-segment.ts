/**
 * A cost segment: a range of values of one trade on which its cost is convex, with functions for the cost of a value
 * and for the optimal value at a given price. The search calls these functions millions of times, so they allocate
 * nothing.
 */

/** An amount in one currency pool: pool 0 is the base currency, pool k the currency of `nettedFxRates[k − 1]`. */
export interface PoolAmount {
  readonly pool: number;
  readonly amount: number;
}

/** With y = x − offset, the value x costs fixed + slope·y + extra·max(0, x − kink) + impact·y^1.5. */
export interface CostSegment {
  readonly low: number;
  readonly high: number;
  readonly offset: number;
  readonly fixed: number;
  readonly slope: number;
  readonly kink: number;
  readonly extra: number;
  readonly impact: number;
  /** The currency pool of the segment. */
  readonly pool: number;
  /** Amounts of the legs before it, if one of them is in another currency. */
  readonly before: readonly PoolAmount[] | null;
}

/** Returns the cost of `value`, which must be on the segment. */
export function segmentCost(segment: CostSegment, value: number): number {
  const { offset, fixed, slope, kink, extra, impact } = segment;
  const own = value - offset;
  return fixed + slope * own + extra * Math.max(0, value - kink) + impact * own * Math.sqrt(own);
}

/** Returns the value on the segment that maximises price·value − cost; the smallest one if several do. */
export function optimalValue(segment: CostSegment, price: number): number {
  const { low, high, offset, slope, kink, extra, impact } = segment;
  const bend = Math.max(low, Math.min(kink, high));
  if (impact === 0) return price > slope + extra ? high : price > slope ? bend : low;
  const root = (price - slope) / (1.5 * impact);
  const flat = root > 0 ? offset + root * root : low;
  if (flat <= bend) return Math.max(low, flat);
  const steepRoot = (price - slope - extra) / (1.5 * impact);
  const steep = steepRoot > 0 ? offset + steepRoot * steepRoot : bend;
  return Math.min(high, Math.max(bend, steep));
}

/** Returns how much of a row's value on a segment is in one currency pool. */
export function valueIn(pool: number, segment: CostSegment | undefined, value: number): number {
  if (segment === undefined) return 0;
  const { offset, before } = segment;
  if (before === null) return segment.pool === pool ? value : 0;
  const own = segment.pool === pool ? value - offset : 0;
  return before.reduce((sum, part) => sum + (part.pool === pool ? part.amount : 0), own);
}

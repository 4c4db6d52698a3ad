/**
 * Computes the return of a mix of instruments at given weights, with the rest in cash (decision O9). Trading is free of
 * costs. Reads no clock.
 */

interface MixPart {
  /** Share of the whole; the remainder of all parts is cash. */
  readonly weight: number;
  /** Prices in one currency, at the beginning and at the end. */
  readonly from: number;
  readonly to: number;
}

/** Returns the growth of a unit: `1 + Σ weight · (to / from − 1)`. A part without a price counts as cash. */
export function mixGrowth(parts: readonly MixPart[]): number {
  return parts.reduce((growth, { weight, from, to }) => (from > 0 ? growth + weight * (to / from - 1) : growth), 1);
}

/**
 * The return of a mix of instruments at given weights, with the rest in cash (decision O9). Costs nothing to trade. Reads
 * no clock.
 */

interface MixPart {
  /** Share of the whole; what all of them leave is cash. */
  readonly weight: number;
  /** In one currency, at the beginning and at the end. */
  readonly from: number;
  readonly to: number;
}

/** What a unit became: `1 + Σ weight · (to / from − 1)`. A part without a price counts as cash. */
export function mixGrowth(parts: readonly MixPart[]): number {
  return parts.reduce((growth, { weight, from, to }) => (from > 0 ? growth + weight * (to / from - 1) : growth), 1);
}

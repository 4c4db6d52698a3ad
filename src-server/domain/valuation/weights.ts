/**
 * Owns how weights are rounded and what targets leave to cash. Weights are fractions of one, not percentages.
 */

export interface TargetWeight {
  readonly isin: string;
  readonly weight: number;
}

/** To ten decimals, so JSON is clean and 0.55 − 0.50 is 0.05 rather than a hair above it; never −0. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1e10) / 1e10 + 0;
}

/** Sum of the targets; up to 1.001 is accepted (decision G1). */
export function targetSum(targets: readonly TargetWeight[]): number {
  let sum = 0;
  for (const target of targets) sum += target.weight;
  return roundWeight(sum);
}

/** What the targets leave is the cash target (decision G1); nothing if they sum to more than one. */
export function cashTargetWeight(targets: readonly TargetWeight[]): number {
  return roundWeight(Math.max(0, 1 - targetSum(targets)));
}

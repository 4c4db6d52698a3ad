/**
 * Rounds weights and derives the cash target from the targets. Weights are fractions of one, not percentages.
 */

export interface TargetWeight {
  readonly isin: string;
  readonly weight: number;
}

/** Rounds to ten decimals, so that 0.55 − 0.50 is 0.05 and not slightly more; never −0. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1e10) / 1e10 + 0;
}

/** Returns the sum of the targets; up to 1.001 is accepted (decision G1). */
export function targetSum(targets: readonly TargetWeight[]): number {
  let sum = 0;
  for (const target of targets) sum += target.weight;
  return roundWeight(sum);
}

/** Returns the cash target, which is the remainder of the targets (decision G1); 0 if they sum to more than one. */
export function cashTargetWeight(targets: readonly TargetWeight[]): number {
  return roundWeight(Math.max(0, 1 - targetSum(targets)));
}

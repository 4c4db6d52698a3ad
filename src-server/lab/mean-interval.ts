/**
 * The mean of a sample and its 95 % confidence interval by Student's t (decision P2): mean ± t · s / √n with n − 1
 * degrees of freedom. Of paired differences it is the paired t interval.
 */
import jstat from 'jstat';

export interface MeanInterval {
  readonly count: number;
  readonly mean: number;
  /** `null`: a single value has no spread. */
  readonly low: number | null;
  readonly high: number | null;
}

const CONFIDENCE = 0.95;

/** `null` for no values at all. */
export function meanInterval(values: Float64Array | readonly number[]): MeanInterval | null {
  const count = values.length;
  if (count === 0) return null;
  // About the first value, so that nearly equal large numbers keep their digits.
  const shift = values[0] ?? 0;
  let sum = 0;
  for (const value of values) sum += value - shift;
  const mean = shift + sum / count;
  if (count === 1) return { count, mean, low: null, high: null };
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const half = quantileOf(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { count, mean, low: mean - half, high: mean + half };
}

function quantileOf(degrees: number): number {
  const known = quantiles.get(degrees);
  if (known !== undefined) return known;
  const quantile = jstat.jStat.studentt.inv((1 + CONFIDENCE) / 2, degrees);
  quantiles.set(degrees, quantile);
  return quantile;
}

const quantiles = new Map<number, number>();

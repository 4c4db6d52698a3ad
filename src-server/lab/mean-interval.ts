/**
 * The mean of a sample and its 95 % confidence interval (decision P2): mean ± t · s / √n by Student's t with n − 1
 * degrees of freedom, cut to the possible values. For values between two bounds it is Wilson's score interval, which
 * never exceeds them. For paired differences it is the paired t interval.
 */
import jstat from 'jstat';
import type { MeasureRange } from '../contract/control/lab/lab-measures.ts';

interface MeanInterval {
  readonly count: number;
  readonly mean: number;
  /** `null`: a single value has no spread. */
  readonly low: number | null;
  readonly high: number | null;
}

const ENDLESS: MeasureRange = { least: null, most: null };
const CONFIDENCE = 0.95;

/** `null` for no values at all; all values are within `range`. */
export function meanInterval(
  values: Float64Array | readonly number[],
  range: MeasureRange = ENDLESS,
): MeanInterval | null {
  const count = values.length;
  if (count === 0) return null;
  // Relative to the first value, so that nearly equal large numbers retain their digits.
  const shift = values[0] ?? 0;
  let sum = 0;
  for (const value of values) sum += value - shift;
  const mean = shift + sum / count;
  if (count === 1) return { count, mean, low: null, high: null };
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const t = quantileOf(count - 1);
  const squaredError = squares / (count - 1) / count;
  const { least, most } = range;
  if (least !== null && most !== null) {
    const width = most - least;
    const share = wilsonInterval((mean - least) / width, squaredError / width ** 2, t, count);
    return { count, mean, low: least + width * share.low, high: least + width * share.high };
  }
  const half = t * Math.sqrt(squaredError);
  return { count, mean, ...within({ low: mean - half, high: mean + half }, range) };
}

/** Cuts an interval to a range, outside which the mean cannot be. */
export function within<I extends { readonly low: number; readonly high: number }>(
  interval: I,
  { least, most }: MeasureRange,
): I {
  const low = Math.max(interval.low, least ?? Number.NEGATIVE_INFINITY);
  return { ...interval, low, high: Math.min(interval.high, most ?? Number.POSITIVE_INFINITY) };
}

/**
 * Wilson's interval of a share (1927), with t for z and, for the count, the one at which yes or no would have the
 * squared standard error of these shares: p(1 − p) / error². If all are 0, or all 1, it is the count itself.
 */
function wilsonInterval(share: number, squaredError: number, t: number, count: number) {
  const variance = share * (1 - share);
  if (squaredError === 0 && variance > 0) return { low: share, high: share };
  const perCount = t ** 2 / (variance === 0 ? count : variance / squaredError);
  const centre = (share + perCount / 2) / (1 + perCount);
  const half = Math.sqrt(perCount * variance + perCount ** 2 / 4) / (1 + perCount);
  // If the share is 0 or 1, that end of the interval is exact, without rounding errors.
  return { low: share <= 0 ? 0 : Math.max(0, centre - half), high: share >= 1 ? 1 : Math.min(1, centre + half) };
}

function quantileOf(degrees: number): number {
  const known = quantiles.get(degrees);
  if (known !== undefined) return known;
  const quantile = jstat.jStat.studentt.inv((1 + CONFIDENCE) / 2, degrees);
  quantiles.set(degrees, quantile);
  return quantile;
}

const quantiles = new Map<number, number>();

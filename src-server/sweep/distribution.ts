/**
 * The exact distribution of one figure over many runs: all values are sorted, none is sampled or estimated. Quantiles
 * are the default of NumPy, R and Excel (Hyndman and Fan's type 7): at (n − 1)·q between the sorted values, linear in
 * between.
 */

/** The statistics of a figure's distribution, in the order of the tables. */
export const STATISTICS = ['min', 'p5', 'p25', 'median', 'p75', 'p95', 'max', 'mean', 'stddev'] as const;

interface FigureDistribution {
  readonly count: number;
  readonly min: number;
  readonly p5: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
  /** Of a sample (n − 1); 0 for a single value. */
  readonly stddev: number;
}

/** One bar of a histogram: from `from` (included) to `to` (not included, except by the last bar). */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** `null` for no values at all. `sorted` is ascending. */
export function distributionOf(sorted: Float64Array): FigureDistribution | null {
  if (sorted.length === 0) return null;
  const mean = sumOf(sorted) / sorted.length;
  return {
    count: sorted.length,
    min: quantile(sorted, 0),
    p5: quantile(sorted, 0.05),
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    max: quantile(sorted, 1),
    mean,
    stddev: spread(sorted, mean),
  };
}

/** The value below which the share `q` (0 to 1) of the values is. */
export function quantile(sorted: Float64Array, q: number): number {
  const index = (sorted.length - 1) * q;
  const below = sorted[Math.floor(index)] ?? Number.NaN;
  const above = sorted[Math.ceil(index)] ?? Number.NaN;
  return below + (above - below) * (index - Math.floor(index));
}

const FEWEST_BARS = 5;
const MAX_BARS = 24;

/** The square root of the number of values: more bars would show chance rather than shape. */
export function barsFor(values: number): number {
  return Math.min(MAX_BARS, Math.max(FEWEST_BARS, Math.ceil(Math.sqrt(values))));
}

/**
 * Returns `wanted` bars of equal width; one bar for each whole number if all values are whole and at most `most` bars
 * result.
 */
export function histogramOf(sorted: Float64Array, wanted = barsFor(sorted.length), most = MAX_BARS): Bin[] {
  const [min = 0, max = 0] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 0) return [];
  if (min === max) return [{ from: min, to: max, count: sorted.length }];
  const isCounted = max - min < most && sorted.every(Number.isInteger);
  const bars = isCounted ? max - min + 1 : wanted;
  const width = isCounted ? 1 : (max - min) / wanted;
  const counts = new Array<number>(bars).fill(0);
  for (const value of sorted) {
    const bar = Math.min(bars - 1, Math.floor((value - min) / width));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return counts.map((count, bar) => ({ from: min + bar * width, to: min + (bar + 1) * width, count }));
}

/**
 * Neumaier's summation: the error of each addition is accumulated separately, so the order of values does not matter.
 */
function sumOf(values: Float64Array): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function spread(values: Float64Array, mean: number): number {
  if (values.length < 2) return 0;
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  return Math.sqrt(squares / (values.length - 1));
}

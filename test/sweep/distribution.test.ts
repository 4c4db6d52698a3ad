import { describe, expect, it } from 'vitest';
import { barsFor, distributionOf, histogramOf, quantile } from '../../src-server/sweep/distribution.ts';
import { proves } from '../conformance/proves.ts';

const ONE_TO_TEN = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

describe('the distribution of a figure', () => {
  it('has the quantiles that NumPy and R give by default', proves('K63'), () => {
    // numpy.percentile(range(1, 11), [5, 25, 50, 75, 95]) and quantile(1:10, …) in R: place (10 − 1)·q after the first.
    expect(distributionOf(ONE_TO_TEN)).toEqual({
      count: 10,
      min: 1,
      p5: 1 + 9 * 0.05,
      p25: 3.25,
      median: 5.5,
      p75: 7.75,
      p95: expect.closeTo(9.55, 12),
      max: 10,
      mean: 5.5,
      // √(82.5 / 9)
      stddev: expect.closeTo(3.0276503540974917, 12),
    });
  });

  it('is the value itself for a single run, with no spread', () => {
    const { min, median, max, mean, stddev } = distributionOf(Float64Array.of(7)) ?? {};
    expect([min, median, max, mean, stddev]).toEqual([7, 7, 7, 7, 0]);
  });

  it('is absent if no run has the figure', () => {
    expect(distributionOf(new Float64Array())).toBeNull();
  });

  it('has the spread of the textbook sample 2, 4, 4, 4, 5, 5, 7, 9', () => {
    // Mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, √(32 / 7).
    const { mean, stddev } = distributionOf(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9)) ?? {};
    expect([mean, stddev]).toEqual([5, Math.sqrt(32 / 7)]);
  });

  it('loses no small value next to large ones, and no spread far from zero', () => {
    expect(distributionOf(Float64Array.of(-1e16, 1, 1, 1e16))?.mean).toBe(0.5);
    // Three neighbours a billion away from zero: mean 10⁹ + 1, stddev 1.
    const { mean, stddev } = distributionOf(Float64Array.of(1e9, 1e9 + 1, 1e9 + 2)) ?? {};
    expect([mean, stddev]).toEqual([1e9 + 1, 1]);
  });

  it('interpolates between neighbours only', () => {
    expect(quantile(Float64Array.of(0, 100), 0.05)).toBe(5);
    expect(quantile(Float64Array.of(0, 0, 0, 1000), 0.5)).toBe(0);
  });
});

describe('a histogram', () => {
  it('counts every value once, and the largest in the last bar', () => {
    const bins = histogramOf(ONE_TO_TEN, 3, 3);
    expect(bins.map(({ count }) => count)).toEqual([3, 3, 4]);
    expect([bins[0]?.from, bins[2]?.to]).toEqual([1, 10]);
  });

  it('has one bar for each whole number if there are few of them', () => {
    expect(histogramOf(Float64Array.of(2, 2, 5), 20)).toEqual([
      { from: 2, to: 3, count: 2 },
      { from: 3, to: 4, count: 0 },
      { from: 4, to: 5, count: 0 },
      { from: 5, to: 6, count: 1 },
    ]);
  });

  it('has a number of bars that fits the number of runs', () => {
    expect([1, 25, 50, 100, 10_000].map(barsFor)).toEqual([5, 5, 8, 10, 24]);
    const halves = Float64Array.from({ length: 50 }, (_, index) => index / 2);
    expect(histogramOf(halves)).toHaveLength(8);
  });

  it('has a single bar if all values are equal, and none without values', () => {
    expect(histogramOf(Float64Array.of(0.3, 0.3), 20)).toEqual([{ from: 0.3, to: 0.3, count: 2 }]);
    expect(histogramOf(new Float64Array(), 20)).toEqual([]);
  });
});

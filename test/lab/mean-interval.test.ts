/** Tests the interval of a mean (decision P2): Student's t, and Wilson's if a measure is between two bounds. */
import { describe, expect, test } from 'vitest';
import { LAB_MEASURES } from '../../src-server/contract/control/lab/lab-measures.ts';
import { meanInterval } from '../../src-server/lab/mean-interval.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';

const SHARE = { least: 0, most: 1 };
/** 97.5 % of Student's t with 9 degrees of freedom, from tables. */
const T9 = 2.262157;

describe('the interval of a share', () => {
  test('is that of Wilson if every path is all or nothing', proves('P2.2'), () => {
    // 3 of 10: p = 0.3, s² = 10/9 · 0.21, so s²/N = 0.21 / 9 and p(1 − p) / (s²/N) = 9. q = t² / 9 = 0.568595;
    // (0.3 + q/2 ± √(q · 0.21 + q²/4)) / (1 + q) = (0.584297 ± 0.447472) / 1.568595.
    const values = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
    const q = T9 ** 2 / 9;
    const half = Math.sqrt(q * 0.21 + q ** 2 / 4);
    const found = meanInterval(values, SHARE);
    expect(found?.low).toBeCloseTo((0.3 + q / 2 - half) / (1 + q), 6);
    expect(found?.high).toBeCloseTo((0.3 + q / 2 + half) / (1 + q), 6);
    expect(found).toMatchObject({ low: expect.closeTo(0.087229, 6), high: expect.closeTo(0.657766, 6) });
  });

  test('includes possible values if no path has any, or every path all', proves('P2.2'), () => {
    // q = t² / 10 = 0.511735: from 0 to q / (1 + q) = 0.338508, and the same from the other end.
    const q = T9 ** 2 / 10;
    expect(meanInterval(Array(10).fill(0), SHARE)).toMatchObject({ low: 0, high: expect.closeTo(q / (1 + q), 6) });
    expect(meanInterval(Array(10).fill(1), SHARE)).toMatchObject({ low: expect.closeTo(1 / (1 + q), 6), high: 1 });
    // A fall is between −1 and 0.
    const fall = meanInterval(Array(10).fill(0), { least: -1, most: 0 });
    expect(fall).toMatchObject({ low: expect.closeTo(-q / (1 + q), 6), high: 0 });
  });

  test('is a point if all paths have the same share between 0 and 1', proves('P2.2'), () => {
    expect(meanInterval([0.25, 0.25, 0.25], SHARE)).toEqual({ count: 3, mean: 0.25, low: 0.25, high: 0.25 });
    expect(meanInterval([0.25], SHARE)).toEqual({ count: 1, mean: 0.25, low: null, high: null });
  });

  test('is that of Student if the bounds are far away', proves('P2.2'), () => {
    const values = [0.4, 0.42, 0.44, 0.46, 0.48, 0.5, 0.52, 0.54, 0.56, 0.58];
    const [wilson, student] = [meanInterval(values, SHARE), meanInterval(values)];
    expect(wilson?.low).toBeCloseTo(student?.low ?? 0, 3);
    expect(wilson?.high).toBeCloseTo(student?.high ?? 0, 3);
  });
});

test('never exceeds the possible values of its measure, and includes the mean', proves('P2.2'), () => {
  for (const { range } of LAB_MEASURES) {
    const least = range.least ?? -1e6;
    const value = fc.oneof(
      fc.constant(least),
      fc.constant(range.most ?? 1e6),
      fc.double({ min: least, max: range.most ?? 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 30 }), (values) => {
        const { mean, low, high } = meanInterval(values, range) ?? { mean: 0, low: null, high: null };
        const slack = 1e-9 * Math.max(1, Math.abs(mean));
        expect(low ?? Number.NaN).toBeGreaterThanOrEqual(least);
        expect(high ?? Number.NaN).toBeLessThanOrEqual(range.most ?? Number.POSITIVE_INFINITY);
        expect(low ?? Number.NaN).toBeLessThanOrEqual(mean + slack);
        expect(high ?? Number.NaN).toBeGreaterThanOrEqual(mean - slack);
      }),
    );
  }
});

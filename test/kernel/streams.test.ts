/** Named random streams: their bits never change, and they look random where the world relies on it. */

import { describe, expect, test } from 'vitest';
import { drawUint32, drawUniform, streamKey } from '../../src-server/kernel/streams.ts';

describe('a stream', () => {
  test('gives the same bits on every machine in every release', () => {
    const first = (seed: number, purpose: string, entityId?: string) => {
      const key = streamKey(seed, purpose, entityId);
      return [0, 1, 2, 2 ** 32, 2 ** 40 + 1].map((index) => drawUint32(key, index));
    };
    expect(first(0, '')).toMatchInlineSnapshot(`
      [
        232751551,
        762227384,
        642955278,
        1392343697,
        2754324987,
      ]
    `);
    expect(first(1, 'id', 'pf')).toMatchInlineSnapshot(`
      [
        2494057699,
        286792464,
        3597321188,
        76663697,
        805911640,
      ]
    `);
    expect(first(Number.MAX_SAFE_INTEGER, 'webhook-retry', 'dl_ü')).toMatchInlineSnapshot(`
      [
        135627818,
        2693000322,
        221697133,
        2219387101,
        4002890924,
      ]
    `);
  });

  test('does not depend on which draws were read before', () => {
    const key = streamKey(5, 'order');
    const forwards = [0, 1, 2, 3].map((index) => drawUint32(key, index));
    const backwards = [3, 2, 1, 0].map((index) => drawUint32(key, index)).reverse();
    expect(backwards).toEqual(forwards);
  });

  test.each([
    ['seed', streamKey(1, 'a', 'b'), streamKey(2, 'a', 'b')],
    ['high half of the seed', streamKey(1, 'a', 'b'), streamKey(1 + 2 ** 32, 'a', 'b')],
    ['purpose', streamKey(1, 'a', 'b'), streamKey(1, 'c', 'b')],
    ['entity', streamKey(1, 'a', 'b'), streamKey(1, 'a', 'c')],
    ['border between purpose and entity', streamKey(1, 'ab', 'c'), streamKey(1, 'a', 'bc')],
  ])('differs for another %s', (_what, left, right) => {
    let same = 0;
    for (let index = 0; index < 10_000; index += 1) if (drawUint32(left, index) === drawUint32(right, index)) same += 1;
    // Of 10 000 pairs of 32-bit numbers, 10 000 / 2^32 = 0.000002 are the same by chance.
    expect(same).toBe(0);
  });
});

describe('uniform draws', () => {
  const key = streamKey(11, 'uniformity');

  test('are in [0, 1) and fill ten bins evenly', () => {
    const bins = new Array<number>(10).fill(0);
    for (let index = 0; index < 100_000; index += 1) {
      // Anything outside of [0, 1) would make an eleventh bin.
      const bin = Math.floor(drawUniform(key, index) * 10);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    expect(Object.keys(bins)).toHaveLength(10);
    // Chi-squared with 9 degrees of freedom exceeds 27.9 once in a thousand; the draws never change, so neither does
    // this.
    const chiSquared = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquared).toBeLessThan(27.9);
  });

  test('have the mean and the variance of the uniform distribution, and independent neighbours', () => {
    const draws = Array.from({ length: 100_000 }, (_, index) => drawUniform(key, index) - 0.5);
    const mean = average(draws);
    // The standard error of the mean is sqrt(1/12)/sqrt(100 000) = 0.0009; four of them are 0.0037.
    expect(Math.abs(mean)).toBeLessThan(0.0037);
    expect(average(draws.map((draw) => draw * draw))).toBeCloseTo(1 / 12, 3);
    const products = draws.slice(1).map((draw, index) => draw * (draws[index] ?? 0));
    expect(Math.abs(average(products)) * 12).toBeLessThan(0.0127);
  });

  test('share half of their bits with the draws of the next seed', () => {
    let agreeing = 0;
    for (let seed = 0; seed < 2000; seed += 1) {
      const difference = drawUint32(streamKey(seed, 'a'), 0) ^ drawUint32(streamKey(seed + 1, 'a'), 0);
      for (let bit = 0; bit < 32; bit += 1) if (((difference >>> bit) & 1) === 0) agreeing += 1;
    }
    // 64 000 fair coins: standard deviation sqrt(64 000)/2 = 126; four of them are 506.
    expect(Math.abs(agreeing - 32_000)).toBeLessThan(506);
  });
});

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

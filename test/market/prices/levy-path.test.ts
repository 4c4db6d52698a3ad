import { describe, expect, it } from 'vitest';
import { streamKey } from '../../../src-server/kernel/streams.ts';
import { TAU_END, TAU_PER_DAY } from '../../../src-server/market/calendar/variance-clock.ts';
import { createLevyPath } from '../../../src-server/market/prices/levy-path.ts';
import { fc } from '../../support/draws.ts';

describe('a Lévy path', () => {
  it('gives the same values in any order as a fresh path for each alone', () => {
    const tau = fc.double({ min: 0, max: TAU_END - 1, noNaN: true });
    const nearby = fc.tuple(tau, fc.double({ min: -2000, max: 2000, noNaN: true }));
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.oneof(tau, nearby), { maxLength: 30 }), (seed, questions) => {
        const path = makePath(seed);
        for (const question of questions) {
          const centre = typeof question === 'number' ? question : question[0] + question[1];
          const where = Math.min(Math.max(centre, 0), TAU_END - 1);
          expect(path.at(where)).toBe(makePath(seed).at(where));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('starts at zero and is continuous across leaves', () => {
    const path = makePath(7);
    expect(path.at(0)).toBe(0);
    for (let leaf = 1; leaf < 200; leaf += 1) {
      const boundary = 2 ** 38 + leaf * 256;
      expect(Math.abs(path.at(boundary) - path.at(boundary - 0.001))).toBeLessThan(1e-6);
    }
  });

  it.each([1 / 1000, 1, 65, 1300])('has increments over %d days with mean 0 and a variance of as many days', (days) => {
    const seeds = 600;
    const start = 6830.3 * TAU_PER_DAY;
    const increments = Array.from({ length: seeds }, (_, seed) => {
      const path = makePath(seed);
      return (path.at(start + days * TAU_PER_DAY) - path.at(start)) / Math.sqrt(days);
    });
    const mean = average(increments);
    const variance = average(increments.map((increment) => increment * increment));
    // Standard errors: 1 / sqrt(n) for the mean, sqrt(2 / n) for the variance of a normal.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(seeds));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / seeds));
  });

  it('has independent increments on consecutive days', () => {
    const path = makePath(3);
    const days = 10_000;
    const steps = Array.from(
      { length: days },
      (_, day) => path.at((day + 1) * TAU_PER_DAY) - path.at(day * TAU_PER_DAY),
    );
    const products = steps.slice(1).map((step, index) => step * (steps[index] as number));
    expect(Math.abs(average(products))).toBeLessThan(4 / Math.sqrt(days));
    expect(Math.abs(average(steps.map((step) => step * step)) - 1)).toBeLessThan(4 * Math.sqrt(2 / days));
  });
});

function makePath(seed: number) {
  return createLevyPath(streamKey(seed, 'test.path'));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

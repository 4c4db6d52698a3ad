/** The tax on a net gain is divided to the cent among the gains and losses that make it up (decision L135). */
import { describe, expect, it } from 'vitest';
import { shareTax } from '../../../src-server/domain/lots/realised-gains.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const gains = fc.array(fc.integer({ min: -100_000_000, max: 100_000_000 }), { minLength: 1, maxLength: 12 });
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 1e6);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('the shares of a tax', () => {
  it('sum to the tax, a gain never saves any, and a loss never costs any', {
    ...proves('L135.2'),
    tags: ['drawn'],
  }, () => {
    fc.assert(
      fc.property(gains, rate, (each, share) => {
        const shares = shareTax(each, share);
        expect(sumOf(shares)).toBe(Math.round(Math.max(0, sumOf(each)) * share));
        for (const [index, tax] of shares.entries()) {
          const gain = each[index] ?? 0;
          if (gain >= 0) expect(tax).toBeGreaterThanOrEqual(0);
          else expect(tax).toBeLessThanOrEqual(0);
          // To the cent its own, except for losses that are not used.
          if (gain >= 0) expect(Math.abs(tax - gain * share)).toBeLessThan(1);
        }
      }),
      { numRuns: draws(20_000) },
    );
  });

  it('of 400.00 and −100.00 at 25 % are 100.00 and −25.00, and sum to 75.00', proves('L135.2'), () => {
    expect(shareTax([40_000, -10_000], 0.25)).toEqual([10_000, -2_500]);
  });

  it(
    'use no more of a loss than there are gains: 100.00 at 25 % is 25.00, of which 300.00 of losses save all',
    proves('L135.2'),
    () => {
      expect(shareTax([10_000, -20_000, -10_000], 0.25)).toEqual([2_500, -1_667, -833]);
      expect(shareTax([-10_000], 0.25)).toEqual([0]);
      expect(shareTax([10_000, -5_000], 0)).toEqual([0, 0]);
    },
  );
});

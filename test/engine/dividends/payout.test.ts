/** The tax withheld from a dividend, by source, residence and wrapper, to the cent (decision O2). */
import { describe, expect, test } from 'vitest';
import { netMinor, payoutOf } from '../../../src-server/engine/dividends/dividend.ts';
import { withholdingFor } from '../../../src-server/market/dividends/distribution.ts';
import { proves } from '../../conformance/proves.ts';
import { makeMarket } from '../../market/market-fixture.ts';
import { draws, fc } from '../../support/draws.ts';

const { data } = makeMarket(1);

describe('a payout', () => {
  test('is net and withholding, to the cent, for any amount in any currency', proves('O2.6'), () => {
    const rate = fc.integer({ min: 100_000, max: 20_000_000 });
    const any = fc.record({
      grossMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
      withholdingPpm: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(any, rate, rate, (dividend, from, to) => {
        const { paidGrossMinor, taxMinor } = payoutOf(dividend, from, to);
        const net = netMinor({ paidGrossMinor, taxMinor }) ?? Number.NaN;
        expect(net + taxMinor).toBe(paidGrossMinor);
        expect(net).toBeGreaterThanOrEqual(0);
        expect(Math.abs(taxMinor - (paidGrossMinor * dividend.withholdingPpm) / 1e6)).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(Math.abs(paidGrossMinor - (dividend.grossMinor * to) / from)).toBeLessThanOrEqual(0.5 + 1e-4);
      }),
      { numRuns: draws(10_000) },
    );
  });
});

describe('the withholding rate', () => {
  test.each([
    ['DE', 'DE', 'Depot', 263_750],
    ['DE', 'GB', 'ISA', 263_750],
    ['FR', 'FR', 'PEA', 0],
    ['FR', 'FR', 'Depot', 314_000],
    ['FR', 'DE', 'Depot', 128_000],
    ['FR', 'GB', 'SIPP', 150_000],
    ['FR', 'GB', 'ISA', 128_000],
    ['NL', 'DE', 'Depot', 150_000],
    ['IE', 'GB', 'GIA', 0],
    ['GB', 'DE', 'Depot', 0],
    ['CH', 'DE', 'Depot', 350_000],
    ['SE', 'GB', 'GIA', 50_000],
    ['SE', 'DE', 'Depot', 150_000],
    ['SE', 'IT', 'Depot', 300_000],
    ['DK', 'DE', 'Depot', 270_000],
    ['NO', 'FR', 'PEA', 150_000],
    ['NO', 'IT', 'Depot', 250_000],
    ['NO', 'NO', 'Depot', 0],
    ['IT', 'IT', 'Depot', 260_000],
    ['US', 'GB', 'SIPP', 0],
    ['ZZ', 'DE', 'Depot', 0],
  ])(
    'of a dividend from %s to a holder in %s with %s is %d millionths',
    proves('O2.6'),
    (source, residence, wrapper, ppm) => {
      const { ratePpm, law } = withholdingFor(data.withholding, { source, residence, wrapper, date: '2026-03-02' });
      expect(ratePpm).toBe(ppm);
      expect(law === null).toBe(source === 'ZZ');
    },
  );

  test('of an unknown residence is the one without a treaty', proves('O2.6'), () => {
    const terms = { source: 'NO', residence: null, wrapper: 'Depot', date: '2026-03-02' };
    expect(withholdingFor(data.withholding, terms).ratePpm).toBe(250_000);
  });

  test('is defined for every source of the market, with its statute', proves('O2.6'), () => {
    for (const { sourceCountry } of data.dividends.values()) {
      const terms = { source: sourceCountry, residence: 'PT', wrapper: 'Depot', date: '2026-03-02' };
      const { law } = withholdingFor(data.withholding, terms);
      expect(law).toMatch(/\d/);
    }
  });
});

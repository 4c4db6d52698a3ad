import { describe, expect, test } from 'vitest';
import { valueInBaseMinor, valueMinor } from '../../../src-server/domain/numbers/exact.ts';
import { reproducingRate } from '../../../src-server/engine/mifid/reproducing-rate.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';

describe('the exchange rate of a record', () => {
  test(
    'has as many decimals as reproduce the value of 100 at 1 000.00 SEK, at 11.05773 SEK for one EUR',
    proves('G48'),
    () => {
      // 100 000.00 / 11.05773 = 9 043.4474…; six decimals make 100 000.00 × 0.090434 = 9 043.40, seven 9 043.45.
      const fill = filled(100_000_000, 1_000_000_000, 11_057_730, 1_000_000);
      expect(fill.valueMinor).toBe(904_345);
      expect(reproducingRate(fill, 11_057_730, 1_000_000)).toBe(0.0904345);
    },
  );

  test('has six decimals if these are enough', proves('G48'), () => {
    // 10 at 98.50 SEK at 11.05 are 89.1402…: 985.00 × 0.090498 = 89.14.
    expect(reproducingRate(filled(10_000_000, 98_500_000, 11_050_000, 1_000_000), 11_050_000, 1_000_000)).toBe(
      0.090498,
    );
    expect(reproducingRate(filled(10_000_000, 98_500_000, 1_000_000, 1_000_000), 1_000_000, 1_000_000)).toBe(1);
  });

  test(
    'reproduces the recorded value of the consideration in whole cents, too, if one of its digits does',
    proves('G48'),
    () => {
      // 10.000017 at 231.50 SEK are 2 315.0039 SEK or 209.36: 2 315.00 × 0.090434 = 209.35, × 0.0904345 = 209.36.
      const fill = filled(10_000_017, 231_500_000, 11_057_730, 1_000_000);
      expect(fill).toMatchObject({ considerationMinor: 231_500, valueMinor: 20_936 });
      expect(reproducingRate(fill, 11_057_730, 1_000_000)).toBe(0.0904345);
    },
  );

  test(
    'times quantity and price is the recorded value to the cent, and equals the dealt rate to six decimals',
    proves('G48'),
    () => {
      const rates = fc.constantFrom(1_000_000, 862_000, 938_000, 11_050_000, 7_461_000, 11_720_000);
      const near = fc.integer({ min: 900_000, max: 1_100_000 });
      const rate = fc.tuple(rates, near).map(([perEur, part]) => Math.round((perEur * part) / 1e6));
      const quantity = fc.integer({ min: 100, max: 100_000_000_000 });
      const price = fc.integer({ min: 1, max: 90_000 }).map((cents) => cents * 10_000);
      const property = fc.property(quantity, price, rate, rate, (quantityMicro, priceMicro, local, base) => {
        const fill = filled(quantityMicro, priceMicro, local, base);
        const stated = reproducingRate(fill, local, base);
        const exactMinor = (quantityMicro * priceMicro * (base / local)) / 1e10;
        expect(Math.abs(stated - base / local)).toBeLessThanOrEqual(0.5e-6 + 1e-12);
        // A result within floating-point noise of half a cent can be rounded either way by the reader.
        const isTie = Math.abs(exactMinor - Math.floor(exactMinor) - 0.5) < 1e-5 + exactMinor * 2e-15;
        const product = Math.round((quantityMicro / 1e6) * (priceMicro / 1e6) * stated * 100);
        if (!isTie) expect(product).toBe(fill.valueMinor);
      });
      fc.assert(property, { numRuns: 5_000 });
    },
  );
});

function filled(quantityMicro: number, priceMicro: number, perEurLocalMicro: number, perEurBaseMicro: number) {
  const baseMinor = valueInBaseMinor(quantityMicro, priceMicro, perEurLocalMicro, perEurBaseMicro);
  return {
    quantityMicro,
    priceMicro,
    considerationMinor: valueMinor(quantityMicro, priceMicro),
    valueMinor: baseMinor,
  };
}

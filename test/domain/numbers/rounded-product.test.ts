import { describe, expect, test } from 'vitest';
import { divideHalfUp, valueInBaseMinor } from '../../../src-server/domain/numbers/exact.ts';
import { baseValueMinor, convertedMinor, roundedProduct } from '../../../src-server/domain/numbers/rounded-product.ts';
import { fc } from '../../support/draws.ts';

describe('the quick exact products', () => {
  test('a tie rounds up although floats cannot represent it: 1345.5 is 1346', () => {
    expect(roundedProduct(336_375, 400_000, 100_000_000)).toBe(1346);
  });

  test('amounts near the end of the exact range are right to the unit', () => {
    // 9 007 199 254 740 991 / 3 = 3 002 399 751 580 330.33…, 4 503 599 627 370 495 / 2 = 2 251 799 813 685 247.5
    expect(roundedProduct(9_007_199_254_740_991, 1, 3)).toBe(3_002_399_751_580_330);
    expect(roundedProduct(4_503_599_627_370_495, 1, 2)).toBe(2_251_799_813_685_248);
  });

  test('no conversion between equal rates changes an amount', () => {
    expect(convertedMinor(123, 862_000, 862_000)).toBe(123);
  });

  test('always agrees with big integers', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e8), fc.integer({ min: 100, max: 1e8 }), (a, b, divisor) => {
        expect(roundedProduct(a, b, divisor)).toBe(Number(divideHalfUp(BigInt(a) * BigInt(b), BigInt(divisor))));
      }),
    );
  });

  test('always agrees with the exact value in base currency', () => {
    const rate = fc.integer({ min: 100_000, max: 20_000_000 });
    fc.assert(
      fc.property(fc.nat(1e11), fc.nat(1e9), rate, rate, (quantityMicro, priceMicro, local, base) => {
        const exact = valueInBaseMinor(quantityMicro, priceMicro, local, base);
        expect(baseValueMinor(quantityMicro, priceMicro, local, base)).toBe(exact);
      }),
    );
  });
});

/** The most cash that a buy in another currency can take. */
import { expect, test } from 'vitest';
import { type ReserveTerms, valueAtLimitMinor } from '../../../src-server/engine/execution/reserve-cash.ts';

const COMMISSION = { bps: 0, minimumMinor: 0, capMinor: 0 };

function valueOfOne(listingCurrency: string, currency: string): number {
  const terms: ReserveTerms = {
    currency,
    rates: { SEK: 11_000_000, CHF: 950_000 },
    limitPriceMicro: 110_000_000,
    fxConversionBps: 0,
    roundingMinor: 0,
    instrument: { taxes: [] },
    listing: { currency: listingCurrency, commission: COMMISSION },
  };
  return valueAtLimitMinor(1_000_000, terms);
}

test('the value of a buy at its limit uses the rates dealt on submission; a euro is one euro', () => {
  expect(valueOfOne('EUR', 'EUR')).toBe(110_00);
  // 110.00 SEK at 11 SEK for one euro.
  expect(valueOfOne('SEK', 'EUR')).toBe(10_00);
  expect(valueOfOne('EUR', 'CHF')).toBe(104_50);
  expect(valueOfOne('SEK', 'CHF')).toBe(9_50);
});

import { describe, expect, test } from 'vitest';
import {
  type ChargeTerms,
  commissionMinorFor,
  explicitCharges,
  NOTHING_TRADED,
  taxMinorFor,
} from '../../../src-server/domain/costs/explicit-charges.ts';
import { fc } from '../../support/draws.ts';
import { RATES } from '../make-view.ts';

const rates = { perEurMicro: RATES, fxConversionBps: 25 };

describe('commission', () => {
  const commission = { bps: 5, minimumMinor: 300, capMinor: 6000 };

  test.each([
    ['nothing traded costs nothing', 0, 0],
    ['1 000.00 × 5 bps = 0.50 is lifted to the minimum of 3.00', 100_000, 300],
    ['6 000.00 × 5 bps = 3.00 is just the minimum', 600_000, 300],
    ['12 345.00 × 5 bps = 6.1725 is 6.17', 1_234_500, 617],
    ['12 350.00 × 5 bps = 6.175 is 6.18, half up', 1_235_000, 618],
    ['500 000.00 × 5 bps = 250.00 is held at the cap of 60.00', 50_000_000, 6000],
  ])('%s', (_title, considerationMinor, expected) => {
    expect(commissionMinorFor(considerationMinor, commission)).toBe(expected);
  });

  test('without a cap it continues to grow: 500 000.00 × 5 bps = 250.00', () => {
    expect(commissionMinorFor(50_000_000, { ...commission, capMinor: null })).toBe(25_000);
  });
});

describe('transaction tax', () => {
  test.each([
    ['SDRT: 42 720.00 × 0.5 % = 213.60', 4_272_000, 0.005, 1, 21_360],
    ['FTT: 600.00 × 0.4 % = 2.40', 60_000, 0.004, 1, 240],
    ['FTT: 3 363.75 × 0.4 % = 13.4550 is 13.46', 336_375, 0.004, 1, 1346],
    ['Swiss: 92 031.25 × 0.15 % = 138.046875 is 138.05', 9_203_125, 0.0015, 5, 13_805],
    ['Swiss: 92 015.00 × 0.15 % = 138.0225 is 138.00 to 0.05', 9_201_500, 0.0015, 5, 13_800],
    ['Swiss: 92 016.67 × 0.15 % = 138.025005 is 138.05 to 0.05', 9_201_667, 0.0015, 5, 13_805],
  ])('%s', (_title, considerationMinor, rate, roundToMinor, expected) => {
    expect(taxMinorFor(considerationMinor, { rate, roundToMinor })).toBe(expected);
  });

  test('a tax on buys is not charged on sells, a tax on both is', () => {
    const buyTax = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 } as const;
    const bothTax = { code: 'CH_STAMP', side: 'both', rate: 0.0015, roundToMinor: 5 } as const;
    const basis = { considerationLocalMinor: 100_000, valueMinor: 100_000 };
    const listing = { currency: 'EUR', commission: { bps: 0, minimumMinor: 0, capMinor: null } };
    const taxOn = (side: 'buy' | 'sell') =>
      explicitCharges(basis, { side, listing, instrument: { taxes: [buyTax, bothTax] }, currency: 'EUR' }, rates)
        .transactionTaxMinor;
    expect(taxOn('buy')).toBe(500 + 150);
    expect(taxOn('sell')).toBe(150);
  });

  test('a tax computed in francs is rounded in francs: 1 000.00 EUR = 938.00 CHF, × 0.15 % = 1.407 is 1.40 CHF = 1.49 EUR', () => {
    const tax = { code: 'CH_STAMP', side: 'both', rate: 0.0015, roundToMinor: 5, currency: 'CHF' } as const;
    const listing = { currency: 'EUR', commission: { bps: 0, minimumMinor: 0, capMinor: null } };
    const terms = { side: 'buy', listing, instrument: { taxes: [tax] }, currency: 'EUR' } as const;
    const basis = { considerationLocalMinor: 100_000, valueMinor: 100_000 };
    expect(explicitCharges(basis, terms, rates).transactionTaxMinor).toBe(149);
  });
});

describe('charges in the base currency', () => {
  const terms: ChargeTerms = {
    side: 'buy',
    listing: { currency: 'GBP', commission: { bps: 5, minimumMinor: 300, capMinor: null } },
    instrument: { taxes: [{ code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 }] },
    currency: 'EUR',
  };

  test('862.00 GBP is 1 000.00 EUR: commission 3.00 GBP = 3.48 EUR, FX 25 bps = 2.50 EUR, SDRT 4.31 GBP = 5.00 EUR', () => {
    const basis = { considerationLocalMinor: 86_200, valueMinor: 100_000 };
    const expected = { commissionMinor: 348, fxMinor: 250, transactionTaxMinor: 500 };
    expect(explicitCharges(basis, terms, rates)).toEqual(expected);
  });

  test('no conversion is charged if the listing trades in the base currency', () => {
    const basis = { considerationLocalMinor: 100_000, valueMinor: 100_000 };
    expect(explicitCharges(basis, { ...terms, currency: 'GBP' }, rates).fxMinor).toBe(0);
  });

  test('a small sale pays as much of the minimum commission as its proceeds after fee and tax allow', () => {
    const tax = { code: 'CH_STAMP', side: 'both', rate: 0.005, roundToMinor: 1 } as const;
    const sale = { ...terms, side: 'sell', instrument: { taxes: [tax] } } as const;
    // 2.00 GBP are 2.32 EUR: FX 25 bps = 0.01, tax 0.01 GBP = 0.01; of the commission of 3.48, 2.30 can be paid.
    const expected = { commissionMinor: 230, fxMinor: 1, transactionTaxMinor: 1 };
    expect(explicitCharges({ considerationLocalMinor: 200, valueMinor: 232 }, sale, rates)).toEqual(expected);
  });

  test('nothing traded costs nothing', () => {
    const expected = { commissionMinor: 0, fxMinor: 0, transactionTaxMinor: 0 };
    expect(explicitCharges(NOTHING_TRADED, terms, rates)).toEqual(expected);
  });

  test('charges never fall as an order trades more', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e7), (minor, moreMinor) => {
        const before = explicitCharges({ considerationLocalMinor: minor, valueMinor: minor }, terms, rates);
        const grown = minor + moreMinor;
        const after = explicitCharges({ considerationLocalMinor: grown, valueMinor: grown }, terms, rates);
        expect(after.commissionMinor).toBeGreaterThanOrEqual(before.commissionMinor);
        expect(after.fxMinor).toBeGreaterThanOrEqual(before.fxMinor);
        expect(after.transactionTaxMinor).toBeGreaterThanOrEqual(before.transactionTaxMinor);
      }),
    );
  });
});

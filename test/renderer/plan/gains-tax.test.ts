/** The text beside an estimate of gains tax: how it is computed, and what it does not count. */
import { describe, expect, it } from 'vitest';
import rates from '../../../fixtures/market/gains-tax.json' with { type: 'json' };
import {
  gainsTaxLimits,
  isNotDeducted,
  LIMITS_OF_MANY,
  taxBasis,
  taxInCash,
  taxSoFar,
  UNCOUNTED,
} from '../../../src-renderer/components/orders/gains-tax-limits.ts';
import { taxCoverTexts } from '../../../src-renderer/components/portfolios/tax-cover.ts';

const taxes = { tax_rate: 0.26375, net_gain: 1_000, tax: 263.75, earlier: null, sells: [] };
const SELL = { sequence: 1, isin: 'DE0007164600', exchange: 'XETR', gain: 1_000, tax: 263.75, lots: [] };
const spaced = (text: string) => text.replaceAll('\u202f', ' ');

describe('an estimate of gains tax', () => {
  it('names for Germany what its one rate leaves out', () => {
    const text = spaced(gainsTaxLimits({ tax_jurisdiction: 'DE', tax_rate: 0.26375 }, 'plan'));
    expect(text).toBe(
      'Gains tax is estimated at 26.375 % (DE) of the net gain. It is not deducted from the cash, although German banks ' +
        'deduct it at the sale. The estimate leaves out the saver’s allowance, the partial exemption of equity funds, ' +
        'the advance tax on funds, church tax, the ring-fencing of losses on shares, ' +
        'losses of earlier years, and gains and losses outside this plan.',
    );
  });

  it('has a text for every country whose gains are taxed at a rate, and for no other', () => {
    const taxed = Object.entries(rates.rates).flatMap(([country, rows]) =>
      rows.some(({ rate }) => rate > 0) ? country : [],
    );
    expect(Object.keys(UNCOUNTED).sort()).toEqual(taxed.sort());
  });

  it('explains why nothing is taxed: the wrapper, the country, or an unknown rate', () => {
    expect(gainsTaxLimits({ tax_jurisdiction: 'FR', tax_rate: 0 }, 'plan')).toMatch(
      /^Gains in this portfolio are not taxed/,
    );
    expect(gainsTaxLimits({ tax_jurisdiction: 'CH', tax_rate: 0 }, 'plan')).toMatch(
      /^Gains in this portfolio are not taxed/,
    );
    expect(gainsTaxLimits({ tax_jurisdiction: 'PL', tax_rate: 0 }, 'plan')).toBe(
      'Gains are treated as untaxed, because no tax rate is known for PL.',
    );
  });

  it('says in one way that the tax stays in the cash, also where banks deduct it at the sale', () => {
    const german = 'is not deducted from the cash, although German banks deduct it at the sale';
    expect(isNotDeducted('DE')).toBe(german);
    expect(isNotDeducted('GB')).toBe('is not deducted from the cash');
    expect(gainsTaxLimits({ tax_jurisdiction: 'DE', tax_rate: 0.26375 }, 'plan')).toContain(
      `It ${german}. The estimate leaves out`,
    );
    expect(LIMITS_OF_MANY).toContain('It is not deducted from the cash. The estimate leaves out');
  });

  it('says what the tax year has used of a yearly budget', () => {
    const year = { tax_year: '2026', tax_rate: 0.26375, tax_estimate: 131.88, currency: 'EUR' };
    expect(taxSoFar(year)).toBe('Estimated gains tax for 2026 so far: 131.88 EUR.');
    expect(taxSoFar({ ...year, tax_rate: 0, tax_estimate: 0 })).toBe('');
    expect(taxInCash({ ...year, tax_jurisdiction: 'DE' })).toBe(
      ' Estimated gains tax for 2026 so far: 131.88 EUR. It is not deducted from the cash, although German banks deduct it at the sale.',
    );
    expect(taxInCash({ ...year, tax_estimate: 0, tax_jurisdiction: 'DE' })).toBe('');
  });

  it('has its computation beside its figure, also where it is zero', () => {
    expect(spaced(taxBasis({ ...taxes, sells: [SELL] }))).toBe(
      '26.375 % of 1 000.00, before allowances and losses brought forward',
    );
    expect(taxBasis({ ...taxes, tax_rate: 0, tax: 0 })).toBe('gains are not taxed here');
    expect(taxBasis({ ...taxes, tax: 0 })).toBe('nothing is sold');
    expect(taxBasis({ ...taxes, tax: 0, net_gain: -12.5, sells: [SELL] })).toBe('net loss of 12.50');
  });
});

describe('gains tax that the cash does not cover', () => {
  const cover = { owed: 1_124.5, due: 1_540.28, missing: 1_540.27 };

  it('is said with the missing amount, what is due and what helps in the form of the portfolio', () => {
    const texts = taxCoverTexts({ cover, currency: 'EUR', form: 'B', isPast: false });
    expect(spaced(texts?.fact ?? '')).toBe(
      'The cash after this plan does not cover the gains tax: 1 540.27 EUR is missing.',
    );
    expect(spaced(texts?.figures ?? '')).toMatch(
      /^0\.01 EUR of cash remains, and an estimated 1 540\.28 EUR of gains tax is due, 415\.78 EUR of it from this plan\./,
    );
    expect(texts?.remedy).toMatch(/raise the cash target/);
    expect(taxCoverTexts({ cover, currency: 'EUR', form: 'A', isPast: false })?.remedy).toMatch(
      /no cash target\. Deposit cash/,
    );
    const figures = (due: number) =>
      taxCoverTexts({ cover: { owed: 1_124.5, due, missing: due }, currency: 'EUR', form: 'A', isPast: false })
        ?.figures;
    expect(figures(1_124.5)).toMatch(/of gains tax is due, none of it from this plan\./);
    expect(figures(1_024)).toMatch(/of gains tax is due, 100\.50 EUR less than without this plan\./);
  });

  it('is said of a result without a part of the plan, and not at all where nothing is missing', () => {
    const texts = taxCoverTexts({ cover, currency: 'EUR', form: 'B', isPast: true });
    expect(texts?.figures).not.toMatch(/this plan/);
    expect(texts?.fact).toMatch(/^The cash after this rebalance/);
    expect(taxCoverTexts({ cover: { ...cover, missing: 0 }, currency: 'EUR', form: 'B', isPast: false })).toBeNull();
  });
});

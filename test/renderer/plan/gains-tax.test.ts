/** The text beside an estimate of gains tax: how it is computed, and what it does not count. */
import { describe, expect, it } from 'vitest';
import rates from '../../../fixtures/market/gains-tax.json' with { type: 'json' };
import {
  gainsTaxLimits,
  taxBasis,
  UNCOUNTED,
  whyNotDeducted,
} from '../../../src-renderer/components/orders/gains-tax-limits.ts';

const taxes = { tax_rate: 0.26375, net_gain: 1_000, tax: 263.75, earlier: null, sells: [] };
const SELL = { sequence: 1, isin: 'DE0007164600', exchange: 'XETR', gain: 1_000, tax: 263.75, lots: [] };
const spaced = (text: string) => text.replaceAll('\u202f', ' ');

describe('an estimate of gains tax', () => {
  it('names for Germany what its one rate leaves out', () => {
    const text = spaced(gainsTaxLimits({ tax_jurisdiction: 'DE', tax_rate: 0.26375 }, 'plan'));
    expect(text).toBe(
      'Gains tax is estimated at 26.375 % (DE) of the net gain. Not counted: the saver’s allowance, the partial ' +
        'exemption of equity funds, the advance tax on funds, church tax, the separate pot for losses on shares, ' +
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
      'Gains count as untaxed, because no rate is known for PL.',
    );
  });

  it('says where the bank deducts the tax at the sale that the cash does not show', () => {
    expect(whyNotDeducted({ tax_jurisdiction: 'DE' })).toBe('gains tax that the bank deducts, not simulated here');
    expect(whyNotDeducted({ tax_jurisdiction: 'GB' })).toBe('gains tax not deducted');
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

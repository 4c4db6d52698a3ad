/** Where a tax wrapper is taxed, beside each choice, and the warning where the base currency suggests another country. */
import { describe, expect, it } from 'vitest';
import rates from '../../../fixtures/market/gains-tax.json' with { type: 'json' };
import {
  RATES,
  taxedText,
  WRAPPER_TAXES,
  wrapperTaxText,
  wrapperTaxWarning,
} from '../../../src-renderer/components/portfolios/wrapper-tax.ts';
import { TAX_WRAPPERS } from '../../../src-server/contract/service/portfolio-choices.ts';
import { isGainsTaxed, jurisdictionOfWrapper } from '../../../src-server/domain/lots/tax-terms.ts';
import { proves } from '../../conformance/proves.ts';

describe('the country of a wrapper', () => {
  it.each(TAX_WRAPPERS)('of %s, and whether gains are taxed in it, are those of the service', (wrapper) => {
    const { country, isTaxed } = WRAPPER_TAXES[wrapper];
    expect([country, isTaxed]).toEqual([jurisdictionOfWrapper(wrapper), isGainsTaxed(wrapper)]);
  });

  it.each(Object.entries(RATES))('%s has the rates of the market data', (country, own) => {
    const known: Readonly<Record<string, readonly { from: string; rate: number }[]>> = rates.rates;
    expect(own).toEqual(known[country]?.map(({ from, rate }) => [from, rate]));
  });

  it.each(TAX_WRAPPERS.filter((wrapper) => WRAPPER_TAXES[wrapper].isTaxed))('of %s has a rate', (wrapper) => {
    const rates = RATES[WRAPPER_TAXES[wrapper].country] ?? [];
    expect(rates.length).toBeGreaterThan(0);
    expect(rates.every(([, rate]) => rate > 0)).toBe(true);
  });

  it.each([
    ['Depot', '2026-03-02', 'Depot: Germany, gains taxed at 26.375 %'],
    ['GIA', '2026-03-02', 'GIA: the United Kingdom, gains taxed at 24 %'],
    ['GIA', '2020-03-02', 'GIA: the United Kingdom, gains taxed at 20 %'],
    ['PEA', '2026-03-02', 'PEA: France, gains not taxed'],
  ] as const)('is written with the rate of the day: %s on %s', proves('G39.1'), (wrapper, day, text) => {
    expect(wrapperTaxText(wrapper, day).replaceAll('\u202f', ' ')).toBe(text);
  });

  it('is not called untaxed where its rate is not known', () => {
    expect([taxedText('JP', 0), taxedText('CH', 0), taxedText('GB', 0)]).toEqual([
      ...['Japan, gains tax rate not known', 'Switzerland, gains not taxed'],
      'the United Kingdom, gains not taxed',
    ]);
  });

  it.each([
    ['Depot', 'EUR', null],
    ['GIA', 'GBP', null],
    ['Depot', 'CHF', /rules of Germany.*For Switzerland, enter CH/],
    ['GIA', 'CHF', /rules of the United Kingdom.*For Switzerland, enter CH/],
    ['GIA', 'EUR', /In one step”, which asks for the tax jurisdiction\.$/],
    ['PEA', 'GBP', /rules of France/],
  ])('warns for %s in %s: %s', (wrapper, currency, warning) => {
    const text = wrapperTaxWarning(wrapper, currency);
    if (warning === null) expect(text).toBeNull();
    else expect(text).toMatch(warning);
  });
});

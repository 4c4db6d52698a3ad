/**
 * Where a tax wrapper of a portfolio with approved plans is taxed (decision G39.1), and at which rate: the wrapper
 * decides, whatever the base currency. Matches `fixtures/market/gains-tax.json`. Pure.
 */
import { TAX_WRAPPERS } from '../../../src-server/contract/service/portfolio-choices.ts';
import { formatTaxRate } from '../format/format-number.ts';
import { isRateUnknown } from '../orders/gains-tax-limits.ts';

type Wrapper = (typeof TAX_WRAPPERS)[number];

interface WrapperTax {
  readonly country: string;
  readonly currency: string;
  /** Whether gains inside it are taxed. */
  readonly isTaxed: boolean;
}

export const WRAPPER_TAXES: Readonly<Record<Wrapper, WrapperTax>> = {
  GIA: { country: 'GB', currency: 'GBP', isTaxed: true },
  ISA: { country: 'GB', currency: 'GBP', isTaxed: false },
  PEA: { country: 'FR', currency: 'EUR', isTaxed: false },
  Depot: { country: 'DE', currency: 'EUR', isTaxed: true },
  SIPP: { country: 'GB', currency: 'GBP', isTaxed: false },
};

/** The countries of wrappers in which gains are taxed: the days from which rates apply. */
export const RATES: Readonly<Record<string, readonly (readonly [from: string, rate: number])[]>> = {
  DE: [['2009-01-01', 0.263_75]],
  GB: [
    ['2016-04-06', 0.2],
    ['2024-10-30', 0.24],
  ],
};

const NAMES = new Intl.DisplayNames('en-GB', { type: 'region' });

/** `Germany`; a text that is not a country stays. */
export function countryName(country: string): string {
  if (country === 'GB') return 'the United Kingdom';
  return /^[A-Z]{2}$/.test(country) ? (NAMES.of(country) ?? country) : country;
}

/** `Germany, gains taxed at 26.375 %`. */
export function taxedText(country: string, rate: number): string {
  if (isRateUnknown(country, rate)) return `${countryName(country)}, gains tax rate not known`;
  return `${countryName(country)}, gains ${rate === 0 ? 'not taxed' : `taxed at ${formatTaxRate(rate)}`}`;
}

/** `Depot: Germany, gains taxed at 26.375 %`. `day`: virtual, `2026-03-02`. */
export function wrapperTaxText(wrapper: Wrapper, day: string): string {
  const { country, isTaxed } = WRAPPER_TAXES[wrapper];
  const rates = isTaxed ? (RATES[country] ?? []) : [];
  const [, rate] = rates.findLast(([from]) => from <= day) ?? rates[0] ?? ['', 0];
  return `${wrapper}: ${taxedText(country, rate)}`;
}

/** The choices of a field, with the country and the rate of each. */
export function wrapperChoices(day: string) {
  return TAX_WRAPPERS.map((value) => ({ value, label: wrapperTaxText(value, day) }));
}

/** Why the country of a wrapper may be the wrong one for its client, and the alternative; `null` if nothing says so. */
export function wrapperTaxWarning(wrapper: string, currency: string): string | null {
  const tax = TAX_WRAPPERS.flatMap((each) => (each === wrapper ? WRAPPER_TAXES[each] : []))[0];
  if (tax === undefined || tax.currency === currency) return null;
  const country = countryName(tax.country);
  const swiss = currency === 'CHF' ? ' For Switzerland, enter CH: private investors pay no tax on gains there.' : '';
  return `The wrapper ${wrapper} applies the tax rules of ${country}, although the base currency is ${currency}. For a client who is taxed elsewhere, create the portfolio under “In one step”, which asks for the tax jurisdiction.${swiss}`;
}

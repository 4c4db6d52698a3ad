/** The country whose tax rules apply to the figures of a portfolio, and its rate on gains; for papers. */
import { useGains } from '../../api/portfolios-api.ts';
import { formatTaxRate } from '../format/format-number.ts';
import { countryName } from '../portfolios/wrapper-tax.ts';

export function TaxRules({ portfolioId }: { readonly portfolioId: string }) {
  const { tax_jurisdiction: country, tax_rate: rate } = useGains(portfolioId, '').data ?? {};
  if (country === undefined || country === null || rate === undefined) return null;
  return `${countryName(country)}, gains ${rate === 0 ? 'not taxed' : `taxed at ${formatTaxRate(rate)}`}`;
}

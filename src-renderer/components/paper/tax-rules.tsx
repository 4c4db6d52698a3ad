/** The country whose tax rules apply to the figures of a portfolio, and its rate on gains; for papers. */
import { useGains } from '../../api/portfolios-api.ts';
import { formatTaxRate } from '../format/format-number.ts';
import { countryName } from '../portfolios/wrapper-tax.ts';

interface TaxRulesProps {
  readonly portfolioId: string;
  /** Makes it a sentence. */
  readonly isSentence?: true;
}

export function TaxRules({ portfolioId, isSentence }: TaxRulesProps) {
  const { tax_jurisdiction: country, tax_rate: rate } = useGains(portfolioId, '').data ?? {};
  if (country === undefined || country === null || rate === undefined) return null;
  const rules = `${countryName(country)}, gains ${rate === 0 ? 'not taxed' : `taxed at ${formatTaxRate(rate)}`}`;
  return isSentence ? `Tax rules: ${rules}. ` : rules;
}

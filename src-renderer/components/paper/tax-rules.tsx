/** The country whose tax rules apply to the figures of a portfolio, and its rate on gains; for papers. */
import { useGains } from '../../api/portfolios-api.ts';
import { Fact } from '../layout/facts.tsx';
import { taxedText } from '../portfolios/wrapper-tax.ts';

interface TaxRulesProps {
  readonly portfolioId: string;
}

/** Renders nothing until they are known. */
export function TaxRulesFact({ portfolioId }: TaxRulesProps) {
  const rules = useTaxRules(portfolioId);
  return rules !== null && <Fact label="Tax rules">{rules}</Fact>;
}

/** A sentence; nothing until they are known. */
export function TaxRules({ portfolioId }: TaxRulesProps) {
  const rules = useTaxRules(portfolioId);
  return rules !== null && `Tax rules: ${rules}. `;
}

function useTaxRules(portfolioId: string): string | null {
  const { tax_jurisdiction: country, tax_rate: rate } = useGains(portfolioId, '').data ?? {};
  if (country === undefined || country === null || rate === undefined) return null;
  return taxedText(country, rate);
}

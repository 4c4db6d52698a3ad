/** Beside a gains tax budget of a portfolio: that it holds for each plan, and the tax of the tax year so far. */
import { useConstraints, useGains } from '../../api/portfolios-api.ts';
import { formatMoney } from '../format/format-number.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { taxSoFar } from '../orders/gains-tax-limits.ts';

/** Renders nothing if the portfolio has no such budget. */
export function TaxBudgetNote({ portfolioId }: { readonly portfolioId: string }) {
  const { constraints, currency } = useConstraints(portfolioId).data ?? {};
  const gains = useGains(portfolioId, '').data;
  const budget = constraints?.gains_tax_budget;
  if (budget === undefined) return null;
  return (
    <Dimmed role="note">
      The gains tax budget of {formatMoney(budget)} {currency} applies to each plan, not to the tax year.{' '}
      {gains !== undefined && taxSoFar(gains)}
    </Dimmed>
  );
}

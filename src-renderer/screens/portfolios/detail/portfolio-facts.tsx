/** The key numbers of a portfolio. Each computed one can be asked why. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { DriftFacts } from './drift-facts.tsx';

export function PortfolioFacts({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { currency, cash_row: cash, drift } = portfolio;
  const invested = portfolio.holdings.reduce((sum, row) => sum + row.value, 0);
  return (
    <Facts framed>
      <div>
        <dt>Net asset value</dt>
        <dd>
          <ExplainTooltip
            formula={`NAV = Σ quantity × mid price in ${currency} + cash = ${formatMoney(invested)} + ${formatMoney(cash.amount)}`}
          >
            {formatMoney(portfolio.total_value)}
          </ExplainTooltip>{' '}
          <small>{currency}</small>
        </dd>
      </div>
      <div>
        <dt>Cash</dt>
        <dd>
          {formatMoney(cash.amount)}{' '}
          <small>
            {currency} · {formatPercent(cash.weight)}
            {portfolio.has_targets && `, target ${formatPercent(cash.target_weight)}`}
          </small>
        </dd>
      </div>
      {portfolio.has_targets && <DriftFacts portfolio={portfolio} />}
      <div>
        <dt>Valued at (virtual)</dt>
        <dd>
          <small>{formatInstant(drift.as_of)} UTC</small>
        </dd>
      </div>
    </Facts>
  );
}

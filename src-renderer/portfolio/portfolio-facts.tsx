/** The key numbers of a portfolio. Each computed one can be asked why. */
import type { PortfolioView } from '../../src-server/contract/control.ts';
import { bandWords } from '../shared/drift-band.ts';
import { formatMoney, formatPercent } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';
import { Why } from '../shared/why.tsx';

export function PortfolioFacts({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { currency, cash_row: cash, drift } = portfolio;
  const invested = portfolio.holdings.reduce((sum, row) => sum + row.value, 0);
  return (
    <dl className="panel facts">
      <div>
        <dt>Net asset value</dt>
        <dd>
          <Why
            formula={`NAV = Σ quantity × mid price in ${currency} + cash = ${formatMoney(invested)} + ${formatMoney(cash.amount)}`}
          >
            {formatMoney(portfolio.total_value)}
          </Why>{' '}
          <small>{currency}</small>
        </dd>
      </div>
      <div>
        <dt>Cash</dt>
        <dd>
          {formatMoney(cash.amount)}{' '}
          <small>
            {currency} · {formatPercent(cash.weight)} of {formatPercent(cash.target_weight)} target
          </small>
        </dd>
      </div>
      <div>
        <dt>Max drift</dt>
        <dd className={portfolio.breached ? 'warn' : undefined}>
          <Why formula="The largest |weight − target| of any position. The band is checked against it.">
            {formatPercent(Math.abs(drift.max_drift))}
          </Why>{' '}
          <small>{portfolio.breached ? '▲ outside the band' : 'inside the band'}</small>
        </dd>
      </div>
      <div>
        <dt>Portfolio drift</dt>
        <dd>
          <Why formula="½ · Σ |weight − target| over all positions and cash: the share of the portfolio that would have to change hands.">
            {formatPercent(drift.portfolio_drift)}
          </Why>
        </dd>
      </div>
      <div>
        <dt>Band</dt>
        <dd>
          <Why
            formula={`A rebalance is due when any position is further than ${bandWords(portfolio.band)} from its target.`}
          >
            <small>{bandWords(portfolio.band)}</small>
          </Why>
        </dd>
      </div>
      <div>
        <dt>Valued at (virtual)</dt>
        <dd>
          <small>{formatInstant(drift.as_of)} UTC</small>
        </dd>
      </div>
    </dl>
  );
}

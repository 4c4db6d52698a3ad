/** What a portfolio realised: a tax year's disposals with the lots they used, and all its years side by side. */
import type { PortfolioView } from '../../src-server/contract/control.ts';
import type { GainsReport } from '../../src-server/contract/gains.ts';
import { useGains } from '../client/history-queries.ts';
import { formatMoney, formatPercent } from '../shared/format-number.ts';
import { ReadGate } from '../shared/read-gate.tsx';
import { DisposalsPanel } from './disposals-panel.tsx';
import { SignedMoney } from './signed-money.tsx';
import { TaxYearsPanel } from './tax-years-panel.tsx';
import { useTaxYear } from './use-tax-year.ts';
import './portfolio-tax.css';

export function GainsView({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [taxYear] = useTaxYear();
  const read = useGains(portfolio.portfolio_id, taxYear);
  return (
    <ReadGate read={read} doing="Reading the realised gains">
      {(report) => (
        <>
          <GainsFacts report={report} />
          {report.tax_years.length > 0 && <TaxYearsPanel report={report} />}
          <DisposalsPanel report={report} portfolio={portfolio} />
        </>
      )}
    </ReadGate>
  );
}

function GainsFacts({ report }: { readonly report: GainsReport }) {
  const { totals, currency, tax_jurisdiction: jurisdiction, tax_rate: rate, tax_estimate: tax } = report;
  return (
    <dl className="panel facts">
      <div>
        <dt>Tax year</dt>
        <dd>
          {report.tax_year} <small>{jurisdiction ?? 'calendar year'}</small>
        </dd>
      </div>
      <div>
        <dt>Net gain</dt>
        <dd>
          <SignedMoney amount={totals.net} /> <small>{currency}</small>
        </dd>
      </div>
      <div>
        <dt>Gains and losses</dt>
        <dd>
          <small>
            {formatMoney(totals.gains)} gains, {formatMoney(totals.losses)} losses
          </small>
        </dd>
      </div>
      <div>
        <dt>Tax, estimated</dt>
        <dd>
          {rate === 0 ? <small>gains are not taxed</small> : formatMoney(tax)}{' '}
          {rate > 0 && (
            <small>
              {currency} at {formatPercent(rate)} of the net gain
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** What a portfolio realised: a tax year's disposals with the lots they used, and all its years side by side. */
import { Button } from '@mantine/core';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useGains } from '../../../../api/portfolios-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatMoney, formatPercent } from '../../../../components/format/format-number.ts';
import { Facts } from '../../../../components/layout/facts.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { DisposalsPanel } from './disposals-panel.tsx';
import { SignedMoney } from './signed-money.tsx';
import { TaxYearsPanel } from './tax-years-panel.tsx';
import { useTaxYear } from './use-tax-year.ts';

export function GainsView() {
  const portfolio = useShownPortfolio();
  const [taxYear, chooseYear] = useTaxYear();
  const read = useGains(portfolio.portfolio_id, taxYear);
  // An address may name a year that the jurisdiction has not; asking again would not help.
  if (read.error?.status === 400) {
    return (
      <Notice
        tone="fail"
        side={
          <Button variant="default" onClick={() => chooseYear('')}>
            Show the present year
          </Button>
        }
      >
        {read.error.message} <strong>{taxYear}</strong> {read.error.details.at(0)?.issue}
      </Notice>
    );
  }
  return (
    <QueryBoundary read={read} doing="Reading the realised gains">
      {(report) => (
        <>
          <GainsFacts report={report} />
          {report.tax_years.length > 0 && <TaxYearsPanel report={report} />}
          <DisposalsPanel report={report} portfolio={portfolio} />
        </>
      )}
    </QueryBoundary>
  );
}

function GainsFacts({ report }: { readonly report: GainsReport }) {
  const { totals, currency, tax_jurisdiction: jurisdiction, tax_rate: rate, tax_estimate: tax } = report;
  return (
    <Facts framed>
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
    </Facts>
  );
}

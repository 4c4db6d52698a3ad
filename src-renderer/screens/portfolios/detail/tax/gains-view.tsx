/** What a portfolio realised: a tax year's disposals with the lots they used, and all its years side by side. */
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useGains, useGainsOfYears } from '../../../../api/portfolios-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { currentSearchParams } from '../../../../components/format/current-search-params.ts';
import { formatCount, formatMoney, formatPercent } from '../../../../components/format/format-number.ts';
import { Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { CopyTableButton } from '../../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import type { Column } from '../../../../components/tables/table-column.ts';
import { DisposalsPanel } from './disposals-panel.tsx';
import { SignedMoney } from './signed-money.tsx';

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

/** Every tax year in which something was sold, with its totals; opening one shows its disposals. */
function TaxYearsPanel({ report }: { readonly report: GainsReport }) {
  const [, chooseYear] = useTaxYear();
  const rows = useGainsOfYears(report.portfolio_id, report.tax_years);
  const columns = yearColumns(report.currency);
  return (
    <Panel title="By tax year" side={<CopyTableButton rows={rows} columns={columns} />}>
      <DataTable
        label="Gains by tax year"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.tax_year}
        selectedKey={report.tax_year}
        initialSort={{ column: 'tax_year', descending: true }}
        onOpen={(row) => chooseYear(row.tax_year)}
        empty={<span role="status">Reading the years…</span>}
      />
    </Panel>
  );
}

type Amount = keyof GainsReport['totals'];

function yearColumns(currency: string): Column<GainsReport>[] {
  const amount = (id: Amount, header: string, hint: string): Column<GainsReport> => ({
    id,
    header,
    unit: currency,
    align: 'right',
    hint,
    accessor: (row) => row.totals[id],
    cell: (row) => (id === 'net' ? <SignedMoney amount={row.totals.net} /> : formatMoney(row.totals[id])),
  });
  return [
    {
      id: 'tax_year',
      header: 'Tax year',
      accessor: (row) => row.tax_year,
      cell: (row) => <strong>{row.tax_year}</strong>,
    },
    {
      id: 'disposals',
      header: 'Disposals',
      align: 'right',
      accessor: (row) => row.rows.length,
      cell: (row) => formatCount(row.rows.length),
    },
    amount('proceeds', 'Proceeds', 'Charges taken off'),
    amount('cost', 'Cost', 'Charges included'),
    amount('gains', 'Gains', 'Sum of all gains'),
    amount('losses', 'Losses', 'Sum of all losses'),
    amount('net', 'Net', 'Gains less losses'),
    {
      id: 'tax_estimate',
      header: 'Tax est.',
      unit: currency,
      align: 'right',
      hint: 'At a headline rate on the net gain',
      accessor: (row) => row.tax_estimate,
      cell: (row) => formatMoney(row.tax_estimate),
    },
  ];
}

const NAME = 'tax_year';

/** The tax year that the address names; empty is the present one. */
function useTaxYear(): readonly [string, (taxYear: string) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (taxYear: string) =>
    setParams(
      () => {
        const after = currentSearchParams();
        if (taxYear === '') after.delete(NAME);
        else after.set(NAME, taxYear);
        return after;
      },
      { replace: true },
    );
  return [params.get(NAME) ?? '', choose];
}

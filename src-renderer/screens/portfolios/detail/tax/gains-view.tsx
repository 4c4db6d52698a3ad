/** The realised gains of a portfolio: the disposals of a tax year, and the totals of every year. */
import { Button } from '@mantine/core';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useGains, useGainsOfYears } from '../../../../api/portfolios-api.ts';
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, formatPercent } from '../../../../components/format/format-number.ts';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { CopyTableButton } from '../../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../../components/tables/table-column.ts';
import { useAddressText } from '../use-address-choice.ts';
import { DisposalsPanel } from './disposals-panel.tsx';
import { SignedMoney } from './signed-money.tsx';

export function GainsView() {
  const portfolio = useShownPortfolio();
  const [taxYear, chooseYear] = useAddressText('tax_year');
  const read = useGains(portfolio.portfolio_id, taxYear);
  // The address may name a year that the jurisdiction does not have; asking again would not help.
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
          {report.tax_years.length > 0 && <TaxYearsPanel report={report} chooseYear={chooseYear} />}
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
      <Fact label="Tax year">
        {report.tax_year} <small>{jurisdiction ?? 'calendar year'}</small>
      </Fact>
      <Fact label="Net gain">
        <SignedMoney amount={totals.net} /> <small>{currency}</small>
      </Fact>
      <Fact label="Gains and losses">
        <small>
          {formatMoney(totals.gains)} gains, {formatMoney(totals.losses)} losses
        </small>
      </Fact>
      <Fact label="Tax, estimated">
        {rate === 0 ? <small>gains are not taxed</small> : formatMoney(tax)}{' '}
        {rate > 0 && (
          <small>
            {currency} at {formatPercent(rate)} of the net gain
          </small>
        )}
      </Fact>
    </Facts>
  );
}

interface TaxYearsPanelProps {
  readonly report: GainsReport;
  readonly chooseYear: (taxYear: string) => void;
}

/** Every tax year in which something was sold. */
function TaxYearsPanel({ report, chooseYear }: TaxYearsPanelProps) {
  const { reports: rows, failed } = useGainsOfYears(report.portfolio_id, report.tax_years);
  const columns = yearColumns(report.currency);
  return (
    <Panel title="By tax year" side={<CopyTableButton rows={rows} columns={columns} />}>
      {failed?.error && (
        <ErrorNotice error={failed.error} doing="Reading a tax year" onRetry={() => void failed.refetch()} />
      )}
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
    numberColumn('disposals', 'Disposals', (row) => row.rows.length, formatCount),
    amount('proceeds', 'Proceeds', 'Charges taken off'),
    amount('cost', 'Cost', 'Charges included'),
    amount('gains', 'Gains', 'Sum of all gains'),
    amount('losses', 'Losses', 'Sum of all losses'),
    amount('net', 'Net', 'Gains less losses'),
    numberColumn('tax_estimate', 'Tax est.', (row) => row.tax_estimate, formatMoney, {
      unit: currency,
      hint: 'At a headline rate on the net gain',
    }),
  ];
}

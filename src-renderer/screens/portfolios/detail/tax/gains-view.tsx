/** The realised gains of a portfolio: the disposals of a tax year, and the totals of every year. */

import { Button, Code } from '@mantine/core';
import { Link } from 'react-router';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { useGains, useGainsOfYears, useLots } from '../../../../api/portfolios-api.ts';
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import {
  formatCount,
  formatMoney,
  formatTaxRate,
  quantityFormatter,
  signedMoney,
} from '../../../../components/format/format-number.ts';
import { useAddressText } from '../../../../components/format/use-address-choice.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { GainsTaxNote } from '../../../../components/orders/gains-tax-note.tsx';
import { symbolOf } from '../../../../components/orders/order-columns.tsx';
import { InstrumentSymbol } from '../../../../components/paper/instrument-symbol.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { type Column, fieldColumn, numberColumn } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { paths } from '../../../../paths.ts';
import { DisposalsPanel } from './disposals-panel.tsx';
import { lotRows, lotTotals } from './lot-rows.ts';
import { SignedMoney, signedMoneyColumn } from './signed-money.tsx';

export function GainsView() {
  const { portfolio_id: id } = useShownPortfolio();
  const [taxYear, chooseYear] = useAddressText('tax_year');
  const current = useGains(id, taxYear);
  const query = useGains(id, taxYear === '' ? latestYear(current.data) : taxYear);
  // The address may contain a year that the jurisdiction does not have; a retry would not help.
  if (query.error?.status === 400) {
    return (
      <Notice
        tone="fail"
        side={
          <Button variant="default" onClick={() => chooseYear('')}>
            Show the latest year
          </Button>
        }
      >
        <strong>{taxYear}</strong>: {query.error.message}
      </Notice>
    );
  }
  return (
    <QueryBoundary query={query} doing="Loading the realised gains">
      {(report) => (
        <>
          <GainsFacts report={report} />
          <UnrealisedPanel report={report} />
          <GainsTaxNote portfolioId={id} scope="portfolio" />
          {report.tax_years.length > 0 && <TaxYearsPanel report={report} />}
          <DisposalsPanel report={report} />
          {report.set_by_hand.length > 0 && <SetByHandPanel report={report} />}
        </>
      )}
    </QueryBoundary>
  );
}

/** The latest year with a sale, if none is requested; empty: the current one. */
function latestYear(current: GainsReport | undefined): string {
  if (current === undefined || current.rows.length > 0) return '';
  return [...current.tax_years].sort().at(-1) ?? '';
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
          {signedMoney(totals.gains)} gains, {signedMoney(-totals.losses)} losses
        </small>
      </Fact>
      <Fact label="Est. tax">
        {rate > 0 && formatMoney(tax)}{' '}
        <small>{rate > 0 ? `${currency} at ${formatTaxRate(rate)} of the net gain` : 'gains are not taxed'}</small>
      </Fact>
    </Facts>
  );
}

/** Unrealised results: losses that would offset gains, and gains that would be taxed. */
function UnrealisedPanel({ report: { portfolio_id: id, currency, tax_rate: rate } }: { readonly report: GainsReport }) {
  const portfolio = useShownPortfolio();
  const query = useLots(id);
  return (
    <Panel
      title="Unrealised"
      side={
        <Link to={paths.lots(id)} data-screen-only>
          Open the tax lots
        </Link>
      }
    >
      <QueryBoundary query={query} doing="Loading the lots">
        {(list) => {
          const { gain, gains, losses } = lotTotals(lotRows(list, portfolio));
          return (
            <Facts>
              <Fact label="Net gain">
                <SignedMoney amount={gain} /> <small>{currency} at mid</small>
              </Fact>
              <Fact label="Lots with a gain">
                <SignedMoney amount={gains} />
              </Fact>
              <Fact label="Lots with a loss">
                <SignedMoney amount={-losses} />
              </Fact>
              <Fact label="Tax if all lots were sold now">
                {rate > 0 && formatMoney(Math.max(0, gain) * rate)}{' '}
                <small>{rate > 0 ? `${currency} at ${formatTaxRate(rate)}` : 'gains are not taxed'}</small>
              </Fact>
            </Facts>
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

/** Every tax year with a sale. */
function TaxYearsPanel({ report }: { readonly report: GainsReport }) {
  const [, chooseYear] = useAddressText('tax_year');
  const { reports: rows, failed } = useGainsOfYears(report.portfolio_id, report.tax_years);
  return (
    <TablePanel
      title="By tax year"
      label="Gains by tax year"
      columns={yearColumns(report.currency)}
      rows={rows}
      rowKey={(row) => row.tax_year}
      selectedKey={report.tax_year}
      initialSort={{ column: 'tax_year', descending: true }}
      onOpen={(row) => chooseYear(row.tax_year)}
      empty={<span role="status">Loading the years…</span>}
    >
      {failed?.error && (
        <ErrorNotice error={failed.error} doing="Loading a tax year" onRetry={() => void failed.refetch()} />
      )}
    </TablePanel>
  );
}

type SetByHand = GainsReport['set_by_hand'][number];

/** Lots that were removed without a sale. */
function SetByHandPanel({ report }: { readonly report: GainsReport }) {
  const instruments = useInstrumentsByIsin();
  const quantity = quantityFormatter(report.set_by_hand.map((row) => row.quantity));
  const columns: Column<SetByHand>[] = [
    fieldColumn('date', 'Date', (date) => date),
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: ({ isin }) => symbolOf(isin, instruments),
      cell: ({ isin }) => <InstrumentSymbol isin={isin} symbol={symbolOf(isin, instruments)} />,
    },
    fieldColumn('isin', 'ISIN', (isin) => <Code>{isin}</Code>),
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('cost', 'Cost', (row) => row.cost, formatMoney, {
      unit: report.currency,
      hint: 'Cost of the tax lots that were removed; no gain was realised',
    }),
  ];
  return (
    <TablePanel
      title="Removed without a sale"
      side={<Dimmed>Tax lots removed because positions were set directly. No gain was realised.</Dimmed>}
      label="Shares removed because positions were set directly"
      columns={columns}
      rows={report.set_by_hand}
      rowKey={(row) => `${row.date} ${row.isin} ${report.set_by_hand.indexOf(row)}`}
      empty={null}
    />
  );
}

function yearColumns(unit: string): Column<GainsReport>[] {
  const amount = (id: keyof GainsReport['totals'], header: string, hint: string): Column<GainsReport> =>
    numberColumn(id, header, (row) => row.totals[id], formatMoney, { unit, hint });
  return [
    fieldColumn('tax_year', 'Tax year', (year) => <strong>{year}</strong>),
    numberColumn('disposals', 'Disposals', (row) => row.rows.length, formatCount),
    amount('proceeds', 'Proceeds', 'Before charges'),
    amount('cost', 'Cost incl. charges', 'Cost of the shares plus charges of the sales'),
    amount('gains', 'Gains', 'Sum of all gains'),
    signedMoneyColumn('losses', 'Losses', (row) => -row.totals.losses, { unit, hint: 'Sum of all losses' }),
    signedMoneyColumn('net', 'Net', (row) => row.totals.net, { unit, hint: 'Gains minus losses' }),
    numberColumn('tax_estimate', 'Est. tax', (row) => row.tax_estimate, formatMoney, {
      unit,
      hint: 'Headline rate applied to the net gain',
    }),
  ];
}

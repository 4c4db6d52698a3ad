/** Every tax year in which something was sold, with its totals; opening one shows its disposals. */
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useGainsOfYears } from '../../../../api/portfolios-api.ts';
import { formatCount, formatMoney } from '../../../../components/format/format-number.ts';
import { Panel } from '../../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import type { Column } from '../../../../components/tables/table-column.ts';
import { SignedMoney } from './signed-money.tsx';
import { useTaxYear } from './use-tax-year.ts';

export function TaxYearsPanel({ report }: { readonly report: GainsReport }) {
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

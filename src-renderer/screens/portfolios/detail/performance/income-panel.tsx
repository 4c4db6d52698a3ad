/** The dividends received by a portfolio, by year and instrument. Without any, there is no panel. */
import { useDividends } from '../../../../api/activity-api.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { formatCount, formatMoney } from '../../../../components/format/format-number.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { symbolOf } from '../../../../components/orders/order-columns.tsx';
import { DividendTaxNote } from '../../../../components/portfolios/dividend-tax-note.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { type Column, fieldColumn, numberColumn } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { type IncomeRow, incomeOfYears, incomeRows } from './income-rows.ts';

export function IncomePanel() {
  const { portfolio_id: id, currency } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const rows = incomeRows(useDividends(id).data?.dividends ?? []);
  if (rows.length === 0) return null;
  const years = incomeOfYears(rows).map(({ year, net }) => `${year}: ${formatMoney(net)} ${currency} net`);
  return (
    <TablePanel
      title="Dividends by year and instrument"
      layoutKey="portfolio/income"
      side={<Dimmed>{years.join(' · ')}</Dimmed>}
      columns={incomeColumns(currency, instruments)}
      rows={rows}
      rowKey={({ year, isin }) => `${year} ${isin}`}
      empty={null}
    >
      <DividendTaxNote />
    </TablePanel>
  );
}

function incomeColumns(unit: string, instruments: ReadonlyMap<string, InstrumentRow>): Column<IncomeRow>[] {
  return [
    fieldColumn('year', 'Year', (year) => <strong>{year}</strong>),
    {
      id: 'instrument',
      header: 'Instrument',
      accessor: ({ isin }) => symbolOf(isin, instruments),
      cell: ({ isin }) => (
        <>
          <strong>{symbolOf(isin, instruments)}</strong> <Dimmed>{instruments.get(isin)?.name}</Dimmed>
        </>
      ),
    },
    fieldColumn('isin', 'ISIN'),
    numberColumn('payments', 'Payments', (row) => row.payments, formatCount),
    numberColumn('gross', 'Gross', (row) => row.gross, formatMoney, { unit, hint: 'At the rates of the payment' }),
    numberColumn('tax', 'Withheld', (row) => row.tax, formatMoney, {
      unit,
      hint: 'Tax withheld at source',
    }),
    numberColumn('net', 'Net', (row) => row.net, formatMoney, { unit, hint: 'Added to the cash' }),
  ];
}

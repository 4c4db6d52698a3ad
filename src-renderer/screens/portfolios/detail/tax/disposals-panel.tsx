/** The disposals of a tax year; each expands to the lots that it used. */
import { Code, Text } from '@mantine/core';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { gainsFilePath } from '../../../../api/portfolios-api.ts';
import {
  formatCount,
  formatMoney,
  plural,
  priceFormatter,
  quantityFormatter,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../../../components/layout/download-button.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { type Column, numberColumn } from '../../../../components/tables/table-column.ts';
import { PlainHead } from '../../../../components/tables/table-head.tsx';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import classes from '../portfolio.module.css';
import { heldDays, heldDaysRange } from './lot-rows.ts';
import { SignedMoney, signedMoneyColumn } from './signed-money.tsx';

type Disposal = GainsReport['rows'][number];

export function DisposalsPanel({ report }: { readonly report: GainsReport }) {
  const { rebalances } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const columns = disposalColumns(report, (isin) => instruments.get(isin)?.symbol ?? isin);
  return (
    <TablePanel
      title={`${plural(report.rows.length, 'disposal')} in ${report.tax_year}`}
      label="Disposals"
      side={
        <DownloadButton
          path={gainsFilePath(report.portfolio_id, report.tax_year)}
          name={`gains-${report.portfolio_id}-${report.tax_year.replace('/', '-')}.csv`}
        >
          Download CSV
        </DownloadButton>
      }
      columns={columns}
      rows={report.rows}
      // Two sales of one day may have the same values.
      rowKey={(row) => String(report.rows.indexOf(row))}
      detail={(row) => <UsedLots disposal={row} currency={report.currency} />}
      empty={
        <>
          <strong>Nothing was sold in {report.tax_year}.</strong>
          {rebalances.length === 0
            ? 'A rebalance that sells realises gains; its fills appear here.'
            : 'Choose another year, or advance to when something was sold.'}
        </>
      }
    />
  );
}

function disposalColumns(
  { rows, currency: unit }: GainsReport,
  symbolOf: (isin: string) => string,
): Column<Disposal>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  return [
    { id: 'date', header: 'Date', hint: 'Where the tax is owed', accessor: (row) => row.date },
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => symbolOf(row.isin),
      cell: (row) => <strong>{symbolOf(row.isin)}</strong>,
    },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    { id: 'method', header: 'Method', hint: 'How lots were used', accessor: (row) => row.method },
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    {
      id: 'held',
      header: 'Held',
      unit: 'days',
      align: 'right',
      hint: 'Between purchase and sale, of the youngest and the oldest lot used',
      accessor: (row) => heldDaysRange(row.lots, row.date),
      cell: (row) => heldDaysRange(row.lots, row.date) ?? <Dimmed>pool</Dimmed>,
    },
    numberColumn('proceeds', 'Proceeds', (row) => row.proceeds, formatMoney, { unit, hint: 'Charges taken off' }),
    numberColumn('cost', 'Cost', (row) => row.cost, formatMoney, { unit, hint: 'Charges included' }),
    signedMoneyColumn('gain', 'Gain', (row) => row.gain, { unit, hint: 'Proceeds less cost' }),
  ];
}

const RULES: Readonly<Record<Disposal['lots'][number]['rule'], string>> = {
  lot: 'lot',
  pool: 'pool',
  same_day: 'same day',
  thirty_days: '30 days',
};

const HEADS = ['Rule', 'Lot', 'Acquired (virtual UTC)', 'Held days', 'Quantity'];

function UsedLots({ disposal, currency }: { readonly disposal: Disposal; readonly currency: string }) {
  const quantity = quantityFormatter(disposal.lots.map((lot) => lot.quantity));
  const price = priceFormatter(disposal.lots.map((lot) => lot.unit_cost));
  return (
    <table className={classes.usedLots} aria-label={`Lots used on ${disposal.date}`}>
      <PlainHead labels={[...HEADS, `Unit cost ${currency}`, `Gain ${currency}`]} />
      <tbody>
        {disposal.lots.map((lot, place) => (
          <tr key={`${lot.lot_id} ${String(place)}`}>
            <td>{RULES[lot.rule]}</td>
            <Text component="td" ff="monospace" fz="xs">
              {lot.lot_id ?? '–'}
            </Text>
            <td>{lot.acquired_at === null ? '–' : formatInstant(lot.acquired_at)}</td>
            <td>{formatDays(heldDays(lot.acquired_at, disposal.date))}</td>
            <td>{quantity(lot.quantity)}</td>
            <td>{price(lot.unit_cost)}</td>
            <td>
              <SignedMoney amount={lot.gain} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatDays(days: number | null): string {
  return days === null ? '–' : formatCount(days);
}

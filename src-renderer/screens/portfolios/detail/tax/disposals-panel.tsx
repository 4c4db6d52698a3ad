/** The disposals of a tax year; each expands to the lots that it used. */
import { Button, Code, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { withPageToken } from '../../../../api/page-token.ts';
import { gainsFilePath } from '../../../../api/portfolios-api.ts';
import {
  formatCount,
  formatMoney,
  plural,
  priceFormatter,
  quantityFormatter,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Panel } from '../../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import { type Column, numberColumn } from '../../../../components/tables/table-column.ts';
import classes from '../portfolio.module.css';
import { heldDays, heldDaysRange } from './lot-rows.ts';
import { SignedMoney } from './signed-money.tsx';

type Disposal = GainsReport['rows'][number];

interface DisposalsPanelProps {
  readonly report: GainsReport;
  readonly portfolio: PortfolioView;
}

export function DisposalsPanel({ report, portfolio }: DisposalsPanelProps) {
  const instruments = useInstrumentsByIsin();
  const columns = disposalColumns(report, (isin) => instruments.get(isin)?.symbol ?? isin);
  const count = report.rows.length;
  return (
    <Panel
      title={`${plural(count, 'disposal')} in ${report.tax_year}`}
      side={
        <Group gap="sm">
          <CopyTableButton rows={report.rows} columns={columns} />
          <Button
            component="a"
            href={withPageToken(gainsFilePath(report.portfolio_id, report.tax_year))}
            download={`gains-${report.portfolio_id}-${report.tax_year.replace('/', '-')}.csv`}
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download CSV
          </Button>
        </Group>
      }
    >
      <DataTable
        label="Disposals"
        columns={columns}
        rows={report.rows}
        // Two sales of one day may have the same values.
        rowKey={(row) => String(report.rows.indexOf(row))}
        detail={(row) => <UsedLots disposal={row} currency={report.currency} />}
        empty={
          <>
            <strong>Nothing was sold in {report.tax_year}.</strong>
            {portfolio.rebalances.length === 0
              ? 'A rebalance that sells realises gains; its fills appear here.'
              : 'Choose another year, or advance to when something was sold.'}
          </>
        }
      />
    </Panel>
  );
}

function disposalColumns({ rows, currency }: GainsReport, symbolOf: (isin: string) => string): Column<Disposal>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  return [
    { id: 'date', header: 'Date', hint: 'Where the tax is owed', accessor: (row) => row.date, cell: (row) => row.date },
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => symbolOf(row.isin),
      cell: (row) => <strong>{symbolOf(row.isin)}</strong>,
    },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    {
      id: 'method',
      header: 'Method',
      hint: 'How lots were used',
      accessor: (row) => row.method,
      cell: (row) => row.method,
    },
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    {
      id: 'held',
      header: 'Held',
      unit: 'days',
      align: 'right',
      hint: 'Between purchase and sale, of the youngest and the oldest lot used',
      accessor: (row) => heldDaysRange(row.lots, row.date),
      cell: (row) =>
        heldDaysRange(row.lots, row.date) ?? (
          <Text span c="dimmed">
            pool
          </Text>
        ),
    },
    money('proceeds', 'Proceeds', currency, 'Charges taken off'),
    money('cost', 'Cost', currency, 'Charges included'),
    {
      id: 'gain',
      header: 'Gain',
      unit: currency,
      align: 'right',
      hint: 'Proceeds less cost',
      accessor: (row) => row.gain,
      cell: (row) => <SignedMoney amount={row.gain} />,
    },
  ];
}

function money(id: 'proceeds' | 'cost', header: string, unit: string, hint: string): Column<Disposal> {
  return { id, header, unit, align: 'right', hint, accessor: (row) => row[id], cell: (row) => formatMoney(row[id]) };
}

const RULES: Readonly<Record<Disposal['lots'][number]['rule'], string>> = {
  lot: 'lot',
  pool: 'pool',
  same_day: 'same day',
  thirty_days: '30 days',
};

function UsedLots({ disposal, currency }: { readonly disposal: Disposal; readonly currency: string }) {
  const quantity = quantityFormatter(disposal.lots.map((lot) => lot.quantity));
  const price = priceFormatter(disposal.lots.map((lot) => lot.unit_cost));
  return (
    <table className={classes.usedLots} aria-label={`Lots used on ${disposal.date}`}>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Lot</th>
          <th scope="col">Acquired (virtual UTC)</th>
          <th scope="col">Held days</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit cost {currency}</th>
          <th scope="col">Gain {currency}</th>
        </tr>
      </thead>
      <tbody>
        {disposal.lots.map((lot, place) => (
          <tr key={`${lot.lot_id} ${String(place)}`}>
            <td>{RULES[lot.rule]}</td>
            <Text component="td" ff="monospace" fz="xs">
              {lot.lot_id ?? '–'}
            </Text>
            <td>{lot.acquired_at === null ? '–' : formatInstant(lot.acquired_at)}</td>
            <td>{daysText(heldDays(lot.acquired_at, disposal.date))}</td>
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

function daysText(days: number | null): string {
  return days === null ? '–' : formatCount(days);
}

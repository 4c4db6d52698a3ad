/** The disposals of a tax year, by instrument and day or singly; each expands to the lots that it used. */

import { Code, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { gainsFilePath } from '../../../../api/portfolios-api.ts';
import {
  formatCount,
  formatMoney,
  plural,
  quantityFormatter,
  unitCostFormatter,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../../../components/layout/download-button.tsx';
import { InstrumentSymbol } from '../../../../components/paper/instrument-symbol.tsx';
import { taxMethodName } from '../../../../components/plan/plan-parameters.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { type Column, numberColumn, type RowParts } from '../../../../components/tables/table-column.ts';
import { PlainHead } from '../../../../components/tables/table-head.tsx';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import classes from '../portfolio.module.css';
import { DateRange } from './date-range.tsx';
import { type DisposalRow, disposalRows, disposalsByInstrument } from './disposal-rows.ts';
import { formatHeldDays, heldDays } from './lot-rows.ts';
import { SignedMoney, signedMoneyColumn } from './signed-money.tsx';

const SPARE = ['isin', 'method'];

const PARTS: RowParts<DisposalRow> = {
  of: (row) => row.parts,
  label: ({ symbol, date, isPart, disposals }) => {
    if (disposals === 1) return `Lots used for ${symbol} on ${date}`;
    return `Disposals of ${symbol}${isPart ? ` on ${date}` : ''}`;
  },
};

export function DisposalsPanel({ report }: { readonly report: GainsReport }) {
  const { rebalances } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const [grouping, setGrouping] = useAddressChoice('by', ['instrument', 'disposal']);
  const each = useMemo(
    () => disposalRows(report.rows, (isin) => instruments.get(isin)?.symbol ?? isin),
    [report, instruments],
  );
  const isTogether = grouping === 'instrument';
  return (
    <TablePanel
      title={`${plural(each.length, 'disposal')} in ${report.tax_year}`}
      label={isTogether ? 'Disposals by instrument' : 'Disposals'}
      side={
        <>
          <SegmentedControl
            aria-label="Group by"
            data={[
              { value: 'instrument', label: 'By instrument' },
              { value: 'disposal', label: 'Each disposal' },
            ]}
            value={grouping}
            onChange={setGrouping}
          />
          <DownloadButton
            path={gainsFilePath(report.portfolio_id, report.tax_year)}
            name={`gains-${report.portfolio_id}-${report.tax_year.replace('/', '-')}.csv`}
          >
            Download CSV
          </DownloadButton>
        </>
      }
      columns={disposalColumns(each, report.currency, isTogether)}
      rows={isTogether ? disposalsByInstrument(each) : each}
      rowKey={(row) => `${row.isin} ${row.index ?? (row.isPart ? row.date : '')}`}
      parts={PARTS}
      spare={SPARE}
      detail={(row) => (
        <>
          <UsedLots disposal={row} currency={report.currency} />
          <RestrictedLosses disposal={row} currency={report.currency} />
        </>
      )}
      {...(isTogether ? { initialSort: { column: 'symbol', descending: false } } : {})}
      empty={
        <>
          <strong>Nothing was sold in {report.tax_year}.</strong>
          {rebalances.length === 0 ? 'When a rebalance sells, its disposals appear here.' : 'Choose another year.'}
        </>
      }
    />
  );
}

/** In a table of grouped disposals, the parts of a row omit values that they share with it. */
function disposalColumns(rows: readonly DisposalRow[], unit: string, areTogether: boolean): Column<DisposalRow>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => row.symbol,
      cell: (row) =>
        row.isPart ? <Dimmed>{row.date}</Dimmed> : <InstrumentSymbol isin={row.isin} symbol={row.symbol} />,
    },
    {
      id: 'isin',
      header: 'ISIN',
      accessor: (row) => row.isin,
      cell: (row) => !row.isPart && <Code>{row.isin}</Code>,
    },
    ...(areTogether ? [COUNT_COLUMN] : []),
    {
      id: 'date',
      header: 'Date',
      hint: 'Local date in the country that taxes the gain',
      accessor: (row) => row.date,
      overflow: 'wrap',
      cell: ({ date, lastDate }) => <DateRange from={date} to={lastDate} />,
      copy: ({ date, lastDate }) => (date === lastDate ? date : `${date} – ${lastDate}`),
    },
    {
      id: 'method',
      header: 'Method',
      hint: 'Rule that chose the tax lots',
      accessor: (row) => taxMethodName(row.method),
    },
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    {
      id: 'held',
      header: 'Days held',
      align: 'right',
      hint: 'Days between purchase and sale, for the youngest and the oldest lot used',
      accessor: (row) => formatHeldDays(row.heldDays),
      cell: (row) => formatHeldDays(row.heldDays) ?? <Dimmed>pool</Dimmed>,
    },
    numberColumn('proceeds', 'Proceeds', (row) => row.proceeds, formatMoney, { unit, hint: 'Before charges' }),
    numberColumn('cost', 'Cost incl. charges', (row) => row.cost, formatMoney, {
      unit,
      hint: 'Cost of the shares plus charges of the sale',
    }),
    signedMoneyColumn('gain', 'Gain', (row) => row.gain, {
      unit,
      hint: 'Proceeds minus cost, after the charges of the sale',
    }),
  ];
}

const COUNT_COLUMN: Column<DisposalRow> = {
  id: 'disposals',
  header: 'Disposals',
  align: 'right',
  hint: 'Number of disposals; each is a fill',
  accessor: (row) => row.disposals,
  cell: ({ disposals, isPart }) => !(isPart && disposals === 1) && formatCount(disposals),
};

const RULES: Readonly<Record<DisposalRow['lots'][number]['rule'], string>> = {
  lot: 'lot',
  pool: 'pool',
  same_day: 'same day',
  thirty_days: '30 days',
  four_weeks: 'four weeks',
};

const HEADERS = ['Rule', 'Lot', 'Acquired (virtual UTC)', 'Days held', 'Quantity'];

/** How a loss restricted by Irish law counts, if there is one. */
function RestrictedLosses({ disposal, currency }: { readonly disposal: DisposalRow; readonly currency: string }) {
  const { loss_held_back: restricted = 0, loss_set_off: used = 0 } = disposal;
  return (
    <>
      {restricted > 0 && (
        <Text size="sm">
          {formatMoney(restricted)} {currency} of the loss can be set off only against a gain on shares bought back
          within four weeks.
        </Text>
      )}
      {used > 0 && (
        <Text size="sm">
          {formatMoney(used)} {currency} of earlier restricted losses are set off against this gain.
        </Text>
      )}
    </>
  );
}

function UsedLots({ disposal, currency }: { readonly disposal: DisposalRow; readonly currency: string }) {
  const quantity = quantityFormatter(disposal.lots.map((lot) => lot.quantity));
  const unitCost = unitCostFormatter(disposal.lots.map((lot) => lot.unit_cost));
  return (
    <table className={classes.usedLots} aria-label={`Lots used on ${disposal.date}`}>
      <PlainHead labels={[...HEADERS, `Unit cost ${currency}`, `Gain ${currency}`]} />
      <tbody>
        {disposal.lots.map((lot, index) => (
          <tr key={`${lot.lot_id} ${String(index)}`}>
            <td>{RULES[lot.rule]}</td>
            <Text component="td" ff="monospace" fz="xs">
              {lot.lot_id ?? '–'}
            </Text>
            <td>{lot.acquired_at === null ? '–' : formatInstant(lot.acquired_at)}</td>
            <td>{formatDays(heldDays(lot.acquired_at, disposal.date))}</td>
            <td>{quantity(lot.quantity)}</td>
            <td>{unitCost(lot.unit_cost)}</td>
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

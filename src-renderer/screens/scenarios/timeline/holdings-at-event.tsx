/** What one portfolio held after an event, valued at that instant, beside its targets. */

import { Code, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatMoney, formatWeight, quantityFormatter } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import { type Changes, FACTS } from './world-changes.ts';

type Holding = HistoricalWorld['holdings'][number];

export function HoldingsAtEvent({ then, changes }: { readonly then: HistoricalWorld; readonly changes: Changes }) {
  const { holdings, portfolios, holdings_of: portfolioId } = then;
  const portfolio = portfolios.find((each) => each.portfolio_id === portfolioId);
  const currency = portfolio?.currency ?? '';
  const columns = useMemo(() => holdingColumns(holdings, changes, currency), [holdings, changes, currency]);
  return (
    <Panel title="Holdings then" side={portfolio?.label ?? portfolioId}>
      <DataTable
        label="Holdings then"
        columns={columns}
        rows={holdings}
        rowKey={({ isin, exchange }) => `${isin} ${exchange}`}
        empty="It held nothing and had no targets."
      />
    </Panel>
  );
}

const LISTING_COLUMNS: readonly Column<Holding>[] = [
  {
    id: 'isin',
    header: 'ISIN',
    accessor: ({ isin }) => isin,
    cell: ({ isin }) => <Code>{isin}</Code>,
  },
  {
    id: 'exchange',
    header: 'MIC',
    accessor: ({ exchange }) => exchange,
    cell: ({ exchange }) =>
      exchange ?? (
        <Text span c="dimmed">
          –
        </Text>
      ),
  },
];

function holdingColumns(rows: readonly Holding[], changes: Changes, currency: string): readonly Column<Holding>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  return [
    ...LISTING_COLUMNS,
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      accessor: (row) => row.quantity,
      cell: (row) => (
        <Changed
          before={changes.before(FACTS.quantity(row.isin, row.exchange))}
          write={(before) => quantity(Number(before))}
        >
          {quantity(row.quantity)}
        </Changed>
      ),
    },
    {
      id: 'value',
      header: 'Value',
      unit: currency,
      align: 'right',
      accessor: (row) => row.value,
      cell: (row) => formatMoney(row.value),
    },
    {
      id: 'weight',
      header: 'Weight',
      unit: '%',
      align: 'right',
      accessor: (row) => row.weight,
      cell: (row) => formatWeight(row.weight),
    },
    {
      id: 'target',
      header: 'Target',
      unit: '%',
      align: 'right',
      accessor: (row) => row.target,
      cell: (row) => (
        <Changed
          before={changes.before(FACTS.target(row.isin, row.exchange))}
          write={(before) => formatWeight(Number(before))}
        >
          {row.target === null ? '–' : formatWeight(row.target)}
        </Changed>
      ),
    },
  ];
}

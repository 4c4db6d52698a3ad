/** Every currency against the euro: mid, bid and ask of a conversion, and the change since a day ago. A row shows it over time. */
import { useMemo } from 'react';
import type { RateTable } from '../../../../src-server/contract/control/market/market-rates.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { signedWeight } from '../../../components/format/signed-weight.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import classes from '../market.module.css';
import { rateText } from './rate-text.ts';

interface RatesPanelProps {
  readonly table: RateTable;
  readonly chosen: string;
  readonly onChoose: (currency: string) => void;
}

type RateRow = RateTable['currencies'][number];

const BPS = 10_000;

export function RatesPanel({ table, chosen, onChoose }: RatesPanelProps) {
  const { half_spread_bps: halfSpreadBps } = table;
  const columns = useMemo(() => rateColumns(halfSpreadBps), [halfSpreadBps]);
  const rows = table.currencies.filter(({ currency }) => currency !== 'EUR');
  return (
    <Panel
      title="Rates against the euro"
      side={
        <span className={classes.marketSide}>
          as of {formatInstant(table.at)} virtual UTC
          <CopyTableButton rows={rows} columns={columns} />
        </span>
      }
    >
      <DataTable
        label="Rates against the euro"
        columns={columns}
        rows={rows}
        rowKey={({ currency }) => currency}
        selectedKey={chosen}
        onOpen={({ currency }) => onChoose(currency)}
        empty={<strong>This world knows the euro alone.</strong>}
      />
    </Panel>
  );
}

function rateColumns(halfSpreadBps: number): Column<RateRow>[] {
  const side = (factor: number) => (row: RateRow) => row.per_eur * (1 + (factor * halfSpreadBps) / BPS);
  return [
    {
      id: 'currency',
      header: 'Pair',
      accessor: ({ currency }) => currency,
      cell: ({ currency }) => <strong>EUR/{currency}</strong>,
    },
    number('mid', 'Mid', (row) => row.per_eur),
    number('bid', 'Bid', side(-1), 'What one euro brings when it is sold.'),
    number('ask', 'Ask', side(1), 'What one euro costs when it is bought.'),
    {
      id: 'spread',
      header: 'Half-spread',
      unit: 'bps',
      align: 'right',
      accessor: () => halfSpreadBps,
      cell: () => halfSpreadBps.toFixed(1),
    },
    {
      id: 'change',
      header: 'Change in 24 h',
      unit: '%',
      hint: 'Of the mid. Above nought the euro buys more of the currency.',
      align: 'right',
      accessor: changeOf,
      cell: (row) => signedWeight(changeOf(row)),
    },
  ];
}

function number(id: string, header: string, value: (row: RateRow) => number, hint = ''): Column<RateRow> {
  return { id, header, hint, align: 'right', accessor: value, cell: (row) => rateText(value(row)) };
}

function changeOf({ per_eur: now, per_eur_day_ago: dayAgo }: RateRow): number {
  return now / dayAgo - 1;
}

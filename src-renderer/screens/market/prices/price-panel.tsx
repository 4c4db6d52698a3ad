/** The price of a listing over time, from seconds to years: the interactive chart, and the fills within its range. */
import { EmptyState, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { MifidRecordRow } from '../../../../src-server/contract/control/portfolios/mifid-list.ts';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { useBarRange } from '../../../api/prices-api.ts';
import { useFillsOf } from '../../../api/records-api.ts';
import { LengthChoice } from '../../../components/charts/length-choice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  VIRTUAL_UTC,
  valueColumn,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import type { ChartChoice } from './chart-address.ts';
import { ChartBody } from './chart-body.tsx';
import { fillsWithin } from './chart-marks.ts';
import { type ChartWindow, INTERVAL_MS, INTERVALS, rangeFor, visibleBars } from './chart-window.ts';

interface PricePanelProps {
  readonly instrument: InstrumentRow;
  readonly choice: ChartChoice;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

export function PricePanel({ instrument, choice, onChange }: PricePanelProps) {
  const [panned, setPanned] = useState<ChartWindow | null>(null);
  const shown = { ...choice, ...panned };
  const { isin, exchange, interval } = shown;
  const bars = useBarRange({ isin, exchange, interval, ...rangeFor(shown) });
  const fills = useFillsOf(isin);
  return (
    <>
      <Panel
        title={`${instrument.symbol} on ${exchange}`}
        side={
          <LengthChoice
            of="Bar"
            label="Length of a bar"
            lengths={INTERVALS}
            value={interval}
            onChange={(chosen) => onChange({ interval: chosen })}
          />
        }
      >
        <QueryBoundary query={bars} doing="Loading the bars">
          {(data) =>
            data.bars.length === 0 ? (
              <EmptyState>
                <strong>Nothing has traded yet.</strong>Bars appear with the first session.
              </EmptyState>
            ) : (
              <ChartBody
                key={`${isin} ${exchange}`}
                instrument={instrument}
                list={data}
                choice={shown}
                onPan={setPanned}
                onChange={onChange}
              />
            )
          }
        </QueryBoundary>
      </Panel>
      {bars.data && (
        <QueryBoundary query={fills} doing="Loading the fills">
          {({ records, total }) => (
            <FillsPanel
              fills={fillsWithin(records, visibleBars(bars.data.bars, shown), INTERVAL_MS[interval])}
              older={total - records.length}
            />
          )}
        </QueryBoundary>
      )}
    </>
  );
}

interface FillsPanelProps {
  readonly fills: readonly MifidRecordRow[];
  /** Number of the instrument's fills that are older than those that were read. */
  readonly older: number;
}

/** The visible fills of a chart as a table: the content of its marks, for reading, copying and the keyboard. */
function FillsPanel({ fills, older }: FillsPanelProps) {
  const navigate = useNavigate();
  const columns = useMemo(() => fillColumns(fills), [fills]);
  return (
    <TablePanel
      title="Fills shown in the chart"
      columns={columns}
      rows={fills}
      rowKey={(row) => row.fill_id}
      onOpen={(row) => navigate(paths.rebalance(row.rebalance_id))}
      empty={<strong>No portfolio traded this instrument in the period shown.</strong>}
    >
      {older > 0 && (
        <Notice>
          {formatCount(older)} older fills of this instrument are not shown.{' '}
          <Link to={paths.compliance()}>The compliance records</Link> have all of them.
        </Notice>
      )}
    </TablePanel>
  );
}

function fillColumns(fills: readonly MifidRecordRow[]): Column<MifidRecordRow>[] {
  const shares = quantityFormatter(fills.map(({ quantity }) => quantity));
  const price = priceFormatter(fills.map((fill) => fill.price));
  return [
    valueColumn('at', 'Filled', (row) => row.created_at, formatInstant, VIRTUAL_UTC),
    fieldColumn('side', 'Side', (side) => <SideBadge side={side} />),
    numberColumn('quantity', 'Shares', ({ quantity }) => quantity, shares),
    numberColumn('price', 'Price', (row) => row.price, price),
    fieldColumn('currency', 'Ccy'),
    fieldColumn('venue', 'Exchange'),
    {
      id: 'portfolio',
      header: 'Portfolio',
      overflow: 'clip',
      accessor: (row) => row.portfolio_label,
      cell: (row) => <Link to={paths.portfolio(row.portfolio_id)}>{row.portfolio_label}</Link>,
    },
    {
      id: 'order',
      header: 'Order',
      accessor: (row) => row.order_id,
      cell: (row) => (
        <Text component={Link} ff="monospace" fz="xs" to={paths.rebalance(row.rebalance_id)} title={row.order_id}>
          {`${row.order_id.slice(0, 3)}…${row.order_id.slice(-6)}`}
        </Text>
      ),
    },
  ];
}

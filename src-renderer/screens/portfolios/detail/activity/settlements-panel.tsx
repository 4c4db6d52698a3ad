/** The unsettled trades of a portfolio, if the world simulates settlement (decision O4). */

import { type ReactNode, useState } from 'react';
import { type SettlementDue, type TradeSettlement, useSettlements } from '../../../../api/activity-api.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import {
  formatCount,
  formatMoney,
  quantityFormatter,
  signedMoney,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../../components/orders/order-columns.tsx';
import { SideBadge } from '../../../../components/orders/side-badge.tsx';
import { STATUS_COLUMN } from '../../../../components/orders/status-badge.tsx';
import { InstrumentSymbol } from '../../../../components/paper/instrument-symbol.tsx';
import { RowLink } from '../../../../components/tables/row-link.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  paginationOf,
  VIRTUAL_UTC,
} from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { paths } from '../../../../paths.ts';

type SettlementStatus = 'pending' | 'settled';

export const SETTLEMENT_NAMES: Readonly<Record<SettlementStatus, string>> = {
  pending: 'Trades not settled yet',
  settled: 'Settled trades',
};

interface SettlementsPanelProps {
  readonly portfolioId: string;
  readonly currency: string;
  readonly status: SettlementStatus;
  /** The choice between this list and the others. */
  readonly side: ReactNode;
}

export function SettlementsPanel({ portfolioId, currency, status, side }: SettlementsPanelProps) {
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const query = useSettlements(portfolioId, status, isScrolledAway);
  const instruments = useInstrumentsByIsin();
  return (
    <QueryBoundary query={query} doing="Loading the settlements">
      {({ trades, due }) => (
        <>
          {status === 'pending' && due.length > 0 && <DuePanel due={due} currency={currency} />}
          <TablePanel
            title={SETTLEMENT_NAMES[status]}
            side={side}
            columns={settlementColumns(trades, currency, instruments)}
            rows={trades}
            rowKey={({ fill_id: id }) => id}
            pagination={paginationOf(query, 'Load older trades')}
            onScrolledAway={setIsScrolledAway}
            bulk={copiedOnly}
            empty={
              <>
                <strong>{status === 'pending' ? 'Every trade has settled.' : 'No trade has settled yet.'}</strong>
                Trades settle two business days after the trade date, and one business day after it from 11 October
                2027.
              </>
            }
          />
        </>
      )}
    </QueryBoundary>
  );
}

type DuePanelProps = Pick<SettlementsPanelProps, 'currency'> & { readonly due: readonly SettlementDue[] };

/** The cash that all unsettled trades will bring and take, by the time at which they settle. */
function DuePanel({ due, currency: unit }: DuePanelProps) {
  const net = due.reduce((sum, each) => sum + each.net, 0);
  const total = `${formatMoney(Math.abs(net))} ${unit} ${net < 0 ? 'to be paid' : 'to be received'} in total`;
  return (
    <TablePanel
      title="Due"
      label="Unsettled trades by time of settlement"
      side={total}
      columns={dueColumns(unit)}
      rows={due}
      rowKey={({ at }) => at}
      empty={null}
    />
  );
}

function dueColumns(unit: string): Column<SettlementDue>[] {
  return [
    fieldColumn('at', 'Settles', formatInstant, VIRTUAL_UTC),
    numberColumn('trades', 'Fills', (row) => row.trades, formatCount),
    numberColumn('received', 'To be received', (row) => row.received, formatMoney, { unit }),
    numberColumn('paid', 'To be paid', (row) => row.paid, formatMoney, { unit }),
    numberColumn('net', 'Net', (row) => row.net, signedMoney, { unit }),
  ];
}

/** Selected rows can be copied, as in any table. */
const copiedOnly = () => null;

function settlementColumns(
  trades: readonly TradeSettlement[],
  unit: string,
  instruments: InstrumentsByIsin,
): Column<TradeSettlement>[] {
  const quantity = quantityFormatter(trades.map((trade) => trade.quantity));
  return [
    fieldColumn('trade_date', 'Trade date', String, { hint: 'Local date of the exchange' }),
    fieldColumn('intended_at', 'Due', formatInstant, VIRTUAL_UTC),
    {
      id: 'settles',
      header: 'Settles',
      ...VIRTUAL_UTC,
      hint: 'Actual or expected settlement time',
      accessor: settlesAt,
      cell: (trade) => formatInstant(settlesAt(trade)),
    },
    STATUS_COLUMN as Column<TradeSettlement>,
    fieldColumn('side', 'Side', (side) => <SideBadge side={side} />),
    {
      id: 'instrument',
      header: 'Instrument',
      accessor: ({ isin }) => symbolOf(isin, instruments),
      cell: ({ isin }) => <InstrumentSymbol isin={isin} symbol={symbolOf(isin, instruments)} />,
    },
    fieldColumn('exchange', 'Exchange'),
    numberColumn('fills', 'Fills', (trade) => trade.fills, formatCount, {
      hint: 'Number of fills of the order that settle together',
    }),
    numberColumn('quantity', 'Quantity', (trade) => trade.quantity, quantity),
    numberColumn('cash', 'Cash', (trade) => trade.cash, signedMoney, {
      unit,
      hint: 'Change of the cash, after all charges',
    }),
    {
      id: 'link',
      header: 'Belongs to',
      accessor: (trade) => trade.rebalance_id,
      cell: ({ rebalance_id: rebalance, order_id: order }) => (
        <RowLink to={paths.rebalance(rebalance, { order })}>Rebalance</RowLink>
      ),
    },
  ];
}

function settlesAt({ settled_at: settledAt, expected_at: expectedAt }: TradeSettlement): string {
  return settledAt ?? expectedAt;
}

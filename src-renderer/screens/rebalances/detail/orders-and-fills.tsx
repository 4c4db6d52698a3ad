/** The orders of a rebalance with the filled part of each, and its fills as they arrive, newest first. */
import { Code, Group, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { FillWire, OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatMoney, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Toned } from '../../../components/layout/toned.tsx';
import {
  type InstrumentsByIsin,
  ORDER_EXCHANGE_COLUMN,
  ORDER_REASON_COLUMN,
  orderCostColumn,
  orderIdentityColumns,
  orderTaxColumns,
  orderValueColumn,
  symbolOf,
} from '../../../components/orders/order-columns.tsx';
import { OrderWhy } from '../../../components/orders/order-why.tsx';
import { SaleLots } from '../../../components/orders/sale-lots.tsx';
import { SideBadge } from '../../../components/orders/side-badge.tsx';
import { STATUS_COLUMN } from '../../../components/orders/status-badge.tsx';
import { InstrumentSymbol } from '../../../components/paper/instrument-symbol.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  VIRTUAL_UTC,
  valueColumn,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import classes from './rebalance.module.css';
import { sentPart } from './sent-part.ts';
import { useOrderActions } from './use-order-actions.tsx';

/** The expanded row and the symbol show these, too. */
const SPARE = ['isin', 'exchange'];

/** Selected rows can be copied, as in any table. */
const copiedOnly = () => null;

export function OrdersPanel({ view }: { readonly view: RebalanceView }) {
  const { rebalance, portfolio_currency: currency, explanation, sale_taxes: taxes, progress } = view;
  const { orders } = rebalance;
  const instruments = useInstrumentsByIsin();
  const { menuOf, buttonsOf, dialog } = useOrderActions(view, instruments);
  const columns = useMemo(
    () => orderColumns(orders, { taxes, currency, progress }, instruments),
    [orders, taxes, currency, progress, instruments],
  );
  const isUnderWay = view.by_hand.length > 0;
  return (
    <>
      <TablePanel
        title="Orders"
        layoutKey="rebalance/orders"
        columns={
          isUnderWay ? [...columns, { id: 'actions', header: 'Actions', align: 'right', cell: menuOf }] : columns
        }
        rows={orders}
        rowKey={(order) => order.order_id}
        spare={SPARE}
        bulk={copiedOnly}
        detail={(order) => (
          <>
            <SentPart order={order} progress={progress} />
            <OrderWhy order={order} currency={currency} explanation={explanation} />
            <SaleLots order={order} taxes={taxes} currency={currency} />
            {buttonsOf(order)}
          </>
        )}
        empty={
          <>
            <strong>No orders.</strong>No trade was needed, or none was affordable within the cost budget.
          </>
        }
      />
      {dialog}
    </>
  );
}

interface SentPartProps {
  readonly order: OrderWire;
  readonly progress: RebalanceView['progress'];
}

/** Why fewer shares were sent to the exchange than planned; nothing if all were sent. */
function SentPart({ order, progress }: SentPartProps) {
  const sent = sentPart(order, progress);
  if (sent === null) return null;
  const quantity = quantityFormatter([sent, order.quantity]);
  return (
    <Text component="p" fw={600} my="xs">
      Only {quantity(sent)} of {quantity(order.quantity)} shares were sent, because cash ran short.
    </Text>
  );
}

interface OrderTerms {
  readonly taxes: RebalanceView['sale_taxes'];
  readonly currency: string;
  readonly progress: RebalanceView['progress'];
}

function orderColumns(
  orders: readonly OrderWire[],
  { taxes, currency, progress }: OrderTerms,
  instruments: InstrumentsByIsin,
): Column<OrderWire>[] {
  const quantity = quantityFormatter(orders.flatMap((order) => [order.quantity, order.filled_quantity]));
  return [
    ...orderIdentityColumns(instruments),
    fieldColumn('isin', 'ISIN', (isin) => <Code>{isin}</Code>),
    ORDER_EXCHANGE_COLUMN,
    STATUS_COLUMN,
    ...(orders.some((order) => sentPart(order, progress) !== null) ? [sentColumn(progress, quantity)] : []),
    valueColumn('filled', 'Filled of quantity', filledShare, (share, order) => fillTrack(share, order, quantity), {
      align: 'right',
    }),
    orderValueColumn(currency),
    orderCostColumn(currency),
    ...orderTaxColumns(taxes, currency),
    ORDER_REASON_COLUMN,
  ];
}

/** Only if an order was sent in part. */
function sentColumn(progress: RebalanceView['progress'], quantity: (value: number) => string): Column<OrderWire> {
  return valueColumn(
    'sent',
    'Sent',
    (order) => progress.find((row) => row.order_id === order.order_id)?.sent_quantity ?? null,
    (sent, order) =>
      sentPart(order, progress) === null ? quantity(sent) : <Toned tone="warn">{quantity(sent)}</Toned>,
    { align: 'right', hint: 'Shares last sent to the exchange: fewer than planned where cash ran short' },
  );
}

function filledShare({ quantity, filled_quantity: filled }: OrderWire): number {
  return quantity === 0 ? 0 : filled / quantity;
}

/** The filled part of an order: the numbers, and a bar. */
function fillTrack(share: number, order: OrderWire, quantity: (value: number) => string) {
  const isDead = order.status === 'rejected' || order.status === 'expired' || order.status === 'cancelled';
  const tone = share >= 1 ? 'ok' : isDead ? 'fail' : 'brand';
  return (
    <Group component="span" gap="sm" wrap="nowrap" justify="flex-end">
      {quantity(order.filled_quantity)} / {quantity(order.quantity)}
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${share * 100}%`, background: `var(--${tone})` }} />
      </span>
    </Group>
  );
}

type FillRow = FillWire & { readonly order: OrderWire };

interface FillsPanelProps {
  readonly view: RebalanceView;
  readonly side: ReactNode;
}

export function FillsPanel({ view: { rebalance, portfolio_currency: currency }, side }: FillsPanelProps) {
  const { orders, status } = rebalance;
  const instruments = useInstrumentsByIsin();
  const fills = useMemo(
    () => orders.flatMap((order) => order.fills.map((fill): FillRow => ({ ...fill, order }))),
    [orders],
  );
  const columns = useMemo(() => fillColumns(fills, currency, instruments), [fills, currency, instruments]);
  return (
    <TablePanel
      title={`Fills (${fills.length})`}
      label="Fills"
      side={fills.length > 0 && side}
      layoutKey="rebalance/fills"
      columns={columns}
      rows={fills}
      rowKey={(fill) => fill.fill_id}
      bulk={copiedOnly}
      initialSort={{ column: 'filled_at', descending: true }}
      empty={
        <>
          <strong>{status in WHY_NO_FILLS ? 'No fills.' : 'No fills yet.'}</strong>
          {WHY_NO_FILLS[status] ?? 'Fills appear here as the exchanges report them, in virtual time.'}
        </>
      }
    />
  );
}

/** The side and the symbol of a row's order. */
export function ofOrderColumns<Row extends { readonly order: OrderWire }>(
  instruments: InstrumentsByIsin,
): Column<Row>[] {
  const symbol = ({ order }: Row) => symbolOf(order.isin, instruments);
  const side = ({ order }: Row) => order.side;
  return [
    { id: 'side', header: 'Side', accessor: side, cell: (row) => <SideBadge side={side(row)} /> },
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: symbol,
      cell: (row) => <InstrumentSymbol isin={row.order.isin} symbol={symbol(row)} />,
    },
  ];
}

/** Why a rebalance in this final status has no fills. */
const WHY_NO_FILLS: Readonly<Record<string, string>> = {
  failed: 'The rebalance ended before an exchange reported a fill.',
  cancelled: 'The rebalance was cancelled before its orders were sent.',
};

function fillColumns(fills: readonly FillRow[], currency: string, instruments: InstrumentsByIsin): Column<FillRow>[] {
  const quantity = quantityFormatter(fills.map((fill) => fill.quantity));
  const price = priceFormatter(fills.map((fill) => fill.price));
  return [
    fieldColumn('filled_at', 'Executed', formatInstant, {
      ...VIRTUAL_UTC,
      hint: 'Time of execution at the exchange. The report arrives shortly after; only then do cash and positions change.',
    }),
    ...ofOrderColumns<FillRow>(instruments),
    { id: 'exchange', header: 'Exchange', accessor: (fill) => fill.exchange },
    numberColumn('quantity', 'Quantity', (fill) => fill.quantity, quantity),
    numberColumn('price', 'Price', (fill) => fill.price, price, {
      hint: 'As the exchange reported it, in the currency of the order',
    }),
    { id: 'currency', header: 'Ccy', accessor: ({ order }) => order.currency },
    numberColumn('value', 'Value', (fill) => fill.value, formatMoney, { unit: currency }),
    numberColumn('costs', 'Costs', (fill) => fill.costs.total, formatMoney, { unit: currency }),
  ];
}

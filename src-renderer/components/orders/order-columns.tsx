/** The columns that identify an order; the plan and the rebalance page add their own. */
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import type { InstrumentRow } from '../../api/market-api.ts';
import { formatCostBps, formatMoney, formatWeight } from '../format/format-number.ts';
import { shortReason } from '../format/short-reason.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { InstrumentSymbol } from '../paper/instrument-symbol.tsx';
import { type Column, fieldColumn, numberColumn, PERCENT } from '../tables/table-column.ts';
import { type SaleTaxes, saleTaxOf } from './sale-taxes.ts';
import { SideBadge } from './side-badge.tsx';

export type InstrumentsByIsin = ReadonlyMap<string, InstrumentRow>;

/** Number, side and symbol; the symbol falls back to the ISIN until the instruments have been read. */
export function orderIdentityColumns(instruments: InstrumentsByIsin): Column<OrderWire>[] {
  return [
    { id: 'sequence', header: '#', align: 'right', accessor: (order) => order.sequence },
    fieldColumn('side', 'Side', (side) => <SideBadge side={side} />),
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (order) => symbolOf(order.isin, instruments),
      cell: (order) => (
        <InstrumentSymbol
          isin={order.isin}
          symbol={symbolOf(order.isin, instruments)}
          title={`${instruments.get(order.isin)?.name ?? ''} ${order.isin}`}
        />
      ),
    },
  ];
}

export const ORDER_EXCHANGE_COLUMN: Column<OrderWire> = fieldColumn('exchange', 'Exchange');

export const ORDER_REASON_COLUMN: Column<OrderWire> = {
  id: 'reason',
  header: 'Reason',
  hint: 'Open a row for the full reason and the exchanges that were considered',
  // Copied in full, as the service states it.
  accessor: (order) => order.reason.text,
  cell: (order) => <Dimmed>{shortReason(order)}</Dimmed>,
};

/** Its weight now and after the plan, beside its target. */
export const ORDER_WEIGHT_COLUMNS: readonly Column<OrderWire>[] = [
  numberColumn('weights', 'Weight', (order) => order.weight_before, formatWeight, {
    ...PERCENT,
    hint: 'Weight before → after this plan',
    cell: (order) => `${formatWeight(order.weight_before)} → ${formatWeight(order.weight_after)}`,
  }),
  numberColumn('target', 'Target', (order) => order.weight_target, formatWeight, PERCENT),
];

/** Its cost in money; the tooltip has it in basis points. One column, to leave room for the reason. */
export function orderCostColumn(currency: string): Column<OrderWire> {
  return numberColumn('cost', 'Est. cost', (order) => order.costs.total, formatMoney, {
    unit: currency,
    hint: 'Estimated cost of this order, excluding gains tax. Hover over a figure to see it in bps of the order and of the portfolio.',
    cell: ({ costs, estimated_value: value }) => (
      <span
        title={`${formatCostBps(value === 0 ? 0 : (costs.total / value) * 10_000)} bps of this order, ${formatCostBps(costs.total_bps)} bps of the portfolio`}
      >
        {formatMoney(costs.total)}
      </span>
    ),
  });
}

export function orderValueColumn(currency: string): Column<OrderWire> {
  const hint = 'Estimated value in base currency';
  return numberColumn('value', 'Est. value', (order) => order.estimated_value, formatMoney, { unit: currency, hint });
}

/** The tax caused by each sell; no column if nothing is sold, or gains are not taxed. */
export function orderTaxColumns(taxes: SaleTaxes | null, currency: string): Column<OrderWire>[] {
  if (taxes === null || taxes.sells.length === 0 || taxes.tax_rate === 0) return [];
  const taxOf = (order: OrderWire) => saleTaxOf(taxes, order)?.tax ?? null;
  return [
    numberColumn('tax', 'Est. gains tax', taxOf, formatMoney, {
      unit: currency,
      hint: 'Estimated tax on the gain of this sell, not part of its cost. Negative: its loss saves tax on other gains of the plan. Open the row for the tax lots.',
    }),
  ];
}

export function symbolOf(isin: string, instruments: InstrumentsByIsin): string {
  return instruments.get(isin)?.symbol ?? isin;
}

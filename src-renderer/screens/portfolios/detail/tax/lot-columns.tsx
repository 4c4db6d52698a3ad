/** The columns of the lots: single ones, or grouped by instrument. */

import { Code } from '@mantine/core';
import {
  formatCount,
  formatMoney,
  priceFormatter,
  quantityFormatter,
  signedWeight,
  unitCostFormatter,
} from '../../../../components/format/format-number.ts';
import { formatDay, formatInstant } from '../../../../components/format/format-time.ts';
import { CopyText } from '../../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { InstrumentSymbol } from '../../../../components/paper/instrument-symbol.tsx';
import { signedColumn } from '../../../../components/tables/signed-column.tsx';
import {
  type Column,
  numberColumn,
  PERCENT,
  VIRTUAL_UTC,
  valueColumn,
} from '../../../../components/tables/table-column.ts';
import { DateRange } from './date-range.tsx';
import { formatRange, type LotRow } from './lot-rows.ts';
import { signedMoneyColumn } from './signed-money.tsx';

const HELD_COLUMN: Column<LotRow> = {
  id: 'held_days',
  header: 'Days held',
  align: 'right',
  hint: 'Full days since acquisition. For several lots, of the youngest and the oldest.',
  accessor: (row) => row.heldDays,
  cell: (row) => formatRange(row.youngestHeldDays, row.heldDays),
};

/** The parts of a row omit values that they share with it. */
export function lotColumns(rows: readonly LotRow[], currency: string): Column<LotRow>[] {
  const all = rows.flatMap(withParts);
  const quantity = quantityFormatter(all.map((row) => row.quantity));
  const unitCost = unitCostFormatter(all.map((row) => row.unit_cost));
  const price = priceFormatter(all.flatMap((row) => row.price ?? []));
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => row.symbol,
      cell: (row) => (row.isPart ? partName(row) : <InstrumentSymbol isin={row.isin} symbol={row.symbol} />),
    },
    {
      id: 'isin',
      header: 'ISIN',
      accessor: (row) => row.isin,
      cell: (row) => !row.isPart && <Code>{row.isin}</Code>,
    },
    LOTS_COLUMN,
    valueColumn('acquired_at', 'Acquired', (row) => row.acquired_at, shownAcquired, {
      overflow: 'wrap',
      copy: ({ acquired_at: at, lastAcquiredAt: last, lots }) =>
        lots === 1
          ? formatInstant(at)
          : formatDay(at) === formatDay(last)
            ? formatDay(at)
            : `${formatDay(at)} – ${formatDay(last)}`,
      ...VIRTUAL_UTC,
      hint: 'Virtual time of the purchase. For several lots, from the first to the last.',
    }),
    HELD_COLUMN,
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('unit_cost', 'Unit cost', (row) => row.unit_cost, unitCost, {
      unit: currency,
      hint: 'Cost per share, including charges, at the exchange rate of the purchase. For several lots, the average.',
    }),
    numberColumn('price', 'Price', (row) => row.price, price, {
      unit: currency,
      hint: 'Mid price at the current exchange rate',
    }),
    numberColumn('cost', 'Cost', (row) => row.cost, formatMoney, { unit: currency }),
    numberColumn('value', 'Value', (row) => row.value, formatMoney, {
      unit: currency,
      hint: 'Quantity × mid price. The lots of an instrument add up to its position.',
    }),
    signedMoneyColumn('gain', 'Unrealised', (row) => row.gain, {
      unit: currency,
      hint: 'Value − cost: the gain that a sale would realise before charges',
    }),
    signedColumn('gain_share', 'Gain', (row) => row.gainShare, signedWeight, {
      ...PERCENT,
      hint: 'Unrealised gain ÷ cost',
    }),
  ];
}

function withParts(row: LotRow): readonly LotRow[] {
  return [row, ...row.parts.flatMap(withParts)];
}

/** A lot by its id, several of one order by the order, several of one day by the day. */
function partName({ acquired_at: at, lot_id: id, order_id: order }: LotRow) {
  if (id !== null) return <LotId id={id} />;
  return <Dimmed title={order ?? undefined}>{order === null ? formatDay(at) : `order ${shortId(order)}`}</Dimmed>;
}

function LotId({ id }: { readonly id: string }) {
  return <CopyText text={id} what="the lot's id" shown={shortId(id)} />;
}

/** `2021-03-15`, or `2021-03-15 – 2024-11-04`; a single lot with its time of day. */
function shownAcquired(at: string, { lots, lastAcquiredAt }: LotRow) {
  if (lots === 1) return <DateRange from={formatInstant(at)} to={formatInstant(at)} />;
  return <DateRange from={formatDay(at)} to={formatDay(lastAcquiredAt)} />;
}

const LOTS_COLUMN: Column<LotRow> = {
  id: 'lots',
  header: 'Lots',
  align: 'right',
  hint: 'Number of tax lots; each comes from a fill or was entered',
  accessor: (row) => row.lots,
  cell: ({ lots, isPart }) => !(isPart && lots === 1) && formatCount(lots),
};

function shortId(lotId: string): string {
  return lotId.length > 10 ? `…${lotId.slice(-6)}` : lotId;
}

/** The columns of the lots: of each, or of all lots of an instrument together. */
import { Code } from '@mantine/core';
import {
  formatCount,
  formatDriftBps,
  formatMoney,
  priceFormatter,
  quantityFormatter,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { CopyText } from '../../../../components/layout/copy-text.tsx';
import { type Column, numberColumn, valueColumn } from '../../../../components/tables/table-column.ts';
import type { LotRow } from './lot-rows.ts';
import { signedMoneyColumn } from './signed-money.tsx';

export function lotColumns(rows: readonly LotRow[], currency: string, areTogether: boolean): Column<LotRow>[] {
  const acquired = areTogether ? 'First acquired' : 'Acquired';
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const price = priceFormatter(rows.flatMap((row) => [row.unit_cost, row.price ?? row.unit_cost]));
  return [
    { id: 'symbol', header: 'Symbol', accessor: (row) => row.symbol, cell: (row) => <strong>{row.symbol}</strong> },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    areTogether ? numberColumn('lots', 'Lots', (row) => row.lots, formatCount) : LOT_COLUMN,
    valueColumn('acquired_at', `${acquired} (virtual UTC)`, (row) => row.acquired_at, formatInstant, {
      hint: 'Virtual time of the purchase',
    }),
    numberColumn('held_days', 'Held', (row) => row.heldDays, formatCount, {
      unit: 'days',
      hint: 'Whole days since it was acquired',
    }),
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('unit_cost', 'Unit cost', (row) => row.unit_cost, price, {
      hint: `What a share cost in ${currency}, charges included`,
    }),
    numberColumn('price', 'Price', (row) => row.price, price, { hint: `Mid price in ${currency}` }),
    numberColumn('cost', 'Cost', (row) => row.cost, formatMoney, { unit: currency }),
    signedMoneyColumn('gain', 'Unrealised', (row) => row.gain, {
      unit: currency,
      hint: 'Quantity × mid price − cost: what selling would realise before charges',
    }),
    numberColumn('gain_share', 'Gain', (row) => row.gainShare, formatDriftBps, {
      unit: 'bps',
      hint: 'Unrealised gain ÷ cost',
    }),
  ];
}

const LOT_COLUMN: Column<LotRow> = {
  id: 'lot',
  header: 'Lot',
  hint: 'The fill that bought it, or the lot that was stated',
  accessor: (row) => row.lot_id,
  cell: ({ lot_id: id }) => id !== null && <CopyText text={id} what="the lot's id" shown={shortId(id)} />,
};

function shortId(lotId: string): string {
  return lotId.length > 10 ? `…${lotId.slice(-6)}` : lotId;
}

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
import { type Column, numberColumn } from '../../../../components/tables/table-column.ts';
import type { LotRow } from './lot-rows.ts';
import { SignedMoney } from './signed-money.tsx';

interface LotColumnsInput {
  readonly rows: readonly LotRow[];
  readonly currency: string;
  readonly areTogether: boolean;
}

export function lotColumns({ rows, currency, areTogether }: LotColumnsInput): Column<LotRow>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  return [
    { id: 'symbol', header: 'Symbol', accessor: (row) => row.symbol, cell: (row) => <strong>{row.symbol}</strong> },
    { id: 'isin', header: 'ISIN', accessor: (row) => row.isin, cell: (row) => <Code>{row.isin}</Code> },
    areTogether ? LOTS_COLUMN : LOT_COLUMN,
    {
      id: 'acquired_at',
      header: areTogether ? 'First acquired (virtual UTC)' : 'Acquired (virtual UTC)',
      hint: 'Virtual time of the purchase',
      accessor: (row) => row.acquiredAt,
      cell: (row) => formatInstant(row.acquiredAt),
    },
    numberColumn('held_days', 'Held', (row) => row.heldDays, formatCount, {
      unit: 'days',
      hint: 'Whole days since it was acquired',
    }),
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    ...amountColumns(rows, currency),
  ];
}

const LOT_COLUMN: Column<LotRow> = {
  id: 'lot',
  header: 'Lot',
  hint: 'The fill that bought it, or the lot that was stated',
  accessor: (row) => row.lotId,
  cell: (row) => row.lotId !== null && <CopyText text={row.lotId} what="the lot's id" shown={shortId(row.lotId)} />,
};

const LOTS_COLUMN: Column<LotRow> = numberColumn('lots', 'Lots', (row) => row.lots, formatCount);

function amountColumns(rows: readonly LotRow[], currency: string): Column<LotRow>[] {
  const price = priceFormatter(rows.flatMap((row) => [row.unitCost, row.price ?? row.unitCost]));
  return [
    numberColumn('unit_cost', 'Unit cost', (row) => row.unitCost, price, {
      hint: `What a share cost in ${currency}, charges included`,
    }),
    numberColumn('price', 'Price', (row) => row.price, price, { hint: `Mid price in ${currency}` }),
    numberColumn('cost', 'Cost', (row) => row.cost, formatMoney, { unit: currency }),
    {
      id: 'gain',
      header: 'Unrealised',
      unit: currency,
      align: 'right',
      hint: 'Quantity × mid price − cost: what selling would realise before charges',
      accessor: (row) => row.gain,
      cell: (row) => <SignedMoney amount={row.gain} />,
    },
    numberColumn('gain_share', 'Gain', (row) => row.gainShare, formatDriftBps, {
      unit: 'bps',
      hint: 'Unrealised gain ÷ cost',
    }),
  ];
}

function shortId(lotId: string): string {
  return lotId.length > 10 ? `…${lotId.slice(-6)}` : lotId;
}

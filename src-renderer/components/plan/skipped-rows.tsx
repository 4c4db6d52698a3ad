/** The rows that a plan skips, each with its reason; collapsed, since most of them are on target. */
import { Paper } from '@mantine/core';
import { useMemo } from 'react';
import type { PlanExplanationWire, SkippedRowWire } from '../../../src-server/contract/service/explanation.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { plural } from '../format/format-number.ts';
import classes from '../orders/explanation.module.css';
import { type InstrumentsByIsin, symbolOf } from '../orders/order-columns.tsx';
import { InstrumentSymbol } from '../paper/instrument-symbol.tsx';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import { DataTable } from '../tables/data-table.tsx';
import type { Column } from '../tables/table-column.ts';

export function SkippedRows({ explanation, isOpen }: { explanation: PlanExplanationWire | null; isOpen: boolean }) {
  const instruments = useInstrumentsByIsin();
  const isPrinted = useIsPrinted();
  const columns = useMemo(() => skippedColumns(instruments), [instruments]);
  const skipped = explanation?.skipped ?? [];
  if (skipped.length === 0) return null;
  return (
    <Paper component="details" className={classes.skippedRows} open={isOpen || isPrinted}>
      <summary>{plural(skipped.length, 'position is', 'positions are')} left unchanged</summary>
      <DataTable
        label="Positions not traded"
        columns={columns}
        rows={skipped}
        rowKey={(row) => row.isin}
        empty={null}
      />
    </Paper>
  );
}

const REASON_LABELS: Readonly<Record<SkippedRowWire['reason'], string>> = {
  at_target: 'At its target',
  too_small: 'Too small for an order',
  uneconomic: 'Not worth the cost',
  not_connected: 'Exchange not available',
  budget: 'Over the cost budget',
  cash: 'No cash left',
  no_improvement: 'Would not reduce drift',
  constraint: 'Limited by a constraint',
};

function skippedColumns(instruments: InstrumentsByIsin): Column<SkippedRowWire>[] {
  const symbol = (row: SkippedRowWire) => symbolOf(row.isin, instruments);
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: symbol,
      cell: (row) => <InstrumentSymbol isin={row.isin} symbol={symbol(row)} />,
    },
    { id: 'reason', header: 'Reason', accessor: (row) => REASON_LABELS[row.reason] },
    { id: 'text', header: 'Why', overflow: 'wrap', accessor: (row) => row.text },
  ];
}

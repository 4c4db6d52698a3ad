/** The faults that were set: what each does, where and how long, how often it hit; and the way to end them. */
import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { MarketFaultView } from '../../../api/faults-api.ts';
import { endAllFaults } from '../../../api/faults-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { EndFaultButton } from '../../../components/faults/end-fault-button.tsx';
import { formatFaultKind } from '../../../components/faults/fault-kinds.ts';
import { faultsUndoing } from '../../../components/faults/faults-undoing.ts';
import {
  formatEffect,
  formatHit,
  formatPlace,
  formatSpan,
  isOpen,
  openFirst,
} from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import classes from '../market.module.css';

export function FaultsPanel({ faults }: { readonly faults: readonly MarketFaultView[] }) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => faultColumns(instruments), [instruments]);
  const rows = useMemo(() => openFirst(faults), [faults]);
  return (
    <Panel
      title="Faults"
      layoutKey="market/faults"
      side={
        <span className={classes.marketSide}>
          <EndAllButton open={rows.filter(isOpen).length} />
          <CopyTableButton rows={rows} columns={columns} />
        </span>
      }
    >
      <DataTable
        label="Faults"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.fault_id}
        empty={
          <>
            <strong>Nothing is broken.</strong>
            “Break something…” takes an exchange down, loses reports, freezes prices: what an integration meets in
            production.
            <NextStep to={paths.breakMarket}>Break something…</NextStep>
          </>
        }
      />
    </Panel>
  );
}

function faultColumns(instruments: InstrumentsByIsin): Column<MarketFaultView>[] {
  const place = (row: MarketFaultView) => formatPlace(row, row.isin === null ? null : symbolOf(row.isin, instruments));
  return [
    {
      id: 'status',
      header: 'Status',
      accessor: (row) => row.status,
      cell: (row) => <MarketStatus status={row.status} />,
    },
    {
      id: 'kind',
      header: 'Fault',
      accessor: (row) => row.kind,
      cell: (row) => <strong title={row.fault_id}>{formatFaultKind(row.kind).label}</strong>,
    },
    { id: 'effect', header: 'What it does', overflow: 'wrap', accessor: formatEffect },
    { id: 'place', header: 'Where', accessor: place },
    { id: 'span', header: 'When', unit: '(virtual UTC)', overflow: 'wrap', accessor: formatSpan },
    {
      id: 'hits',
      header: 'Hits',
      align: 'right',
      hint: 'How often it hit; faults of lines and prices hit nothing in particular',
      accessor: (row) => row.hits,
      cell: (row) =>
        formatHit(row) ?? (
          <Text span c="dimmed">
            –
          </Text>
        ),
    },
    {
      id: 'end',
      header: 'End',
      align: 'right',
      cell: (row) => isOpen(row) && <EndFaultButton faultId={row.fault_id} label={formatFaultKind(row.kind).label} />,
    },
  ];
}

function EndAllButton({ open }: { readonly open: number }) {
  const end = useAction({
    doing: 'Ending all faults',
    run: endAllFaults,
    done: ({ faults }) => `${plural(faults.length, 'fault')} ended.`,
    undo: ({ faults }) => faultsUndoing(faults),
  });
  if (open === 0) return null;
  return (
    <Button size="compact-xs" variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      End all {open}
    </Button>
  );
}

/** The market faults: the effect, place, duration and hits of each; and the button to end it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { MarketFaultView } from '../../../../src-server/contract/control/market/faults.ts';
import { endAllFaults } from '../../../api/faults-api.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { EndFaultButton } from '../../../components/faults/end-fault-button.tsx';
import { formatFaultKind } from '../../../components/faults/fault-kinds.ts';
import { faultsUndoing } from '../../../components/faults/faults-undoing.ts';
import {
  formatEffect,
  formatHit,
  formatSpan,
  formatTarget,
  isOpen,
  openFirst,
} from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { withReconnections } from '../../../components/faults/reconnections.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { DASH } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';

export function FaultsPanel({ faults }: { readonly faults: readonly MarketFaultView[] }) {
  const instruments = useInstrumentsByIsin();
  const [query] = useSearchParams();
  const disconnected = (useExchanges().data?.exchanges ?? []).filter(({ line }) => line.held).map(({ mic }) => mic);
  const columns = useMemo(() => faultColumns(instruments), [instruments]);
  const rows = useMemo(() => openFirst(faults), [faults]);
  const open = rows.filter(isOpen).length;
  return (
    <TablePanel
      title="Faults"
      layoutKey="market/faults"
      side={
        open > 0 && (
          <ActionButton
            size="compact-xs"
            variant="default"
            action={{
              doing: 'Ending all faults',
              run: async () => withReconnections((await endAllFaults()).faults),
              done: ({ ended, reconnections }) => `${plural(ended.length, 'fault')} ended.${reconnections}`,
              undo: ({ ended }) => faultsUndoing(ended),
            }}
          >
            End all {open}
          </ActionButton>
        )
      }
      columns={columns}
      rows={rows}
      rowKey={(row) => row.fault_id}
      selectedKey={query.get('fault') ?? undefined}
      empty={
        <>
          <strong>No market fault is set.</strong>
          {disconnected.length > 0 &&
            `${disconnected.join(', ')} ${disconnected.length === 1 ? 'is' : 'are'} disconnected by you. `}
          “Set a market fault…” takes an exchange offline, loses reports or freezes prices, as an integration may
          experience in production.
          <NextStep to={paths.breakMarket}>Set a market fault…</NextStep>
        </>
      }
    />
  );
}

function faultColumns(instruments: InstrumentsByIsin): Column<MarketFaultView>[] {
  return [
    { id: 'status', header: 'Status', accessor: (row) => row.status, cell: MarketStatus },
    fieldColumn('kind', 'Fault', (kind, row) => <strong title={row.fault_id}>{formatFaultKind(kind).label}</strong>),
    { id: 'effect', header: 'What it does', overflow: 'wrap', accessor: formatEffect },
    {
      id: 'place',
      header: 'Where',
      accessor: (row) => formatTarget(row, row.isin === null ? null : symbolOf(row.isin, instruments)),
    },
    { id: 'span', header: 'When', unit: '(virtual UTC)', overflow: 'wrap', accessor: formatSpan },
    {
      id: 'hits',
      header: 'Hits',
      align: 'right',
      hint: 'How often the fault took effect. Outages and price faults are not counted.',
      accessor: (row) => row.hits,
      cell: (row) => formatHit(row) ?? DASH,
    },
    {
      id: 'end',
      header: 'Actions',
      align: 'right',
      cell: (row) => isOpen(row) && <EndFaultButton faultId={row.fault_id} label={formatFaultKind(row.kind).label} />,
    },
  ];
}

/** The faults of the wire that were set: what each does, to what, how much of it and how long; and the way to end them. */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { endWireFaults } from '../../../api/faults-api.ts';
import { EndFaultButton } from '../../../components/faults/end-fault-button.tsx';
import { faultsUndoing } from '../../../components/faults/faults-undoing.ts';
import { isOpen, openFirst } from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { formatWireKind, type WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { useEndpointNames } from '../../../components/webhooks/endpoint-names.ts';
import { paths } from '../../../paths.ts';
import {
  formatMatch,
  formatShare,
  formatWireEffect,
  formatWireHit,
  formatWireSpan,
  type MatchNames,
} from './wire-fault-label.ts';
import classes from './wire-faults.module.css';

interface WireFaultsPanelProps {
  readonly faults: readonly WireFaultView[];
  readonly selectedId: string | undefined;
  readonly onSelect: (faultId: string) => void;
}

export function WireFaultsPanel({ faults, selectedId, onSelect }: WireFaultsPanelProps) {
  const names = useMatchNames();
  const columns = useMemo(
    () =>
      wireFaultColumns(
        names,
        (fault) =>
          isOpen(fault) && <EndFaultButton faultId={fault.fault_id} label={formatWireKind(fault.kind).label} />,
      ),
    [names],
  );
  const rows = useMemo(() => openFirst(faults), [faults]);
  return (
    <Panel
      title="Faults"
      side={
        <span className={classes.wireFaultSide}>
          <EndAllButton open={rows.filter(isOpen).length} />
          <CopyTableButton rows={rows} columns={columns} />
        </span>
      }
    >
      <DataTable
        label="Faults of the wire"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.fault_id}
        selectedKey={selectedId}
        onOpen={(row) => onSelect(row.fault_id)}
        empty={
          <>
            <strong>Nothing is broken.</strong>
            “Set a fault…” answers errors, holds answers back, cuts connections, spoils signatures: what an integration
            meets in production, once or as often as you say.
            <NextStep to={paths.setFault}>Set a fault…</NextStep>
          </>
        }
      />
    </Panel>
  );
}

function useMatchNames(): MatchNames {
  const keys = useKeyNames();
  const endpoints = useEndpointNames();
  return useMemo(() => ({ keys, endpoints }), [keys, endpoints]);
}

function EndAllButton({ open }: { readonly open: number }) {
  const end = useAction({
    doing: 'Ending all faults of the wire',
    run: endWireFaults,
    done: ({ length }) => `${plural(length, 'fault')} ended.`,
    undo: faultsUndoing,
  });
  if (open === 0) return null;
  return (
    <Button size="compact-xs" variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      End all {open}
    </Button>
  );
}

/** `end`: what ends a fault that can still be ended. */
function wireFaultColumns(
  names: MatchNames,
  end: (fault: WireFaultView) => ReactNode,
): readonly Column<WireFaultView>[] {
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
      accessor: (row) => formatWireKind(row.kind).label,
      cell: (row) => <strong title={row.fault_id}>{formatWireKind(row.kind).label}</strong>,
    },
    { id: 'effect', header: 'What it does', overflow: 'wrap', accessor: formatWireEffect },
    {
      id: 'match',
      header: 'To what',
      overflow: 'wrap',
      accessor: (row) => formatMatch(row, names),
    },
    {
      id: 'share',
      header: 'Share',
      hint: 'Of what it is about; in brackets what it came to so far',
      accessor: (row) => row.share,
      cell: formatShare,
    },
    {
      id: 'span',
      header: 'When',
      unit: '(virtual UTC)',
      overflow: 'wrap',
      accessor: formatWireSpan,
    },
    { id: 'hits', header: 'Hits', align: 'right', accessor: (row) => row.hits, cell: formatWireHit },
    { id: 'end', header: 'End', align: 'right', cell: end },
  ];
}

/** The columns of the table of faults of the wire. */
import type { ReactNode } from 'react';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { formatWireKind, type WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { formatMatch, type MatchNames } from './match-words.ts';
import { formatShare, formatWireEffect, formatWireHit, formatWireSpan } from './wire-fault-words.ts';

/** `end`: what ends a fault that can still be ended. */
export function wireFaultColumns(
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
    { id: 'effect', header: 'What it does', overflow: 'wrap', accessor: formatWireEffect, cell: formatWireEffect },
    {
      id: 'match',
      header: 'To what',
      overflow: 'wrap',
      accessor: (row) => formatMatch(row, names),
      cell: (row) => formatMatch(row, names),
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
      cell: formatWireSpan,
    },
    { id: 'hits', header: 'Hits', align: 'right', accessor: (row) => row.hits, cell: formatWireHit },
    { id: 'end', header: 'End', align: 'right', cell: end },
  ];
}

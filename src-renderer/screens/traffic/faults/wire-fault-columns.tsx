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
      value: (row) => row.status,
      render: (row) => <MarketStatus status={row.status} />,
    },
    {
      id: 'kind',
      header: 'Fault',
      value: (row) => formatWireKind(row.kind).label,
      render: (row) => <strong title={row.fault_id}>{formatWireKind(row.kind).label}</strong>,
    },
    { id: 'effect', header: 'What it does', className: 'wrap', value: formatWireEffect, render: formatWireEffect },
    {
      id: 'match',
      header: 'To what',
      className: 'wrap',
      value: (row) => formatMatch(row, names),
      render: (row) => formatMatch(row, names),
    },
    {
      id: 'share',
      header: 'Share',
      hint: 'Of what it is about; in brackets what it came to so far',
      value: (row) => row.share,
      render: formatShare,
    },
    {
      id: 'span',
      header: 'When',
      unit: '(virtual UTC)',
      className: 'wrap',
      value: formatWireSpan,
      render: formatWireSpan,
    },
    { id: 'hits', header: 'Hits', align: 'right', value: (row) => row.hits, render: formatWireHit },
    { id: 'end', header: 'End', align: 'right', render: end },
  ];
}

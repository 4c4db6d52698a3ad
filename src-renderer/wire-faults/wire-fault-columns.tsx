/** The columns of the table of faults of the wire. */
import type { ReactNode } from 'react';
import { MarketStatus } from '../market/market-status.tsx';
import type { Column } from '../shared/table-column.ts';
import { type MatchNames, matchWords } from './match-words.ts';
import { type WireFaultView, wireKindWords } from './wire-fault-kinds.ts';
import { shareWords, wireEffectWords, wireHitWords, wireSpanWords } from './wire-fault-words.ts';

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
      value: (row) => wireKindWords(row.kind).label,
      render: (row) => <strong title={row.fault_id}>{wireKindWords(row.kind).label}</strong>,
    },
    { id: 'effect', header: 'What it does', className: 'wrap', value: wireEffectWords, render: wireEffectWords },
    {
      id: 'match',
      header: 'To what',
      className: 'wrap',
      value: (row) => matchWords(row, names),
      render: (row) => matchWords(row, names),
    },
    {
      id: 'share',
      header: 'Share',
      hint: 'Of what it is about; in brackets what it came to so far',
      value: (row) => row.share,
      render: shareWords,
    },
    {
      id: 'span',
      header: 'When',
      unit: '(virtual UTC)',
      className: 'wrap',
      value: wireSpanWords,
      render: wireSpanWords,
    },
    { id: 'hits', header: 'Hits', align: 'right', value: (row) => row.hits, render: wireHitWords },
    { id: 'end', header: 'End', align: 'right', render: end },
  ];
}

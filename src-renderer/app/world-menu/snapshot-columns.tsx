/** The columns of the snapshots: what is in each, when it was kept, and what can be done with it. */
import { Button } from '@mantine/core';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import classes from './world-menu.module.css';

type Action = 'restore' | 'delete';

export function snapshotColumns(onDeed: (snapshot: SnapshotWire, deed: Action) => void): Column<SnapshotWire>[] {
  return [
    ...FACTS,
    {
      id: 'deeds',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <span className={classes.snapshotActions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Restore ${row.name}`}
            onClick={() => onDeed(row, 'restore')}
          >
            Restore…
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Delete ${row.name}`}
            onClick={() => onDeed(row, 'delete')}
          >
            Delete…
          </Button>
        </span>
      ),
    },
  ];
}

const HEAD_SHOWN = 8;

const FACTS: readonly Column<SnapshotWire>[] = [
  {
    id: 'name',
    header: 'Name',
    overflow: 'clip',
    accessor: (row) => row.name,
    cell: (row) => <strong title={row.name}>{row.name}</strong>,
  },
  {
    id: 'now',
    header: 'Clock',
    unit: '(virtual UTC)',
    accessor: (row) => row.now,
    cell: (row) => formatInstant(row.now),
  },
  {
    id: 'events',
    header: 'Events',
    align: 'right',
    accessor: (row) => row.events,
    cell: (row) => formatCount(row.events),
  },
  {
    id: 'head',
    header: 'Chain',
    hint: 'Head of the hash chain of its event log',
    accessor: (row) => row.head,
    cell: (row) => (
      <CopyText text={row.head} what="the head of the event chain" shown={`${row.head.slice(0, HEAD_SHOWN)}…`} />
    ),
  },
  {
    id: 'bytes',
    header: 'Size',
    unit: '(KiB)',
    align: 'right',
    accessor: (row) => row.bytes,
    cell: (row) => formatCount(Math.ceil(row.bytes / 1024)),
  },
  {
    id: 'saved_at',
    header: 'Saved',
    unit: '(wall clock, UTC)',
    accessor: (row) => row.saved_at,
    cell: (row) => formatInstant(row.saved_at),
  },
];

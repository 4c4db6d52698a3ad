/** The snapshots, with what each contains, and the actions that restore and delete one. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { deleteSnapshot, restoreSnapshot, useSnapshots } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import classes from '../../components/layout/dialog.module.css';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { paths } from '../../paths.ts';

interface SnapshotsDialogProps {
  readonly onClose: () => void;
  /** Leads to the form that saves one. */
  readonly onSave: () => void;
}

export function SnapshotsDialog({ onClose, onSave }: SnapshotsDialogProps) {
  const read = useSnapshots();
  const [chosen, setChosen] = useState<{ readonly snapshot: SnapshotWire; readonly action: Action } | null>(null);
  const back = () => setChosen(null);
  if (chosen?.action === 'restore') {
    return <RestoreSnapshot snapshot={chosen.snapshot} onDone={onClose} onClose={back} />;
  }
  if (chosen?.action === 'delete') return <DeleteSnapshot snapshot={chosen.snapshot} onClose={back} />;
  return (
    <DialogFrame title="Snapshots of the world" size={920} closeLabel="Close the list" onClose={onClose}>
      <QueryBoundary read={read} doing="Reading the snapshots">
        {({ snapshots }) => (
          <DataTable
            label="Snapshots"
            columns={snapshotColumns((snapshot, action) => setChosen({ snapshot, action }))}
            rows={snapshots}
            rowKey={(row) => row.name}
            empty={
              <>
                <strong>No snapshot is kept.</strong>
                Save one before something that you want to try again: the whole world comes back as it was.
              </>
            }
          />
        )}
      </QueryBoundary>
      <div className={classes.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onSave}>Save a snapshot…</Button>
      </div>
    </DialogFrame>
  );
}

const ACTIONS = [
  ['restore', 'Restore'],
  ['delete', 'Delete'],
] as const;

type Action = (typeof ACTIONS)[number][0];

function snapshotColumns(onAction: (snapshot: SnapshotWire, action: Action) => void): Column<SnapshotWire>[] {
  return [
    ...FACTS,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <Group component="span" gap={4} display="inline-flex">
          {ACTIONS.map(([action, word]) => (
            <Button
              key={action}
              size="compact-xs"
              variant="default"
              aria-label={`${word} ${row.name}`}
              onClick={() => onAction(row, action)}
            >
              {word}…
            </Button>
          ))}
        </Group>
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

interface RestoreSnapshotProps {
  readonly snapshot: SnapshotWire;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks first, and says what is lost. */
function RestoreSnapshot({ snapshot, onDone, onClose }: RestoreSnapshotProps) {
  const { name, now, events } = snapshot;
  const restore = useAction({
    doing: 'Restoring the snapshot',
    run: () => restoreSnapshot(name),
    done: () => (
      <>
        The world is as it was in “{name}”. <Link to={paths.portfolios}>Look at it</Link>
      </>
    ),
    after: onDone,
  });
  return (
    <ConfirmDialog
      title={`Restore “${name}”?`}
      confirm="Yes, restore it"
      keep="Keep the world as it is"
      isPending={restore.isPending}
      onConfirm={() => restore.mutate(undefined)}
      onClose={onClose}
    >
      The world goes back to {formatInstant(now)} virtual UTC, with {plural(events, 'event')} in its log. What has
      happened in the present one is lost unless a snapshot has it. The journal of requests and all snapshots stay.
    </ConfirmDialog>
  );
}

interface DeleteSnapshotProps {
  readonly snapshot: SnapshotWire;
  readonly onClose: () => void;
}

/** Asks first, because nothing brings a snapshot back. */
function DeleteSnapshot({ snapshot: { name }, onClose }: DeleteSnapshotProps) {
  const remove = useAction({
    doing: 'Deleting the snapshot',
    run: () => deleteSnapshot(name),
    done: () => `“${name}” is deleted.`,
    after: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      The snapshot cannot be restored any more. The world as it is now stays.
    </ConfirmDialog>
  );
}

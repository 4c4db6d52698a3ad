/** The snapshots with their contents, and the actions that restore and delete one. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { deleteSnapshot, restoreSnapshot, useSnapshots } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import classes from '../../components/layout/dialog.module.css';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { type Column, fieldColumn, VIRTUAL_UTC } from '../../components/tables/table-column.ts';
import { RepeatedIds } from '../../components/webhooks/repeated-ids.tsx';
import { paths } from '../../paths.ts';

const ACTIONS = [
  ['restore', 'Restore'],
  ['delete', 'Delete'],
] as const;

type Action = (typeof ACTIONS)[number][0];

interface SnapshotsDialogProps {
  readonly onClose: () => void;
  /** Opens the form that saves one. */
  readonly onSave: () => void;
}

export function SnapshotsDialog({ onClose, onSave }: SnapshotsDialogProps) {
  const query = useSnapshots();
  const [chosen, setChosen] = useState<{ readonly snapshot: SnapshotWire; readonly action: Action } | null>(null);
  if (chosen !== null) {
    const Confirm = chosen.action === 'restore' ? RestoreSnapshot : DeleteSnapshot;
    return <Confirm snapshot={chosen.snapshot} onDone={onClose} onClose={() => setChosen(null)} />;
  }
  return (
    <DialogFrame title="Snapshots of the world" size={1080} closeLabel="Close the list" onClose={onClose}>
      <QueryBoundary query={query} doing="Loading the snapshots">
        {({ snapshots }) => (
          <DataTable
            label="Snapshots"
            columns={snapshotColumns((snapshot, action) => setChosen({ snapshot, action }))}
            rows={snapshots}
            rowKey={(row) => row.name}
            empty={
              <>
                <strong>There are no snapshots.</strong>
                Save one before you try something; restoring it brings back the whole world.
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

const HEAD_SHOWN = 8;

const formatHead = (head: string) => (
  <CopyText text={head} what="the head of the event log" shown={`${head.slice(0, HEAD_SHOWN)}…`} />
);

function snapshotColumns(onAction: (snapshot: SnapshotWire, action: Action) => void): Column<SnapshotWire>[] {
  return [
    fieldColumn('name', 'Name', (name) => <strong title={name}>{name}</strong>, { overflow: 'wrap' }),
    fieldColumn('now', 'Clock', formatInstant, VIRTUAL_UTC),
    fieldColumn('events', 'Log entries', formatCount, { align: 'right' }),
    fieldColumn('head', 'Chain', formatHead, { hint: 'Latest hash of its event log' }),
    fieldColumn('bytes', 'Size', (bytes) => formatCount(Math.ceil(bytes / 1024)), { unit: '(KiB)', align: 'right' }),
    fieldColumn('saved_at', 'Saved', formatInstant, { unit: '(wall clock, UTC)' }),
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <Group component="span" gap="xs" display="inline-flex" wrap="nowrap">
          {ACTIONS.map(([action, label]) => (
            <Button
              key={action}
              size="compact-xs"
              variant="default"
              c={action === 'delete' ? 'fail' : 'inherit'}
              aria-label={`${label} ${row.name}`}
              onClick={() => onAction(row, action)}
            >
              {label}…
            </Button>
          ))}
        </Group>
      ),
    },
  ];
}

interface ConfirmProps {
  readonly snapshot: SnapshotWire;
  /** Closes the list, too. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks first, and lists what is lost. */
function RestoreSnapshot({ snapshot: { name, now, events }, onDone, onClose }: ConfirmProps) {
  const restoring = {
    doing: 'Restoring the snapshot',
    run: () => restoreSnapshot(name),
    done: () => (
      <>
        The world is restored from “{name}”. <Link to={paths.portfolios}>Open the portfolios</Link>
      </>
    ),
    after: onDone,
  };
  return (
    <ConfirmDialog
      title={`Restore “${name}”?`}
      confirm="Yes, restore it"
      keep="Keep the world as it is"
      action={restoring}
      onClose={onClose}
    >
      <p>
        The world goes back to {formatInstant(now)} virtual UTC, with {plural(events, 'entry', 'entries')} in its event
        log. Everything since then is lost, except what another snapshot contains. The request journal and all snapshots
        are kept.
      </p>
      <RepeatedIds />
    </ConfirmDialog>
  );
}

/** Asks first, because a deleted snapshot cannot be restored. */
function DeleteSnapshot({ snapshot: { name }, onClose }: ConfirmProps) {
  const deleting = {
    doing: 'Deleting the snapshot',
    run: () => deleteSnapshot(name),
    done: () => `“${name}” is deleted.`,
    after: onClose,
  };
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      action={deleting}
      onClose={onClose}
    >
      You can no longer restore this snapshot. The current world does not change.
    </ConfirmDialog>
  );
}

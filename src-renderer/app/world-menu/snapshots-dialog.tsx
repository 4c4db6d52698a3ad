/** The snapshots that are kept, with what restoring one will do, and the ways to restore and delete. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { useSnapshots } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import classes from '../../components/layout/dialog.module.css';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { DeleteSnapshot } from './delete-snapshot.tsx';
import { RestoreSnapshot } from './restore-snapshot.tsx';
import { snapshotColumns } from './snapshot-columns.tsx';

interface SnapshotsDialogProps {
  readonly onClose: () => void;
  /** Leads to the form that saves one. */
  readonly onSave: () => void;
}

export function SnapshotsDialog({ onClose, onSave }: SnapshotsDialogProps) {
  const read = useSnapshots();
  const [chosen, setChosen] = useState<{ readonly snapshot: SnapshotWire; readonly deed: 'restore' | 'delete' } | null>(
    null,
  );
  const back = () => setChosen(null);
  if (chosen?.deed === 'restore') {
    return <RestoreSnapshot snapshot={chosen.snapshot} onDone={onClose} onClose={back} />;
  }
  if (chosen?.deed === 'delete') return <DeleteSnapshot snapshot={chosen.snapshot} onClose={back} />;
  return (
    <DialogFrame title="Snapshots of the world" size={920} closeLabel="Close the list" onClose={onClose}>
      <QueryBoundary read={read} doing="Reading the snapshots">
        {({ snapshots }) => (
          <DataTable
            label="Snapshots"
            columns={snapshotColumns((snapshot, deed) => setChosen({ snapshot, deed }))}
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

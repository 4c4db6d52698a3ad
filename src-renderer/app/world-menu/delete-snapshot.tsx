/** Asks before a snapshot is deleted, which nothing brings back. */
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { deleteSnapshot } from '../../api/world-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';

interface DeleteSnapshotProps {
  readonly snapshot: SnapshotWire;
  readonly onClose: () => void;
}

export function DeleteSnapshot({ snapshot: { name }, onClose }: DeleteSnapshotProps) {
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

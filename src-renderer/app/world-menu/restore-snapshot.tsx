/** Asks before a snapshot takes the place of the world as it is, and says what is lost by it. */

import { Link } from 'react-router';
import type { SnapshotWire } from '../../../src-server/contract/control/world/snapshots.ts';
import { restoreSnapshot } from '../../api/world-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { paths } from '../../paths.ts';

interface RestoreSnapshotProps {
  readonly snapshot: SnapshotWire;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RestoreSnapshot({ snapshot, onDone, onClose }: RestoreSnapshotProps) {
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
      The world goes back to {formatInstant(now)} virtual UTC, with {formatCount(events)}{' '}
      {events === 1 ? 'event' : 'events'} in its log. What has happened in the present one is lost unless a snapshot has
      it. The journal of requests and all snapshots stay.
    </ConfirmDialog>
  );
}

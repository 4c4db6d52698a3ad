/** "Reset the world…": says what will be lost, then puts the world back to how it was made. */
import { Link } from 'react-router';
import { resetWorld, useFingerprint } from '../../api/world-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { paths } from '../../paths.ts';

export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const fingerprint = useFingerprint().data;
  const reset = useAction({
    doing: 'Resetting the world',
    run: resetWorld,
    done: ({ now }) => (
      <>
        The world is as it was made; its clock stands at {formatInstant(now)} UTC.{' '}
        <Link to={paths.portfolios}>Look at it</Link>
      </>
    ),
    after: onClose,
  });
  const events = fingerprint === undefined ? 'events' : `${formatCount(fingerprint.events)} events so far`;
  return (
    <ConfirmDialog
      title="Reset the world?"
      confirm="Yes, reset it"
      keep="Keep it"
      isPending={reset.isPending}
      onConfirm={() => reset.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        It goes back to how it was made{fingerprint !== undefined && `, from seed ${fingerprint.seed}`}. What has
        happened since is lost: portfolios, rebalances, keys, settings, faults, webhook endpoints and deliveries, the
        journal of requests, and of the {events} those that it did not begin with.
      </p>
      <p>Snapshots stay. So do the key of this run and all addresses: clients need no change.</p>
    </ConfirmDialog>
  );
}

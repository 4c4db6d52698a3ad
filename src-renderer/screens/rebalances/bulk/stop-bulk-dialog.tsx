/** Stops a bulk rebalance: pending rebalances are cancelled, started ones continue. */
import { type BulkRebalance, stopBulkRebalance } from '../../../api/rebalances-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';

interface StopBulkDialogProps {
  readonly bulk: BulkRebalance;
  readonly onClose: () => void;
}

export function StopBulkDialog({ bulk: { bulk_id: id, portfolios }, onClose }: StopBulkDialogProps) {
  const underWay = portfolios.executing + portfolios.partially_filled;
  return (
    <ConfirmDialog
      title="Stop this bulk rebalance?"
      confirm={`Yes, cancel ${plural(portfolios.planned, 'plan')}`}
      keep="Let it continue"
      action={{
        doing: 'Stopping the bulk rebalance',
        run: () => stopBulkRebalance(id),
        done: ({ portfolios: { cancelled } }) => `${plural(cancelled, 'plan is', 'plans are')} cancelled`,
        after: onClose,
      }}
      onClose={onClose}
    >
      <p>
        {plural(portfolios.planned, 'plan that was', 'plans that were')} not started{' '}
        {portfolios.planned === 1 ? 'is' : 'are'} cancelled. You cannot undo this.
        {underWay > 0 && ` ${plural(underWay, 'rebalance', 'rebalances')} under way will continue.`}
      </p>
    </ConfirmDialog>
  );
}

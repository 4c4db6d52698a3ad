/** Leaves a portfolio out of a planned bulk rebalance: its plan is cancelled, and is not executed with the others. */
import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { cancelPlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { DASH } from '../../../components/layout/dimmed.tsx';
import type { Column } from '../../../components/tables/table-column.ts';

export const LEAVE_OUT: Column<BulkPortfolio> = {
  id: 'leave-out',
  header: 'Leave out',
  isScreenOnly: true,
  hint: 'Cancels the plan, so that it is not executed with the others. Not available for portfolios that are rebalanced in one step.',
  cell: (row) => <LeaveOut {...row} />,
};

function LeaveOut({ rebalance_id: id, form, status, portfolio_label: label }: BulkPortfolio) {
  const session = useSession().data;
  if (id === null || session === undefined || form === 'A' || status !== 'planned') return DASH;
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      isOnce
      aria-label={`Leave out ${label}`}
      action={{
        doing: 'Cancelling the plan',
        run: () => cancelPlan(session, id),
        done: () => `${label} is left out: its plan is cancelled.`,
      }}
    >
      Leave out
    </ActionButton>
  );
}

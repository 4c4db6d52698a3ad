/** Executes a plan that was made before, once its user has read what will happen to its orders, and what has moved since. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { executePlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { formatCostBps, formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import classes from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { canContinue, MovedAgain } from '../../../components/plan/moved-again.tsx';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';

export function ExecutePlan({ view, isBusy }: { readonly view: RebalanceView; readonly isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { orders } = view.rebalance;
  const words = plural(orders.length, 'order');
  return (
    <>
      <Button disabled={isBusy} onClick={() => setAsking(true)}>
        Execute {words}…
      </Button>
      {isAsking && <ExecuteDialog view={view} title={`Execute ${words}?`} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ExecuteDialogProps {
  readonly view: RebalanceView;
  readonly title: string;
  readonly onClose: () => void;
}

function ExecuteDialog({ view, title, onClose }: ExecuteDialogProps) {
  const { rebalance, portfolio_currency: currency } = view;
  const { rebalance_id: rebalanceId } = rebalance;
  const session = useSession().data;
  const since = usePlanChanges(rebalanceId).data;
  const { moved, isPending, press } = useCheckedExecution();
  const execute = async () => {
    if (session === undefined) throw new Error('The session has not been read yet.');
    await executePlan(session, rebalanceId);
    return { rebalanceId, isReplay: false };
  };
  const plan = { rebalanceId, isHeld: false, execute, onDone: onClose };
  return (
    <DialogFrame title={title} size={960} closeLabel="Do not execute" onClose={onClose}>
      <div className={classes.dialogText}>
        <ExecutionSummary view={view} />
        {moved === null ? (
          <>
            <SinceNotice changes={since} currency={currency} what="this plan" onAnew={null} />
            <ExecutionOutlook orders={rebalance.orders} currency={currency} />
          </>
        ) : (
          <MovedAgain moved={moved} currency={currency} />
        )}
      </div>
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Not now
        </Button>
        {moved === null && (
          <Button loading={isPending} onClick={() => press(plan, false)}>
            Yes, execute
          </Button>
        )}
        {moved !== null && canContinue(moved) && (
          <Button loading={isPending} onClick={() => press(plan, true)}>
            Execute the confirmed orders all the same
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

function ExecutionSummary({ view: { rebalance, portfolio_currency: currency } }: Pick<ExecuteDialogProps, 'view'>) {
  const { total, total_bps: bps } = rebalance.cost_estimate;
  return (
    <p>
      The orders go out exactly as they were planned at {formatInstant(rebalance.created_at)} virtual UTC, at an
      estimated cost of{' '}
      <strong>
        {formatMoney(total)} {currency}
      </strong>{' '}
      ({formatCostBps(bps)} bps). Once sent it cannot be taken back, only what is open can be cancelled.
    </p>
  );
}

/**
 * Executes a plan that was created before, once its user has read what will happen to its orders, and what has changed
 * since.
 */
import { Button, Stack } from '@mantine/core';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { executePlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { formatCostBps, formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import classes from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { canContinue, MovedAgain } from '../../../components/plan/moved-again.tsx';
import { StaysOutsideNotice } from '../../../components/plan/stays-outside.tsx';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { TaxCoverNotice } from '../../../components/portfolios/tax-cover-notice.tsx';

export function ExecuteDialog({ view, onClose }: { readonly view: RebalanceView; readonly onClose: () => void }) {
  const { rebalance, portfolio_currency: currency } = view;
  const { rebalance_id: rebalanceId, orders, created_at: plannedAt } = rebalance;
  const session = useSession().data;
  const execute = async () => {
    if (session === undefined) throw new Error('The app is not connected to the service yet. Try again in a moment.');
    await executePlan(session, rebalanceId);
    return { rebalanceId, isReplay: false };
  };
  const plan = { rebalanceId, isReserved: false, execute, onDone: onClose };
  const { moved, wasPressed, isPending, press } = useCheckedExecution(plan);
  const title = `Execute ${plural(orders.length, 'order')}?`;
  return (
    <DialogFrame title={title} size={960} closeLabel="Do not execute" onClose={onClose}>
      <div className={classes.dialogText}>
        <p>
          The orders are sent exactly as planned at {formatInstant(plannedAt)} virtual UTC, at{' '}
          <EstimatedCost plan={rebalance} currency={currency} />. Once they are sent, you can cancel only open orders.
        </p>
      </div>
      <Stack gap="md" px="lg" pb="lg">
        <StaysOutsideNotice view={view} />
        <TaxCoverNotice view={view} />
        {moved !== null && <MovedAgain {...{ moved, wasPressed, currency }} />}
        <ExecutionOutlook orders={orders} currency={currency} />
      </Stack>
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Not now
        </Button>
        {(moved === null || canContinue(moved)) && (
          <Button loading={isPending} onClick={() => press(moved !== null)}>
            {moved === null ? 'Yes, execute' : 'Execute the confirmed orders anyway'}
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

/** Its costs, and the tax on the gains of its sells, if any. */
function EstimatedCost({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const { cost_estimate: costs, tax_estimate: tax } = plan;
  return (
    <>
      an estimated cost of{' '}
      <strong>
        {formatMoney(costs.total)} {currency}
      </strong>{' '}
      ({formatCostBps(costs.total_bps)} bps)
      {tax !== null && tax !== 0 && (
        <>
          {' '}
          and an estimated gains tax of{' '}
          <strong>
            {formatMoney(tax)} {currency}
          </strong>
        </>
      )}
    </>
  );
}

/** Executes a plan that was made before, once its user has read what will happen to its orders as things stand now. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RebalanceView } from '../../src-server/contract/control.ts';
import { useSession } from '../client/queries.ts';
import { executePlan } from '../client/service-calls.ts';
import { ExecutionOutlook } from '../plan/execution-outlook.tsx';
import { DialogFrame } from '../shared/dialog-frame.tsx';
import { formatCostBps, formatMoney } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';
import { useAction } from '../shared/use-action.ts';

export function ExecutePlan({ view, isBusy }: { readonly view: RebalanceView; readonly isBusy: boolean }) {
  const { rebalance, portfolio_currency: currency } = view;
  const [isAsking, setAsking] = useState(false);
  const session = useSession().data;
  const execute = useAction({
    doing: 'Executing the plan',
    run: async () => session && executePlan(session, rebalance.rebalance_id),
    done: () => 'Rebalance sent to the exchanges.',
    after: () => setAsking(false),
  });
  const orders = rebalance.orders.length === 1 ? '1 order' : `${rebalance.orders.length} orders`;
  const { total, total_bps: bps } = rebalance.cost_estimate;
  return (
    <>
      <Button disabled={isBusy} onClick={() => setAsking(true)}>
        Execute {orders}…
      </Button>
      {isAsking && (
        <DialogFrame
          title={`Execute ${orders}?`}
          size={720}
          closeLabel="Do not execute"
          onClose={() => setAsking(false)}
        >
          <div className="dialog-text">
            <p>
              The orders go out as they were planned at {formatInstant(rebalance.created_at)} virtual UTC, at an
              estimated cost of{' '}
              <strong>
                {formatMoney(total)} {currency}
              </strong>{' '}
              ({formatCostBps(bps)} bps). Prices may have moved since. Once sent it cannot be taken back, only what is
              open can be cancelled.
            </p>
            <ExecutionOutlook orders={rebalance.orders} currency={currency} />
          </div>
          <div className="dialog-foot">
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              Not now
            </Button>
            <Button loading={execute.isPending} onClick={() => execute.mutate(undefined)}>
              Yes, execute
            </Button>
          </div>
        </DialogFrame>
      )}
    </>
  );
}

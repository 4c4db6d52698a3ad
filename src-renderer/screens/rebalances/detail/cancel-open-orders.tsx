/** Cancels what is open of a rebalance under way, once the user has read what stays. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { cancelOpenOrders } from '../../../api/rebalances-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import classes from '../../../components/layout/dialog.module.css';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';

const FINAL = ['filled', 'rejected', 'expired', 'cancelled'];

export function CancelOpenOrders({ rebalance }: { readonly rebalance: RebalanceB }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction({
    doing: 'Cancelling the open orders',
    run: () => cancelOpenOrders(rebalance.rebalance_id),
    done: () => 'Cancellation sent. The rebalance ends once every exchange has answered.',
    after: () => setAsking(false),
  });
  const open = rebalance.orders.filter(({ status }) => !FINAL.includes(status)).length;
  const orders = plural(open, 'open order');
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel open orders…
      </Button>
      {isAsking && (
        <DialogFrame
          title={`Cancel ${orders}?`}
          size={520}
          closeLabel="Keep the orders"
          onClose={() => setAsking(false)}
        >
          <div className={classes.dialogText}>
            What has been filled stays, and so do fills that happen before the cancellation reaches their exchange. The
            rebalance then ends as failed, with the rest unfilled.
          </div>
          <div className={classes.dialogFoot}>
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              Keep them
            </Button>
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              Yes, cancel {orders}
            </Button>
          </div>
        </DialogFrame>
      )}
    </>
  );
}

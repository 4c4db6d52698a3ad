/** The actions for several rebalances: cancel their open orders, and compare two plans of one portfolio. */

import { Button } from '@mantine/core';
import { IconArrowsDiff, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RebalanceSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { KEYS } from '../../../api/query-keys.ts';
import { cancelOpenOrders, readPlanChanges, useRebalance } from '../../../api/rebalances-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { DialogFrame } from '../../../components/layout/dialog-frame.tsx';
import { isUnderWay } from '../../../components/orders/is-under-way.ts';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { bulkAction } from '../../../components/tables/run-each.ts';

export function RebalanceSelection({ selected }: { readonly selected: readonly RebalanceSummary[] }) {
  const [open, setOpen] = useState<'cancel' | 'compare' | null>(null);
  const underWay = selected.filter(isUnderWay);
  // The earlier one first, whatever the order of the list.
  const [first, second, ...others] = selected.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const areComparable =
    second !== undefined && others.length === 0 && first?.portfolio_id === second.portfolio_id && first !== undefined;
  const close = () => setOpen(null);
  return (
    <>
      {underWay.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={() => setOpen('cancel')}
        >
          Cancel open orders of {underWay.length}…
        </Button>
      )}
      {areComparable && (
        <Button
          variant="default"
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
          onClick={() => setOpen('compare')}
        >
          Compare
        </Button>
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title={`Cancel the open orders of ${plural(underWay.length, 'rebalance')}?`}
          confirm="Yes, cancel them"
          keep="Let them continue"
          action={bulkAction({
            doing: 'Cancelling the open orders',
            rows: underWay,
            run: (row) => cancelOpenOrders(row.rebalance_id),
            done: (count) => `The open orders of ${plural(count, 'rebalance')} are being cancelled`,
            after: close,
          })}
          onClose={close}
        >
          Fills so far are final. Orders that can no longer be cancelled are filled as usual.
        </ConfirmDialog>
      )}
      {open === 'compare' && areComparable && <CompareDialog first={first} second={second} onClose={close} />}
    </>
  );
}

interface CompareDialogProps {
  readonly first: RebalanceSummary;
  readonly second: RebalanceSummary;
  readonly onClose: () => void;
}

function CompareDialog({ first, second, onClose }: CompareDialogProps) {
  const changes = useQuery({
    queryKey: [...KEYS.planChanges(first.rebalance_id), second.rebalance_id],
    queryFn: ({ signal }) => readPlanChanges(first.rebalance_id, second.rebalance_id, signal),
  });
  const currency = useRebalance(second.rebalance_id).data?.portfolio_currency ?? '';
  const [before, after] = [first, second].map((row) => `${formatInstant(row.created_at)} UTC`);
  return (
    <DialogFrame title={`Plans of ${first.portfolio_label}`} size={980} closeLabel="Close" onClose={onClose}>
      <QueryBoundary query={changes} doing="Comparing the plans">
        {(found) => <DifferencesTable changes={found} currency={currency} before={before ?? ''} after={after ?? ''} />}
      </QueryBoundary>
    </DialogFrame>
  );
}

/**
 * The portfolio of the rebalance, and the actions that its state allows: two for a plan that is ready, one while it is
 * executing.
 */

import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { cancelOpenOrders, cancelPlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { FaultDialog } from '../../../components/faults/fault-dialog.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { isUnderWay } from '../../../components/orders/is-under-way.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { PaperFacts, PaperTitle } from '../../../components/paper/paper-head.tsx';
import { PrintButton } from '../../../components/paper/print-button.tsx';
import { paths } from '../../../paths.ts';
import { ExecuteDialog } from './execute-dialog.tsx';
import { isOpenOrder } from './failure-groups.ts';

export function RebalanceHeader({ view }: { readonly view: RebalanceView }) {
  const { rebalance } = view;
  return (
    <PageHeader>
      <PaperTitle>Rebalance</PaperTitle>
      <span data-screen-only>
        <DimmedLink to={paths.rebalances}>Rebalances</DimmedLink>
      </span>
      <h1>
        <Link to={paths.portfolio(rebalance.portfolio_id)} style={{ color: 'inherit' }}>
          {view.portfolio_label}
        </Link>
      </h1>
      <StatusBadge status={rebalance.status} />
      {rebalance.simulation && <Badge>dry run</Badge>}
      <Group component="span" gap="sm" data-screen-only>
        <CopyText text={rebalance.rebalance_id} what="the rebalance id" />
        <Link to={paths.trace(rebalance.rebalance_id)} title="Trace from the request to the webhooks">
          Trace
        </Link>
        {rebalance.orders.some(({ fills }) => fills.length > 0) && (
          <Link to={paths.compliance({ rebalance: rebalance.rebalance_id })} title="MiFID II records of its fills">
            Records
          </Link>
        )}
      </Group>
      <PaperFacts taxRulesOf={rebalance.portfolio_id} />
      <Group ml="auto" gap="sm" data-screen-only>
        <PrintButton name={`rebalance-${rebalance.rebalance_id}`} />
        {rebalance.status === 'plan_ready' && <PlanActions view={view} />}
        {isUnderWay(rebalance) && <OpenOrderActions rebalance={rebalance} />}
      </Group>
    </PageHeader>
  );
}

function PlanActions({ view }: { readonly view: RebalanceView }) {
  const { rebalance_id: id, simulation, orders } = view.rebalance;
  const executing = useAddressDialog('execute');
  const session = useSession().data;
  const cancel = useAction({
    doing: 'Cancelling the plan',
    run: async () => session && cancelPlan(session, id),
    done: () => 'Plan cancelled. Nothing was sent.',
  });
  return (
    <>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Cancel plan
      </Button>
      {!simulation && (
        <Button disabled={cancel.isPending} onClick={executing.open}>
          Execute {plural(orders.length, 'order')}…
        </Button>
      )}
      {executing.isOpen && <ExecuteDialog view={view} onClose={executing.close} />}
    </>
  );
}

/**
 * Injects a fault at an exchange of the open orders, from where they are watched, or cancels them after the user has
 * read what stays.
 */
function OpenOrderActions({ rebalance }: { readonly rebalance: RebalanceB }) {
  const breaking = useAddressDialog('break');
  const asking = useAddressDialog('cancel-orders');
  const cancelling = {
    doing: 'Cancelling the open orders',
    run: () => cancelOpenOrders(rebalance.rebalance_id),
    done: () => 'Cancellation sent. The rebalance ends once every exchange has responded.',
    after: asking.close,
  };
  const orders = plural(rebalance.orders.filter(isOpenOrder).length, 'open order');
  return (
    <>
      <Button
        variant="default"
        title="Cause an outage, rejected orders or partial fills, and see how the rebalance reacts"
        onClick={breaking.open}
      >
        Set a market fault…
      </Button>
      {breaking.isOpen && <FaultDialog exchange={busiestExchange(rebalance)} onClose={breaking.close} />}
      <Button variant="default" onClick={asking.open}>
        Cancel open orders…
      </Button>
      {asking.isOpen && (
        <ConfirmDialog
          title={`Cancel ${orders}?`}
          confirm={`Yes, cancel ${orders}`}
          keep="Keep them"
          action={cancelling}
          onClose={asking.close}
        >
          Fills so far are final, and so are fills made before the cancellation reaches the exchange. The rebalance then
          ends as failed, with the rest unfilled.
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * The exchange with most sent orders, since an outage does not affect orders that have not been sent; on a tie, that of
 * the order sent first.
 */
function busiestExchange({ orders }: RebalanceB): string | undefined {
  const open = orders.filter(isOpenOrder);
  const out = open.filter(({ status }) => status !== 'new');
  const byExchange = Map.groupBy(out.length > 0 ? out : open, ({ exchange }) => exchange);
  return [...byExchange].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** Whose rebalance it is, and what its state allows: two actions on a plan that is ready, one while it is under way. */

import { Badge, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { cancelPlan } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { BreakExchange } from './break-exchange.tsx';
import { CancelOpenOrders } from './cancel-open-orders.tsx';
import { ExecutePlan } from './execute-plan.tsx';

export function RebalanceHeader({ view }: { readonly view: RebalanceView }) {
  const { rebalance } = view;
  return (
    <PageHeader>
      <Text component={Link} c="dimmed" to={paths.rebalances}>
        Rebalances
      </Text>
      <h1>
        <Link to={paths.portfolio(rebalance.portfolio_id)} style={{ color: 'inherit' }}>
          {view.portfolio_label}
        </Link>
      </h1>
      <StatusBadge status={rebalance.status} />
      {rebalance.simulation && <Badge>dry run</Badge>}
      <CopyText text={rebalance.rebalance_id} what="the rebalance id" />
      <Link to={paths.trace(rebalance.rebalance_id)} title="What it set in motion, from the request to the webhooks">
        Trace
      </Link>
      {rebalance.orders.some(({ fills }) => fills.length > 0) && (
        <Link to={paths.compliance({ rebalance: rebalance.rebalance_id })} title="MiFID II records of its fills">
          Records
        </Link>
      )}
      {rebalance.status === 'plan_ready' && <PlanActions view={view} />}
      {(rebalance.status === 'executing' || rebalance.status === 'partially_filled') && (
        <Group ml="auto" gap="sm">
          <BreakExchange rebalance={rebalance} />
          <CancelOpenOrders rebalance={rebalance} />
        </Group>
      )}
    </PageHeader>
  );
}

function PlanActions({ view }: { readonly view: RebalanceView }) {
  const { rebalance } = view;
  const session = useSession().data;
  const cancel = useAction({
    doing: 'Cancelling the plan',
    run: async () => session && cancelPlan(session, rebalance.rebalance_id),
    done: () => 'Plan cancelled. Nothing was sent.',
  });
  return (
    <Group ml="auto" gap="sm">
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Cancel plan
      </Button>
      {!rebalance.simulation && <ExecutePlan view={view} isBusy={cancel.isPending} />}
    </Group>
  );
}

/** One rebalance: where it stands, its orders and fills as they arrive, and what it cost against what was expected. */

import { Code, VisuallyHidden } from '@mantine/core';
import { useParams } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useRebalance } from '../../../api/rebalances-api.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { CostDifference } from './cost-difference.tsx';
import { ExecutionPanel } from './execution/execution-panel.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { OutageNotice } from './outage-notice.tsx';
import classes from './rebalance.module.css';
import { RebalanceFacts } from './rebalance-facts.tsx';
import { FillsPanel } from './rebalance-fills-panel.tsx';
import { RebalanceHeader } from './rebalance-header.tsx';
import { ResultPanel } from './result-panel.tsx';
import { StallNotice } from './stall-notice.tsx';
import { StatePath } from './state-path.tsx';
import { TroubleNotice } from './trouble-notice.tsx';

export function RebalancePage() {
  const { rebalanceId = '' } = useParams();
  const read = useRebalance(rebalanceId);
  return (
    <Page>
      <title>{`Rebalance ${read.data?.portfolio_label ?? ''} · Ballast`}</title>
      {read.data === undefined && <h1 className={VisuallyHidden.classes.root}>Rebalance</h1>}
      <QueryBoundary read={read} doing="Reading the rebalance">
        {(view) => <Content view={view} />}
      </QueryBoundary>
    </Page>
  );
}

function Content({ view }: { readonly view: RebalanceView }) {
  const { rebalance, explanation, portfolio_currency: currency } = view;
  const hasFills = rebalance.orders.some((order) => order.fills.length > 0);
  return (
    <>
      <RebalanceHeader view={view} />
      <StatePath status={rebalance.status} hasFills={hasFills} />
      <FailureNotice view={view} />
      <OutageNotice view={view} />
      <TroubleNotice rebalance={rebalance} />
      <StallNotice rebalance={rebalance} />
      {rebalance.warnings.map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {warning.message} <Code c="dimmed">{warning.code}</Code>
        </Notice>
      ))}
      <PlanSummary explanation={explanation} />
      <RebalanceFacts view={view} />
      <OrdersPanel orders={rebalance.orders} currency={currency} explanation={explanation} />
      <SkippedRows explanation={explanation} isOpen={rebalance.orders.length === 0} />
      <ExecutionPanel view={view} />
      <ResultPanel orders={rebalance.orders} currency={currency} />
      <div className={classes.rebalanceColumns}>
        <FillsPanel orders={rebalance.orders} currency={currency} status={rebalance.status} />
        {hasFills ? (
          <Panel title="Costs: estimated and actual" side="of what was filled; bps of NAV">
            <CostDifference orders={rebalance.orders} currency={currency} />
          </Panel>
        ) : (
          <Panel title="Estimated costs" side="bps of NAV">
            <CostWaterfall costs={rebalance.cost_estimate} currency={currency} />
          </Panel>
        )}
      </div>
    </>
  );
}

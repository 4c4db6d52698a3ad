/** One rebalance: its state, its orders and fills as they arrive, and its actual cost compared with the estimate. */
import { Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useRebalance } from '../../../api/rebalances-api.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import { ConstraintNotice } from '../../../components/constraints/constraint-badges.tsx';
import { isOfNoConstraint } from '../../../components/constraints/constraint-labels.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Page } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import { PaperSource } from '../../../components/paper/paper-head.tsx';
import { useIsPrinted } from '../../../components/paper/use-is-printed.ts';
import { PlanPaper } from '../../../components/plan/plan-paper.tsx';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { StaysOutsideNotice } from '../../../components/plan/stays-outside.tsx';
import { WarningNotices } from '../../../components/plan/warning-notices.tsx';
import { TaxCoverNotice } from '../../../components/portfolios/tax-cover-notice.tsx';
import { ExecutionPanel } from './execution-panel.tsx';
import { formatOutage } from './failure-groups.ts';
import { FailureNotice } from './failure-notice.tsx';
import { FillsPanel, OrdersPanel } from './orders-and-fills.tsx';
import classes from './rebalance.module.css';
import { RebalanceFacts } from './rebalance-facts.tsx';
import { RebalanceHeader } from './rebalance-header.tsx';
import { CostDifference, ResultPanel } from './result-panel.tsx';
import { StallNotice, TroubleNotice, WaitingBuysNotice } from './stall-notice.tsx';

export function RebalancePage() {
  const { rebalanceId = '' } = useParams();
  const query = useRebalance(rebalanceId);
  return (
    <Page>
      <title>{`Rebalance ${query.data?.portfolio_label ?? ''} · Ballast`}</title>
      {query.data === undefined && <h1 className={VisuallyHidden.classes.root}>Rebalance</h1>}
      <QueryBoundary query={query} doing="Loading the rebalance">
        {(view) => <Content view={view} />}
      </QueryBoundary>
    </Page>
  );
}

function Content({ view }: { readonly view: RebalanceView }) {
  const { rebalance, explanation, outages, portfolio_currency: currency } = view;
  const faults = useFaults().data?.faults ?? [];
  const hasFills = rebalance.orders.some((order) => order.fills.length > 0);
  const isPrinted = useIsPrinted();
  const [isInFull, setInFull] = useState(false);
  const costs = <CostsPanel view={view} hasFills={hasFills} />;
  const waitedFor = outages.filter((outage) => hasWaited(rebalance.orders, outage));
  return (
    <>
      <RebalanceHeader view={view} />
      {rebalance.executed_at === null && <PlanPaper view={view} />}
      <StatePath view={view} hasFills={hasFills} />
      <RebalanceFacts view={view} />
      <FailureNotice view={view} />
      {/* A failed rebalance shows its outages beside the orders that they ended, an active one those that are not
          over. */}
      {rebalance.status === 'complete' && waitedFor.length > 0 && (
        <Notice>
          <strong>There was an outage: orders had to wait, but all were filled.</strong>
          {waitedFor.map((outage) => (
            <div key={`${outage.exchange} ${outage.from}`}>{formatOutage(outage, faults)}</div>
          ))}
        </Notice>
      )}
      <TroubleNotice rebalance={rebalance} />
      <WaitingBuysNotice view={view} />
      <StallNotice rebalance={rebalance} />
      <ConstraintNotice effect={explanation?.constraints} orders={rebalance.orders} currency={currency} />
      <WarningNotices warnings={rebalance.warnings.filter(isOfNoConstraint)} />
      {rebalance.executed_at === null && <StaysOutsideNotice view={view} />}
      <TaxCoverNotice view={view} />
      <PlanSummary
        {...{ explanation, currency }}
        tax={rebalance.tax_estimate}
        portfolioId={rebalance.portfolio_id}
        isPast={rebalance.executed_at !== null}
      />
      <OrdersPanel view={view} />
      <SkippedRows explanation={explanation} isOpen={rebalance.orders.length === 0} />
      <div data-screen-only>
        <ExecutionPanel view={view} />
      </div>
      <ResultPanel view={view} isPrintedInFull={isInFull} />
      <div className={classes.columns}>
        {/* On paper the costs come first: fills may take many pages, and are printed only on request. */}
        {isPrinted && costs}
        <div data-screen-only={isInFull ? undefined : ''}>
          <FillsPanel view={view} side={<FullPrint isOn={isInFull} onChange={setInFull} />} />
        </div>
        {!isPrinted && costs}
      </div>
      <PaperSource id={rebalance.rebalance_id} />
    </>
  );
}

interface FullPrintProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A client reads the trades and their cost; an execution review also needs each fill. */
function FullPrint({ isOn, onChange }: FullPrintProps) {
  return (
    <span data-screen-only>
      <Switch
        size="xs"
        label="Print in full"
        title="Includes every fill and the parts of the slippage in the printout. Otherwise only orders and costs are printed."
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </span>
  );
}

function CostsPanel({ view, hasFills }: { readonly view: RebalanceView; readonly hasFills: boolean }) {
  if (hasFills) {
    return (
      <Panel
        title="Costs: estimated and actual"
        side="of what was filled; bps of the portfolio value, each figure rounded"
      >
        <CostDifference view={view} />
      </Panel>
    );
  }
  return (
    <Panel title="Estimated costs" side="bps of the portfolio value, each figure rounded">
      <CostWaterfall costs={view.rebalance.cost_estimate} currency={view.portfolio_currency} />
    </Panel>
  );
}

type Status = RebalanceB['status'];

const MEANINGS: Readonly<Record<Exclude<Status, 'executing'>, string>> = {
  plan_ready: 'planned, nothing sent',
  partially_filled: 'some filled, some open',
  complete: 'every order filled',
  failed: 'ended with unfilled orders',
  cancelled: 'cancelled before it was sent',
};

/**
 * The life of a rebalance as a path of its states (specification 3), the current one highlighted; endings branch off.
 */
function StatePath({ view, hasFills }: { readonly view: RebalanceView; readonly hasFills: boolean }) {
  const { rebalance } = view;
  const { status } = rebalance;
  const states = pathFor(status, hasFills);
  const present = states.indexOf(status);
  return (
    <ol className={classes.statePath} aria-label="State of the rebalance">
      {states.map((state, position) => (
        <li
          key={state}
          data-state={position < present ? 'past' : position === present ? 'present' : 'to-come'}
          data-ending={state}
          aria-current={position === present ? 'step' : undefined}
        >
          <Group gap="0 xs" justify="space-between">
            <strong>{formatStatus(state)}</strong>
            <ReachedAt at={reachedAt(state, rebalance)} />
          </Group>
          <span>{state === 'executing' ? formatSent(view) : MEANINGS[state]}</span>
        </li>
      ))}
    </ol>
  );
}

/** Buys wait for the cash of earlier sells. */
function formatSent({ rebalance: { orders, executed_at: executedAt }, progress }: RebalanceView): string {
  if (executedAt === null) return 'orders go to the exchanges';
  const sent = progress.filter(({ submissions }) => submissions > 0).length;
  return `${formatCount(sent)} of ${plural(orders.length, 'order')} sent`;
}

/** When a state was reached, for fills the time of the first; null if it has not been reached. */
function reachedAt(state: Status, rebalance: RebalanceB): string | null {
  if (state === 'partially_filled') {
    const [first = null] = rebalance.orders.flatMap(({ fills }) => fills.map(({ filled_at: at }) => at)).sort();
    return first;
  }
  if (state === 'plan_ready') return rebalance.created_at;
  return state === 'executing' ? rebalance.executed_at : rebalance.completed_at;
}

function ReachedAt({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <Text component="time" dateTime={at} fz="xs" title="Virtual UTC">
      {formatInstant(at)}
    </Text>
  );
}

/** The path that was taken, or the usual one while it is still open. */
function pathFor(status: Status, hasFills: boolean): readonly Status[] {
  if (status === 'cancelled') return ['plan_ready', 'cancelled'];
  if (status !== 'failed') return ['plan_ready', 'executing', 'partially_filled', 'complete'];
  // A rebalance that failed outright had no fills, so the path must not show any.
  return hasFills ? ['plan_ready', 'executing', 'partially_filled', 'failed'] : ['plan_ready', 'executing', 'failed'];
}

/** Whether an order at the exchange was still unfilled when the exchange was disconnected. */
function hasWaited(orders: RebalanceView['rebalance']['orders'], { exchange, from }: RebalanceView['outages'][number]) {
  const own = orders.filter((order) => order.exchange === exchange);
  return own.some(({ fills }) => fills.some(({ filled_at: filledAt }) => Date.parse(filledAt) > Date.parse(from)));
}

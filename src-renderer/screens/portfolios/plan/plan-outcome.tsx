/** What a dry run answered: a plan, "no rebalance needed", or an error. */

import { Box, Code, Text } from '@mantine/core';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import type { Band, DriftRowData } from '../../../components/charts/drift-band.ts';
import { DriftBars } from '../../../components/charts/drift-bars.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCostBps, formatDriftBps, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { formatTimeOfDay } from '../../../components/format/format-time.ts';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { formatChangeCount, formatTolerance } from '../../../components/plan/format-plan-changes.ts';
import classes from '../../../components/plan/plan.module.css';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { driftRows } from '../../../components/portfolios/drift-panel.tsx';
import { PlanOrders } from './plan-orders.tsx';
import type { MadePlan } from './use-confirmation.ts';
import type { DryRun } from './use-dry-run.ts';

interface PlanOutcomeProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly dryRun: DryRun;
  /** The plan that waits to be confirmed; null while there is only the dry run. */
  readonly made: MadePlan | null;
  /** Why nothing can be asked for yet, as a sentence; null where it can. */
  readonly fault: string | null;
}

export function PlanOutcome({ portfolio, parameters, dryRun, made, fault }: PlanOutcomeProps) {
  const { view, error } = dryRun;
  const since = usePlanChanges(made === null && error === null ? view?.rebalance.rebalance_id : undefined).data;
  if (made !== null) {
    return (
      <>
        <MadeDifferences made={made} currency={portfolio.currency} />
        <PlanShown portfolio={portfolio} parameters={made.parameters} view={made.view} />
      </>
    );
  }
  if (fault !== null) return <Notice tone="warn">{fault}</Notice>;
  if (error?.code === 'drift_below_threshold') {
    return <NotNeeded portfolio={portfolio} parameters={parameters} message={error.message} />;
  }
  if (error !== null) {
    // The same request would be refused again.
    const retry = error.status === 400 ? {} : { onRetry: dryRun.retry };
    return <ErrorNotice error={error} doing="The dry run" {...retry} />;
  }
  if (view === undefined) return <Notice>Working out the plan …</Notice>;
  return (
    <>
      <SinceNotice changes={since} currency={portfolio.currency} what="this dry run" onAnew={dryRun.retry} />
      <PlanShown portfolio={portfolio} parameters={parameters} view={view} />
    </>
  );
}

interface PlanShownProps extends Pick<PlanOutcomeProps, 'portfolio' | 'parameters'> {
  readonly view: RebalanceView;
}

function PlanShown({ portfolio, parameters, view: { rebalance: plan, explanation } }: PlanShownProps) {
  const band = { type: parameters.bandType, threshold: parameters.driftThresholdPercent / 100 };
  return (
    <>
      <PlanSummary explanation={explanation} />
      {plan.warnings.map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {warning.message} <Code c="dimmed">{warning.code}</Code>
        </Notice>
      ))}
      <UnreachableNotice portfolio={portfolio} />
      <PlanFacts plan={plan} currency={portfolio.currency} />
      <PlanOrders plan={plan} currency={portfolio.currency} explanation={explanation} />
      <SkippedRows explanation={explanation} isOpen={plan.orders.length === 0} />
      <div className={classes.planColumns}>
        <Panel title="Drift before and after">
          <DriftBars rows={plannedDriftRows(portfolio, plan)} band={band} />
        </Panel>
        <Panel title="Estimated costs" side="bps of the portfolio value">
          <CostWaterfall costs={plan.cost_estimate} currency={portfolio.currency} />
          <FxRows plan={plan} currency={portfolio.currency} />
        </Panel>
      </div>
    </>
  );
}

function plannedDriftRows(portfolio: PortfolioView, plan: RebalancePlan): DriftRowData[] {
  const symbols = new Map(portfolio.allocation.map((row) => [row.isin, row]));
  const after = new Map(plan.drift_after.positions.map((row) => [row.isin, row.current_weight]));
  const value = plan.drift_before.total_value;
  const positions = [...plan.drift_before.positions]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map((row) => ({
      key: row.isin,
      label: symbols.get(row.isin)?.symbol ?? row.isin,
      name: symbols.get(row.isin)?.name ?? row.isin,
      current: row.current_weight,
      target: row.target_weight,
      after: after.get(row.isin),
    }));
  const cash = {
    key: 'cash',
    label: 'Cash',
    name: 'Cash',
    isCash: true,
    current: value > 0 ? plan.cash_before / value : 0,
    target: cashTarget(plan),
    after: plan.drift_after.total_value > 0 ? plan.cash_after / plan.drift_after.total_value : 0,
  };
  return [...positions, cash];
}

/** What the targets of the plan leave for cash. */
function cashTarget({ drift_before: before }: RebalancePlan): number {
  const sum = before.positions.reduce((total, { target_weight: weight }) => total + weight, 0);
  return Math.max(0, Number((1 - sum).toFixed(10)));
}

/** How the plan that is to be confirmed differs from the one that was looked at before. */
function MadeDifferences({ made, currency }: { readonly made: MadePlan; readonly currency: string }) {
  const { changes, before } = made;
  const earlier = `the ${before} of ${formatTimeOfDay(changes.planned_at)}`;
  if (!changes.differs) {
    return <Notice tone="ok">Below is the plan that is executed. It is the same as {earlier}, order by order.</Notice>;
  }
  return (
    <Panel title="What differs from what you looked at" side={formatChangeCount(changes)}>
      <Box p="md">
        <Notice tone={changes.beyond_tolerance ? 'warn' : 'plain'}>
          Below is the plan that is executed. It differs from {earlier}
          {changes.beyond_tolerance ? ' by more than the tolerance' : ', within the tolerance'}.
          <Text component="div" c="dimmed">
            {formatTolerance(changes)}
          </Text>
        </Notice>
      </Box>
      <DifferencesTable changes={changes} currency={currency} before={before} after="this plan" />
    </Panel>
  );
}

interface NotNeededProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  /** The service's own words. */
  readonly message: string;
}

/** The answer to 422 `drift_below_threshold`. */
function NotNeeded({ portfolio, parameters, message }: NotNeededProps) {
  if (portfolio.form === 'A') {
    // Its plan brings its own targets, from which the portfolio shows no drift.
    return (
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {message}
        <Text component="div" c="dimmed">
          The service answered <Code>422 drift_below_threshold</Code>. Change the weights, or lower the threshold to see
          what a rebalance would take anyway.
        </Text>
      </Notice>
    );
  }
  const looksAtAll = parameters.trigger === 'portfolio';
  const drift = looksAtAll ? portfolio.drift.portfolio_drift : Math.abs(portfolio.drift.max_drift);
  const unit = parameters.bandType === 'relative' && !looksAtAll ? 'of each target' : 'of the portfolio';
  const band: Band = { type: parameters.bandType, threshold: parameters.driftThresholdPercent / 100 };
  return (
    <>
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {looksAtAll ? 'The portfolio drift' : 'The largest drift'} is{' '}
        {formatPercent(drift)} of the portfolio; the threshold is{' '}
        {formatPercent(parameters.driftThresholdPercent / 100)} {unit}.
        <Text component="div" c="dimmed">
          The service answered <Code>422 drift_below_threshold</Code>: {message} Lower the threshold to see what a
          rebalance would take anyway.
        </Text>
      </Notice>
      <Panel title="Drift now">
        <DriftBars rows={driftRows(portfolio)} band={band} />
      </Panel>
    </>
  );
}

function PlanFacts({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const costs = plan.cost_estimate;
  return (
    <Facts framed>
      <Fact label="Max drift">
        {formatPercent(Math.abs(plan.drift_before.max_drift))} → {formatPercent(Math.abs(plan.drift_after.max_drift))}
      </Fact>
      <Fact label="Portfolio drift">
        {formatPercent(plan.drift_before.portfolio_drift)} → {formatPercent(plan.drift_after.portfolio_drift)}
      </Fact>
      <Fact label={`Cash ${currency}`}>
        {formatMoney(plan.cash_before)} → {formatMoney(plan.cash_after)}
      </Fact>
      <Fact label={`Estimated cost ${currency}`}>
        {formatMoney(costs.total)}{' '}
        <small>
          {formatCostBps(costs.total_bps)} bps
          {costs.budget_bps !== null && ` of ${formatCostBps(costs.budget_bps)} allowed`}
        </small>
      </Fact>
      {plan.tax_estimate !== null && (
        <Fact label={`Estimated gains tax ${currency}`}>{formatMoney(plan.tax_estimate)}</Fact>
      )}
    </Facts>
  );
}

/** What exchange rates did to the weights, by foreign currency (decision G9). */
function FxRows({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const foreign = (plan.fx_overlay ?? []).filter((row) => row.currency !== currency);
  return foreign.map((row) => (
    <Text c="dimmed" key={row.currency} className={classes.planFx}>
      {row.currency}: {formatPercent(row.weight)} of the portfolio; its exchange rate moved that by{' '}
      {formatDriftBps(row.fx_drift)} bps
    </Text>
  ));
}

/** Names the exchanges of the portfolio that cannot be reached; a plan leaves them out without a word. */
function UnreachableNotice({ portfolio }: { readonly portfolio: PortfolioView }) {
  const instruments = useInstrumentsByIsin();
  const { data, error, refetch } = useExchanges();
  const listing = new Set(portfolio.allocation.flatMap(({ isin }) => instruments.get(isin)?.listings ?? []));
  if (data === undefined) {
    return error && <ErrorNotice error={error} doing="Reading the exchanges" onRetry={() => void refetch()} />;
  }
  const down = data.exchanges.filter(({ mic, connected }) => !connected && listing.has(mic)).map(({ mic }) => mic);
  if (down.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>{down.join(', ')} cannot be reached, so this plan sends nothing there.</strong> What trades elsewhere,
      too, is planned at another exchange. For orders that meet an outage, execute first and break their exchange then.
    </Notice>
  );
}

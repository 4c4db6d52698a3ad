/** What a dry run answered: a plan, "no rebalance needed", or an error. */
import { Box, Code, Text } from '@mantine/core';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import type { DriftRowData } from '../../../components/charts/drift-band.ts';
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
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { PlanOrders } from './plan-orders.tsx';
import type { MadePlan } from './use-confirmation.ts';
import type { Asked, DryRun } from './use-dry-run.ts';

interface PlanOutcomeProps {
  readonly asked: Asked;
  readonly dryRun: DryRun;
  /** The plan that waits to be confirmed; null while there is only the dry run. */
  readonly made: MadePlan | null;
}

export function PlanOutcome({ asked: { parameters, fault }, dryRun: { view, error, retry }, made }: PlanOutcomeProps) {
  const { currency } = useShownPortfolio();
  const since = usePlanChanges(made === null && error === null ? view?.rebalance.rebalance_id : undefined).data;
  if (made !== null) {
    return (
      <>
        <MadeDifferences {...made} />
        <PlanShown {...made} />
      </>
    );
  }
  if (fault !== null) return <Notice tone="warn">{fault}</Notice>;
  if (error?.code === 'drift_below_threshold') return <NotNeeded parameters={parameters} message={error.message} />;
  if (error !== null) {
    // The same request would be refused again.
    return <ErrorNotice error={error} doing="The dry run" {...(error.status === 400 ? {} : { onRetry: retry })} />;
  }
  if (view === undefined) return <Notice>Working out the plan …</Notice>;
  return (
    <>
      <SinceNotice changes={since} currency={currency} what="this dry run" onAnew={retry} />
      <PlanShown parameters={parameters} view={view} />
    </>
  );
}

function PlanShown({ parameters, view }: Pick<MadePlan, 'parameters' | 'view'>) {
  const portfolio = useShownPortfolio();
  const { rebalance: plan, explanation } = view;
  return (
    <>
      <PlanSummary explanation={explanation} />
      {plan.warnings.map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {warning.message} <Code c="dimmed">{warning.code}</Code>
        </Notice>
      ))}
      <UnreachableNotice />
      <PlanFacts plan={plan} />
      <PlanOrders {...view} currency={portfolio.currency} />
      <SkippedRows explanation={explanation} isOpen={plan.orders.length === 0} />
      <div className={classes.planColumns}>
        <Panel title="Drift before and after">
          <DriftBars rows={plannedDriftRows(portfolio, plan)} band={bandOf(parameters)} />
        </Panel>
        <Panel title="Estimated costs" side="bps of the portfolio value">
          <CostWaterfall costs={plan.cost_estimate} currency={portfolio.currency} />
          <FxRows plan={plan} />
        </Panel>
      </div>
    </>
  );
}

function bandOf({ bandType, driftThresholdPercent }: PlanParameters) {
  return { type: bandType, threshold: driftThresholdPercent / 100 };
}

function plannedDriftRows({ allocation }: PortfolioView, plan: RebalancePlan): DriftRowData[] {
  const { drift_before: before, drift_after: after } = plan;
  const known = new Map(allocation.map((row) => [row.isin, row]));
  const weightsAfter = new Map(after.positions.map((row) => [row.isin, row.current_weight]));
  const positions = [...before.positions]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map(({ isin, current_weight: current, target_weight: target }) => {
      const { symbol = isin, name = isin } = known.get(isin) ?? {};
      return { key: isin, label: symbol, name, current, target, after: weightsAfter.get(isin) };
    });
  // The targets of the plan leave the rest for cash.
  const targets = before.positions.reduce((total, { target_weight: weight }) => total + weight, 0);
  const cash = {
    ...{ key: 'cash', label: 'Cash', name: 'Cash', isCash: true },
    current: before.total_value > 0 ? plan.cash_before / before.total_value : 0,
    target: Math.max(0, Number((1 - targets).toFixed(10))),
    after: after.total_value > 0 ? plan.cash_after / after.total_value : 0,
  };
  return [...positions, cash];
}

/** How the plan that is to be confirmed differs from the one that was looked at before. */
function MadeDifferences({ changes, before }: MadePlan) {
  const { currency } = useShownPortfolio();
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

/** The answer to 422 `drift_below_threshold`, with the service's own words. */
function NotNeeded({ parameters, message }: Readonly<{ parameters: PlanParameters; message: string }>) {
  const portfolio = useShownPortfolio();
  const isA = portfolio.form === 'A';
  const band = bandOf(parameters);
  const looksAtAll = parameters.trigger === 'portfolio';
  const drift = looksAtAll ? portfolio.drift.portfolio_drift : Math.abs(portfolio.drift.max_drift);
  const what = looksAtAll ? 'The portfolio drift' : 'The largest drift';
  const unit = band.type === 'relative' && !looksAtAll ? 'of each target' : 'of the portfolio';
  const measured = `${what} is ${formatPercent(drift)} of the portfolio; the threshold is ${formatPercent(band.threshold)} ${unit}.`;
  return (
    <>
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {isA ? message : measured}
        <Text component="div" c="dimmed">
          The service answered <Code>422 drift_below_threshold</Code>
          {isA ? '. Change the weights, or lower' : `: ${message} Lower`} the threshold to see what a rebalance would
          take anyway.
        </Text>
      </Notice>
      {/* A plan of Form A brings its own targets, from which the portfolio shows no drift. */}
      {!isA && (
        <Panel title="Drift now">
          <DriftBars rows={driftRows(portfolio)} band={band} />
        </Panel>
      )}
    </>
  );
}

function PlanFacts({ plan }: { readonly plan: RebalancePlan }) {
  const { currency } = useShownPortfolio();
  const { cost_estimate: costs, drift_before: before, drift_after: after, tax_estimate: tax } = plan;
  const largest = ({ max_drift: drift }: typeof before) => formatPercent(Math.abs(drift));
  const facts = [
    ['Max drift', `${largest(before)} → ${largest(after)}`],
    ['Portfolio drift', `${formatPercent(before.portfolio_drift)} → ${formatPercent(after.portfolio_drift)}`],
    [`Cash ${currency}`, `${formatMoney(plan.cash_before)} → ${formatMoney(plan.cash_after)}`],
  ] as const;
  const allowed = costs.budget_bps === null ? '' : ` of ${formatCostBps(costs.budget_bps)} allowed`;
  return (
    <Facts framed>
      {facts.map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
      <Fact label={`Estimated cost ${currency}`}>
        {formatMoney(costs.total)} <small>{`${formatCostBps(costs.total_bps)} bps${allowed}`}</small>
      </Fact>
      {tax !== null && <Fact label={`Estimated gains tax ${currency}`}>{formatMoney(tax)}</Fact>}
    </Facts>
  );
}

/** What exchange rates did to the weights, by foreign currency (decision G9). */
function FxRows({ plan }: { readonly plan: RebalancePlan }) {
  const { currency } = useShownPortfolio();
  const foreign = (plan.fx_overlay ?? []).filter((row) => row.currency !== currency);
  return foreign.map((row) => (
    <Text c="dimmed" fz="xs" m={0} px="md" pb="sm" key={row.currency}>
      {row.currency}: {formatPercent(row.weight)} of the portfolio; its exchange rate moved that by{' '}
      {formatDriftBps(row.fx_drift)} bps
    </Text>
  ));
}

/** Names the exchanges of the portfolio that cannot be reached; a plan leaves them out without a word. */
function UnreachableNotice() {
  const { allocation } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const { data, error, refetch } = useExchanges();
  const listing = new Set(allocation.flatMap(({ isin }) => instruments.get(isin)?.listings ?? []));
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

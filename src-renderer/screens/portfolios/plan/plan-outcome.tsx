/** What a dry run answered: the plan, a calm "not needed", or the error with the service's own words. */

import { Code } from '@mantine/core';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import type { DriftRowData } from '../../../components/charts/drift-band.ts';
import { DriftBars } from '../../../components/charts/drift-bars.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import classes from '../../../components/plan/plan.module.css';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { FxRows } from './fx-rows.tsx';
import { MadeDifferences } from './made-differences.tsx';
import { NotNeeded } from './not-needed.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { PlanOrders } from './plan-orders.tsx';
import { UnreachableNotice } from './unreachable-notice.tsx';
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
    // Asking the same again helps only where the answer may differ.
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
          <DriftBars rows={driftRows(portfolio, plan)} band={band} />
        </Panel>
        <Panel title="Estimated costs" side="bps of the portfolio value">
          <CostWaterfall costs={plan.cost_estimate} currency={portfolio.currency} />
          <FxRows plan={plan} currency={portfolio.currency} />
        </Panel>
      </div>
    </>
  );
}

function driftRows(portfolio: PortfolioView, plan: RebalancePlan): DriftRowData[] {
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

/** What the targets of the plan leave: those of Form A come with it. */
function cashTarget({ drift_before: before }: RebalancePlan): number {
  const sum = before.positions.reduce((total, { target_weight: weight }) => total + weight, 0);
  return Math.max(0, Number((1 - sum).toFixed(10)));
}

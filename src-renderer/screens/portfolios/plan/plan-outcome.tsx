/** The result of a dry run: a plan, "no rebalance needed", or an error. */
import { Button, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import type { PlanChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { checkTrigger, type DriftRowData, type DriftTrigger } from '../../../components/charts/drift-band.ts';
import { DriftBars } from '../../../components/charts/drift-bars.tsx';
import { ConstraintNotice } from '../../../components/constraints/constraint-badges.tsx';
import { isOfNoConstraint } from '../../../components/constraints/constraint-labels.ts';
import { CostlyOrdersNotice } from '../../../components/constraints/costly-orders-notice.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatPercent, withOwnSpaces } from '../../../components/format/format-number.ts';
import { formatMoment } from '../../../components/format/format-time.ts';
import { withSymbols } from '../../../components/format/named-instruments.ts';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import explanationClasses from '../../../components/orders/explanation.module.css';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import { ComparedNotice } from '../../../components/plan/compared-plan.tsx';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { formatTolerance, TOLERANCE_RULES } from '../../../components/plan/format-plan-changes.ts';
import { MethodNotice } from '../../../components/plan/method-notice.tsx';
import classes from '../../../components/plan/plan.module.css';
import { PlanCosts } from '../../../components/plan/plan-costs.tsx';
import { PlanFacts } from '../../../components/plan/plan-facts.tsx';
import { type PlanParameters, triggerOf } from '../../../components/plan/plan-parameters.ts';
import { plannedDriftRows } from '../../../components/plan/planned-drift.ts';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { StaysOutsideNotice } from '../../../components/plan/stays-outside.tsx';
import { WarningNotices } from '../../../components/plan/warning-notices.tsx';
import { DelistedNotice, delistedRows } from '../../../components/portfolios/delisted.tsx';
import { driftRows } from '../../../components/portfolios/drift-panel.tsx';
import { TaxCoverNotice } from '../../../components/portfolios/tax-cover-notice.tsx';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { PlanOrders } from './plan-orders.tsx';
import type { MadePlan } from './use-confirmation.ts';
import type { DryRun, PlanQuestion } from './use-dry-run.ts';
import { whyNotNeeded } from './why-not-needed.ts';

interface PlanOutcomeProps {
  readonly question: PlanQuestion;
  readonly dryRun: DryRun;
  /** Changes since the dry run; the footer summarises them. */
  readonly since: PlanChangesWire | undefined;
}

export function PlanOutcome({
  question: { parameters, fault },
  dryRun: { view, error, retry },
  since,
}: PlanOutcomeProps) {
  const portfolio = useShownPortfolio();
  const { currency } = portfolio;
  if (delistedRows(portfolio).length > 0) return <DelistedNotice portfolio={portfolio} />;
  if (fault !== null) return <Notice tone="warn">{fault}</Notice>;
  if (error !== null && forbidden(error).length > 0) return <AllForbidden error={error} />;
  if (error?.code === 'drift_below_threshold') return <NotNeeded parameters={parameters} onAnew={retry} />;
  if (error !== null) {
    // The same request would be refused again.
    return <ErrorNotice error={error} doing="The dry run" {...(error.status === 400 ? {} : { onRetry: retry })} />;
  }
  if (view === undefined) return <Notice>Planning …</Notice>;
  return (
    <>
      <ComparedNotice plan={view.rebalance} currency={currency} />
      <PlanShown parameters={parameters} view={view} confirmed={null} />
      {since?.beyond_tolerance === true && since.outcome !== 'none' && (
        <Paper component="details" className={explanationClasses.skippedRows}>
          <summary>Changes by order</summary>
          <Text c="dimmed" className={classes.planTolerance} title={TOLERANCE_RULES}>
            {formatTolerance(since)}
          </Text>
          <DifferencesTable changes={since} currency={currency} before="this dry run" after="if planned now" />
        </Paper>
      )}
    </>
  );
}

interface PlanShownProps extends Pick<MadePlan, 'parameters' | 'view'> {
  /** The differences from the reviewed plan, shown first when the user is asked to confirm. Null before. */
  readonly confirmed: PlanChangesWire | null;
  /** Between the figures and the orders. */
  readonly children?: ReactNode;
}

export function PlanShown({ parameters, view, confirmed, children }: PlanShownProps) {
  const portfolio = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const { rebalance: plan, explanation } = view;
  return (
    <>
      <PlanFacts view={view} isConfirmed={confirmed !== null} />
      <MethodNotice view={view} />
      <StaysOutsideNotice view={view} />
      <TaxCoverNotice view={view} />
      {children}
      <PlanSummary
        {...{ explanation, tax: plan.tax_estimate, currency: portfolio.currency, portfolioId: portfolio.portfolio_id }}
      />
      <ConstraintNotice effect={explanation?.constraints} orders={plan.orders} currency={portfolio.currency} />
      <CostlyOrdersNotice orders={plan.orders} currency={portfolio.currency} portfolioId={portfolio.portfolio_id} />
      <WarningNotices warnings={plan.warnings.filter(isOfNoConstraint)} />
      <UnreachableNotice />
      {confirmed === null && <ClosedNotice orders={plan.orders} />}
      <PlanOrders {...view} currency={portfolio.currency} changes={confirmed} />
      <SkippedRows explanation={explanation} isOpen={plan.orders.length === 0} />
      <div className={classes.planColumns}>
        <Panel title="Drift before and after">
          <DriftBars rows={plannedDriftRows(view, instruments)} trigger={triggerOf(parameters, portfolio.form)} />
        </Panel>
        <PlanCosts view={view} />
      </div>
    </>
  );
}

const forbidden = ({ details }: ApiError) => details.filter(({ path }) => path.startsWith('/constraints/'));

/** Explains a 422 if constraints leave nothing to trade (decision O5). */
function AllForbidden({ error }: { readonly error: ApiError }) {
  const { portfolio_id: portfolioId } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  return (
    <Notice
      tone="warn"
      side={<LinkButton to={paths.portfolioView(portfolioId, 'constraints')}>Constraints</LinkButton>}
    >
      <strong>The constraints of the portfolio leave nothing to trade.</strong>
      {forbidden(error).map(({ path, issue }) => (
        <div key={path}>{withOwnSpaces(withSymbols(issue, instruments))}</div>
      ))}
    </Notice>
  );
}

/** Explains a 422 `drift_below_threshold`: the position furthest from its target, as the plan compares it. */
function NotNeeded({ parameters, onAnew }: Readonly<{ parameters: PlanParameters; onAnew: () => void }>) {
  const portfolio = useShownPortfolio();
  const isA = portfolio.form === 'A';
  const trigger = triggerOf(parameters, portfolio.form);
  const rows = isA ? rowsOfWeights(portfolio, parameters.targetWeights ?? {}) : driftRows(portfolio, trigger.fxOverlay);
  if (checkTrigger(rows, trigger).isBreached) {
    return (
      <Notice tone="warn" side={<Button onClick={onAnew}>Plan again</Button>}>
        <strong>Prices have moved.</strong> No rebalance was needed at the time of the request, but now the drift is
        outside the band.
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {whyNotNeeded(rows, trigger)}
        <Text component="div" c="dimmed">
          {howToPlanAnyway(rows, trigger, isA)}
        </Text>
      </Notice>
      <Panel title="Drift now">
        <DriftBars rows={rows} trigger={trigger} />
      </Panel>
    </>
  );
}

/** A lower threshold helps only if the lowest possible one is below the drift. */
function howToPlanAnyway(rows: readonly DriftRowData[], trigger: DriftTrigger, isA: boolean): string {
  const { min } = BOUNDS.driftThreshold;
  const lowest = { ...trigger, threshold: min };
  if (checkTrigger(rows, lowest).isBreached) {
    return `${isA ? 'Change the weights, or lower' : 'Lower'} the drift threshold to see a plan anyway.`;
  }
  return `${isA ? 'Change the weights to see a plan: even' : 'Even'} the lowest threshold of ${formatPercent(min)} needs no rebalance.`;
}

/** A plan of Form A has its own targets, and leaves nothing to cash. */
function rowsOfWeights(portfolio: PortfolioView, weights: Readonly<Record<string, number>>): DriftRowData[] {
  const rows = driftRows(portfolio).map((row) => ({ ...row, target: row.isCash ? 0 : (weights[row.key] ?? 0) }));
  const known = new Set(rows.map(({ key }) => key));
  const added = Object.entries(weights)
    .filter(([isin]) => !known.has(isin))
    .map(([isin, target]) => ({ key: isin, label: isin, name: isin, current: 0, target }));
  return [...rows.filter(({ isCash }) => !isCash), ...added, ...rows.filter(({ isCash }) => isCash)];
}

/** Lists the exchanges of the portfolio that are disconnected; a plan silently avoids them. */
function UnreachableNotice() {
  const { allocation } = useShownPortfolio();
  const instruments = useInstrumentsByIsin();
  const { data, error, refetch } = useExchanges();
  const listing = new Set(allocation.flatMap(({ isin }) => instruments.get(isin)?.listings ?? []));
  if (data === undefined) {
    return error && <ErrorNotice error={error} doing="Loading the exchanges" onRetry={() => void refetch()} />;
  }
  const down = data.exchanges.filter(({ mic, connected }) => !connected && listing.has(mic)).map(({ mic }) => mic);
  if (down.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>{down.join(', ')} cannot be reached, so this plan sends no orders there.</strong> Buys are planned at
      another exchange that lists the instrument. Sells can go only to the exchange where the shares are held. To test
      orders during an outage, execute first and then set the fault.
    </Notice>
  );
}

/** Lists the closed exchanges of its orders; the confirmation shows when each opens. */
function ClosedNotice({ orders }: Pick<RebalancePlan, 'orders'>) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const used = new Set(orders.map(({ exchange }) => exchange));
  const closed = exchanges.filter(({ mic, connected, phase }) => connected && phase === 'closed' && used.has(mic));
  const [first] = closed;
  if (first === undefined) return null;
  const names = new Intl.ListFormat('en-GB').format(closed.map(({ mic }) => mic));
  const firstOpening = closed.map(({ next_open_at: opens }) => opens).sort()[0] ?? first.next_open_at;
  return (
    <Notice>
      {names} {closed.length === 1 ? 'is' : 'are'} closed: orders there wait for the opening
      {closed.length === 1 ? '' : ', the first'} at {formatMoment(firstOpening)}.
    </Notice>
  );
}

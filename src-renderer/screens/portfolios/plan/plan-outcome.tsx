/** What a dry run answered: a plan, "no rebalance needed", or an error. */
import { Button, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import type { PlanChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { CostWaterfall } from '../../../components/charts/cost-waterfall.tsx';
import {
  checkTrigger,
  type DriftRowData,
  type DriftTrigger,
  formatBand,
  formatCompared,
} from '../../../components/charts/drift-band.ts';
import { DriftBars } from '../../../components/charts/drift-bars.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import {
  formatCostBps,
  formatDrift,
  formatDriftBps,
  formatDriftSize,
  formatMoney,
  formatPercent,
  plural,
  withOwnSpaces,
} from '../../../components/format/format-number.ts';
import { formatMoment } from '../../../components/format/format-time.ts';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { BreachFact } from '../../../components/orders/breach-fact.tsx';
import explanationClasses from '../../../components/orders/explanation.module.css';
import { taxBasis } from '../../../components/orders/gains-tax-limits.ts';
import { PlanSummary } from '../../../components/orders/plan-summary.tsx';
import { ComparedNotice } from '../../../components/plan/compared-plan.tsx';
import { ConstraintNotice } from '../../../components/plan/constraint-badges.tsx';
import { isOfNoConstraint } from '../../../components/plan/constraint-labels.ts';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { formatTolerance, TOLERANCE_RULES } from '../../../components/plan/format-plan-changes.ts';
import classes from '../../../components/plan/plan.module.css';
import { LEAST_THRESHOLD } from '../../../components/plan/plan-address.ts';
import { type PlanParameters, triggerOf } from '../../../components/plan/plan-parameters.ts';
import { SkippedRows } from '../../../components/plan/skipped-rows.tsx';
import { StaysOutsideNotice } from '../../../components/plan/stays-outside.tsx';
import { DelistedNotice, delistedRows } from '../../../components/portfolios/delisted.tsx';
import { cashRow, driftRows } from '../../../components/portfolios/drift-panel.tsx';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { PlanOrders } from './plan-orders.tsx';
import type { MadePlan } from './use-confirmation.ts';
import type { Asked, DryRun } from './use-dry-run.ts';

interface PlanOutcomeProps {
  readonly asked: Asked;
  readonly dryRun: DryRun;
  /** What has moved since the dry run; the footer says how much. */
  readonly since: PlanChangesWire | undefined;
}

export function PlanOutcome({ asked: { parameters, fault }, dryRun: { view, error, retry }, since }: PlanOutcomeProps) {
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
          <DifferencesTable changes={since} currency={currency} before="this dry run" after="as planned now" />
        </Paper>
      )}
    </>
  );
}

interface PlanShownProps extends Pick<MadePlan, 'parameters' | 'view'> {
  /** What it sends is asked about, so the figures say that first: how it differs from what was looked at. Null before. */
  readonly confirmed: PlanChangesWire | null;
  /** Between the figures and the orders. */
  readonly children?: ReactNode;
}

export function PlanShown({ parameters, view, confirmed, children }: PlanShownProps) {
  const portfolio = useShownPortfolio();
  const { rebalance: plan, explanation } = view;
  return (
    <>
      <PlanFacts view={view} isConfirmed={confirmed !== null} />
      <StaysOutsideNotice view={view} />
      {children}
      <PlanSummary
        {...{ explanation, tax: plan.tax_estimate, currency: portfolio.currency, portfolioId: portfolio.portfolio_id }}
      />
      <ConstraintNotice effect={explanation?.constraints} />
      {plan.warnings.filter(isOfNoConstraint).map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {withOwnSpaces(warning.message)}
        </Notice>
      ))}
      <UnreachableNotice />
      {confirmed === null && <ClosedNotice orders={plan.orders} />}
      <PlanOrders {...view} currency={portfolio.currency} changes={confirmed} />
      <SkippedRows explanation={explanation} isOpen={plan.orders.length === 0} />
      <div className={classes.planColumns}>
        <Panel title="Drift before and after">
          <DriftBars rows={plannedDriftRows(portfolio, view)} trigger={triggerOf(parameters, portfolio.form)} />
        </Panel>
        <Panel title="Estimated costs" side="bps of the portfolio value">
          <CostWaterfall costs={plan.cost_estimate} currency={portfolio.currency} />
          <FxRows plan={plan} />
        </Panel>
      </div>
    </>
  );
}

function plannedDriftRows(
  { allocation }: PortfolioView,
  { rebalance: plan, explanation }: RebalanceView,
): DriftRowData[] {
  const { drift_before: before, drift_after: after } = plan;
  const compared = new Map(explanation?.breach?.positions.map(({ isin, drift }) => [isin, drift]));
  const known = new Map(allocation.map((row) => [row.isin, row]));
  const weightsAfter = new Map(after.positions.map((row) => [row.isin, row.current_weight]));
  const positions = [...before.positions]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map(({ isin, current_weight: current, target_weight: target }) => {
      const { symbol = isin, name = isin } = known.get(isin) ?? {};
      const row = { key: isin, label: symbol, name, current, target };
      return { ...row, after: weightsAfter.get(isin), compared: compared.get(isin) };
    });
  // The targets of the plan leave the rest for cash.
  const targets = before.positions.reduce((total, { target_weight: weight }) => total + weight, 0);
  const cash = {
    current: before.total_value > 0 ? plan.cash_before / before.total_value : 0,
    target: Math.max(0, Number((1 - targets).toFixed(10))),
    after: after.total_value > 0 ? plan.cash_after / after.total_value : 0,
  };
  return [...positions, cashRow(cash, positions)];
}

const forbidden = ({ details }: ApiError) => details.filter(({ path }) => path.startsWith('/constraints/'));

/** The answer to 422 where constraints leave nothing to trade (decision O5). */
function AllForbidden({ error }: { readonly error: ApiError }) {
  const { portfolio_id: portfolioId } = useShownPortfolio();
  return (
    <Notice
      tone="warn"
      side={<LinkButton to={paths.portfolioView(portfolioId, 'constraints')}>Constraints</LinkButton>}
    >
      <strong>The constraints of the portfolio leave nothing to trade.</strong>
      {forbidden(error).map(({ path, issue }) => (
        <div key={path}>{withOwnSpaces(issue)}</div>
      ))}
    </Notice>
  );
}

/** The answer to 422 `drift_below_threshold`: what is furthest from its target, by what the plan compares. */
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

/** A lower threshold helps only where the lowest one is below the drift. */
function howToPlanAnyway(rows: readonly DriftRowData[], trigger: DriftTrigger, isA: boolean): string {
  const lowest = { ...trigger, threshold: LEAST_THRESHOLD };
  if (checkTrigger(rows, lowest).isBreached) {
    return `${isA ? 'Change the weights, or lower' : 'Lower'} the threshold to see a plan anyway.`;
  }
  const size = trigger.type === 'relative' && trigger.trigger === 'any_position' ? formatPercent : formatDrift;
  return `${isA ? 'Change the weights to see a plan: even' : 'Even'} the lowest threshold of ${size(LEAST_THRESHOLD)} needs no rebalance.`;
}

/** `SAP is furthest from its target, by 671 bps of the portfolio; the band is ±1 000 bps of the portfolio.` */
function whyNotNeeded(rows: readonly DriftRowData[], trigger: DriftTrigger): string {
  const { furthest, drift } = checkTrigger(rows, trigger);
  if (trigger.trigger === 'portfolio') {
    const aside = besideRates(drift, checkTrigger(rows.map(withRates), trigger).drift, formatDrift);
    return `The portfolio drift is ${formatDrift(drift)}${aside}; more than ${formatDrift(trigger.threshold)} starts a rebalance.`;
  }
  if (furthest === null) return 'The portfolio has no positions.';
  const whole = checkTrigger([withRates(furthest)], trigger).drift;
  const aside = besideRates(drift, whole, trigger.type === 'relative' ? formatPercent : formatDrift);
  return `${furthest.label} is furthest from its target, by ${formatCompared(drift, trigger)}${aside}; the band is ${formatBand(trigger)}.`;
}

/** Where exchange rates do not count but make a difference. */
function besideRates(drift: number, whole: number, format: (drift: number) => string): string {
  return format(drift) === format(whole) ? '' : ` (${format(whole)} with exchange-rate moves)`;
}

function withRates(row: DriftRowData): DriftRowData {
  return { ...row, compared: undefined };
}

/** A plan of Form A brings its own targets, and leaves nothing to cash. */
function rowsOfWeights(portfolio: PortfolioView, weights: Readonly<Record<string, number>>): DriftRowData[] {
  const held = driftRows(portfolio).map((row) => ({ ...row, target: row.isCash ? 0 : (weights[row.key] ?? 0) }));
  const known = new Set(held.map(({ key }) => key));
  const added = Object.entries(weights)
    .filter(([isin]) => !known.has(isin))
    .map(([isin, target]) => ({ key: isin, label: isin, name: isin, current: 0, target }));
  return [...held.filter(({ isCash }) => !isCash), ...added, ...held.filter(({ isCash }) => isCash)];
}

function PlanFacts({ view, isConfirmed }: Pick<PlanShownProps, 'view'> & { readonly isConfirmed: boolean }) {
  const { currency } = useShownPortfolio();
  const { rebalance: plan, explanation, sale_taxes: taxes } = view;
  const { orders, cost_estimate: costs, drift_before: before, drift_after: after, tax_estimate: tax } = plan;
  const allowed = costs.budget_bps === null ? '' : ` of ${formatCostBps(costs.budget_bps)} allowed`;
  return (
    <Facts framed aria-label={isConfirmed ? 'Orders to execute' : 'The dry run'}>
      {isConfirmed && <TradedFact label={`Sells ${currency}`} orders={orders.filter(({ side }) => side === 'sell')} />}
      {isConfirmed && <TradedFact label={`Buys ${currency}`} orders={orders.filter(({ side }) => side === 'buy')} />}
      <Fact label={`Est. cost ${currency}`}>
        {formatMoney(costs.total)} <small>{`${formatCostBps(costs.total_bps)} bps${allowed}`}</small>
      </Fact>
      {tax !== null && (
        <Fact label={`Est. gains tax ${currency}`}>
          {formatMoney(tax)} {taxes !== null && <small>{taxBasis(taxes)}</small>}
        </Fact>
      )}
      <Fact label={`Cash ${currency}`}>
        {formatMoney(plan.cash_before)} → {formatMoney(plan.cash_after)}
        {tax !== null && tax > 0 && <small> gains tax still to be paid</small>}
      </Fact>
      {!isConfirmed && (
        <Fact label="Max drift">
          {formatDriftSize(before.max_drift)} → {formatDrift(after.max_drift)}
        </Fact>
      )}
      <Fact label="Portfolio drift">
        {formatDriftSize(before.portfolio_drift)} → {formatDrift(after.portfolio_drift)}
      </Fact>
      {!isConfirmed && explanation !== null && <BreachFact explanation={explanation} />}
    </Facts>
  );
}

function TradedFact({ label, orders }: { readonly label: string; readonly orders: RebalancePlan['orders'] }) {
  return (
    <Fact label={label}>
      {formatMoney(orders.reduce((sum, order) => sum + order.estimated_value, 0))}{' '}
      <small>{plural(orders.length, 'order')}</small>
    </Fact>
  );
}

/** What exchange rates did to the weights, by foreign currency (decision G9). */
function FxRows({ plan }: { readonly plan: RebalancePlan }) {
  const { currency } = useShownPortfolio();
  const foreign = (plan.fx_overlay ?? []).filter((row) => row.currency !== currency);
  return foreign.map((row) => (
    <Text c="dimmed" fz="xs" m={0} px="md" pb="sm" key={row.currency}>
      {row.currency}: {formatPercent(row.weight)} of the portfolio. {fxEffect(row.fx_drift)}
    </Text>
  ));
}

function fxEffect(drift: number): string {
  const bps = formatDriftBps(drift);
  return bps === '0'
    ? 'Exchange rates have not changed this share.'
    : `Exchange rates have changed this share by ${bps} bps.`;
}

/** Names the exchanges of the portfolio that cannot be reached; a plan leaves them out without a word. */
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

/** Names the exchanges of its orders that are closed; the confirmation says when each opens. */
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

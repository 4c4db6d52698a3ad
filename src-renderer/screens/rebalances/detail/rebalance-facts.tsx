/** The headline of a rebalance: once it is final, the result beside the plan; before, the plan. */
import type { ReactNode } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { DriftSnapshotWire } from '../../../../src-server/contract/service/form-b.ts';
import { MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { excessOver } from '../../../components/constraints/constraint-labels.ts';
import {
  formatCostBps,
  formatMoney,
  formatPercent,
  formatWeight,
  plural,
  shownShare,
  signedMoney,
  signedPoints,
} from '../../../components/format/format-number.ts';
import { SignedFigure } from '../../../components/format/signed-figure.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { BreachFact } from '../../../components/orders/breach-fact.tsx';
import { NOT_DEDUCTED, taxBasis } from '../../../components/orders/gains-tax-limits.ts';
import { cashGap, isFilledInFull, orderResult, plannedOrders, totalResult } from './execution-result.ts';
import classes from './rebalance.module.css';

export function RebalanceFacts({ view }: { readonly view: RebalanceView }) {
  const { rebalance, measured, explanation } = view;
  const { orders } = rebalance;
  const filled = orders.filter((order) => order.status === 'filled').length;
  const fills = orders.reduce((sum, order) => sum + order.fills.length, 0);
  return (
    <Facts framed aria-label={measured === null ? 'The plan' : 'Result compared with the plan'}>
      <Fact label="Orders filled">
        {filled} of {orders.length}
        <Aside>{plural(fills, 'fill')}</Aside>
      </Fact>
      {measured === null ? <PlannedFacts view={view} /> : <MeasuredFacts view={view} measured={measured} />}
      {measured === null && explanation !== null && <BreachFact explanation={explanation} />}
    </Facts>
  );
}

/** The value with which a figure is compared, shown below it. */
function Aside({ children }: { readonly children: ReactNode }) {
  return <small className={classes.aside}>{children}</small>;
}

interface BudgetAsideProps {
  readonly budget: string;
  /** Null: the budget was kept. */
  readonly excess: number | null;
  readonly format: (excess: number) => string;
  /** Why fills exceed a budget that the plan kept. */
  readonly reason: string;
}

function BudgetAside({ budget, excess, format, reason }: BudgetAsideProps) {
  if (excess === null) return <Aside>within the budget of {budget}</Aside>;
  return (
    <>
      <Aside>
        budget of {budget}, <Toned tone="fail">exceeded by {format(excess)}</Toned>
      </Aside>
      <Aside>{reason}</Aside>
    </>
  );
}

/** For a rebalance without results: it is executing, or was never executed. */
function PlannedFacts({ view }: { readonly view: RebalanceView }) {
  const { rebalance, portfolio_currency: currency, sale_taxes: saleTaxes } = view;
  const { drift_before: before, drift_after: after, cost_estimate: costs } = rebalance;
  return (
    <>
      <Fact label="Max drift, planned" hint={MAX_DRIFT_HINT}>
        {formatWeight(before.max_drift)} → {formatPercent(after.max_drift)}
      </Fact>
      <Fact label="Portfolio drift, planned">
        {formatWeight(before.portfolio_drift)} → {formatPercent(after.portfolio_drift)}
      </Fact>
      <Fact label={`Estimated cost ${currency}`}>
        {formatMoney(costs.total)}
        <Aside>{formatBudgeted(costs.total_bps, costs.budget_bps)}</Aside>
      </Fact>
      {taxes(rebalance.tax_estimate) && (
        <Fact label={`Estimated gains tax ${currency}`}>
          {formatMoney(rebalance.tax_estimate)}
          {saleTaxes !== null && <Aside>{taxBasis(saleTaxes)}</Aside>}
        </Fact>
      )}
      <Fact label={`Cash ${currency}, planned`}>
        {formatMoney(rebalance.cash_before)} → {formatMoney(rebalance.cash_after)}
        {taxes(rebalance.tax_estimate) && <Aside>{NOT_DEDUCTED}</Aside>}
      </Fact>
    </>
  );
}

interface ViewProps {
  readonly view: RebalanceView;
}

interface MeasuredFactsProps extends ViewProps {
  readonly measured: NonNullable<RebalanceView['measured']>;
}

function MeasuredFacts({ view, measured: { drift, cash } }: MeasuredFactsProps) {
  const { rebalance, portfolio_currency: currency } = view;
  const gap = cashGap({ ...rebalance, orders: plannedOrders(view) }, cash);
  const causes = CASH_CAUSES.filter(([part]) => gap[part] !== 0);
  return (
    <>
      {Object.entries(DRIFTS).map(([label, of]) => (
        <Fact key={label} label={label} hint={label === 'Max drift' ? MAX_DRIFT_HINT : undefined}>
          {formatWeight(of(rebalance.drift_before))} → {formatPercent(of(drift))}
          <Aside>
            {shownShare(of(drift)) === shownShare(of(rebalance.drift_after))
              ? 'as planned'
              : `planned ${formatPercent(of(rebalance.drift_after))}, ${signedPoints(shownShare(of(drift)) - shownShare(of(rebalance.drift_after)))}`}
          </Aside>
        </Fact>
      ))}
      <PaidFact view={view} />
      <TaxFact view={view} />
      <Fact label={`Cash ${currency}`}>
        {formatMoney(rebalance.cash_before)} → {formatMoney(cash)}
        <Aside>
          planned {formatMoney(rebalance.cash_after)}, {signedMoney(gap.total)}
        </Aside>
        {causes.length > 0 && (
          <Aside>{causes.map(([part, cause]) => `${signedMoney(gap[part])} from ${cause}`).join(', ')}</Aside>
        )}
      </Fact>
    </>
  );
}

const CASH_CAUSES = [
  ['costs', 'costs'],
  ['orders', 'unfilled parts of orders'],
  ['moves', 'prices that moved'],
  ['payments', 'cash paid in or out'],
] as const;

const DRIFTS = {
  'Max drift': (snapshot: DriftSnapshotWire) => snapshot.max_drift,
  'Portfolio drift': (snapshot: DriftSnapshotWire) => snapshot.portfolio_drift,
};

function taxes(tax: number | null): tax is number {
  return tax !== null && tax !== 0;
}

/** On the gains of the lots that were sold, at the rate of the portfolio, as the plan estimated it. */
function TaxFact({ view }: ViewProps) {
  const { rebalance, realised_taxes: sells, portfolio_currency: currency, explanation } = view;
  const budget = explanation?.constraints?.gains_tax_budget ?? null;
  const planned = rebalance.tax_estimate ?? 0;
  const realised = sells.reduce((sum, { tax }) => sum + tax, 0);
  if (!taxes(planned) && !taxes(realised)) return null;
  return (
    <Fact label={`Gains tax ${currency}, estimated`}>
      {formatMoney(realised)}
      <Aside>
        planned {formatMoney(planned)}, <SignedFigure value={realised - planned} format={signedMoney} isLessBetter />
      </Aside>
      {budget !== null && (
        <BudgetAside
          budget={formatMoney(budget)}
          excess={excessOver(budget, realised)}
          format={formatMoney}
          reason="because prices moved"
        />
      )}
    </Fact>
  );
}

/**
 * Compared with the estimate for the filled part, so that a half-filled rebalance does not look cheap (decision L83).
 */
function PaidFact({ view }: ViewProps) {
  const { actual_costs: paid, portfolio_currency: currency } = view;
  const { cost_estimate: planned } = view.rebalance;
  const orders = plannedOrders(view);
  const total = totalResult(orders.flatMap((order) => orderResult(order) ?? []));
  const isWhole = orders.every(isFilledInFull);
  const estimated = isWhole ? planned.total : (total?.estimated.total ?? 0);
  return (
    <Fact label={`Actual cost ${currency}`}>
      {formatMoney(paid.total)} · {formatCostBps(paid.total_bps)} bps
      <Aside>
        {isWhole ? 'planned' : 'planned for the filled part'} {formatMoney(estimated)},{' '}
        <SignedFigure value={paid.total - estimated} format={signedMoney} isLessBetter />
      </Aside>
      {planned.budget_bps !== null && (
        <BudgetAside
          budget={`${formatCostBps(planned.budget_bps)}\u00a0bps`}
          excess={excessOver(planned.budget_bps, paid.total_bps)}
          format={(excess) => `${formatCostBps(excess)}\u00a0bps`}
          reason="because the fills cost more than estimated"
        />
      )}
    </Fact>
  );
}

/** `1.42 bps of 1.30 allowed`; `1.42 bps` without a budget. */
function formatBudgeted(bps: number, budget: number | null): string {
  return `${formatCostBps(bps)} bps${budget === null ? '' : ` of ${formatCostBps(budget)} allowed`}`;
}

/** The figures of a plan: its cost and tax, and its effect on cash and drift. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { RebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { MAX_DRIFT_HINT } from '../charts/drift-band.ts';
import { formatCostBps, formatMoney, formatPercent, formatWeight, plural } from '../format/format-number.ts';
import { Fact, Facts } from '../layout/facts.tsx';
import { BreachFact } from '../orders/breach-fact.tsx';
import { NOT_DEDUCTED, taxBasis } from '../orders/gains-tax-limits.ts';

interface PlanFactsProps {
  readonly view: RebalanceView;
  /** The user is being asked to confirm it, so its trades come first. */
  readonly isConfirmed?: boolean;
}

export function PlanFacts({ view, isConfirmed = false }: PlanFactsProps) {
  const { rebalance: plan, explanation, portfolio_currency: currency, sale_taxes: taxes } = view;
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
        {tax !== null && tax > 0 && <small> {NOT_DEDUCTED}</small>}
      </Fact>
      {!isConfirmed && (
        <Fact label="Max drift" hint={MAX_DRIFT_HINT}>
          {formatWeight(before.max_drift)} → {formatPercent(after.max_drift)}
        </Fact>
      )}
      <Fact label="Portfolio drift">
        {formatWeight(before.portfolio_drift)} → {formatPercent(after.portfolio_drift)}
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

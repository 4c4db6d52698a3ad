/** The headline of a plan: drift, cash and cost, before and after. */
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { Facts } from '../../../components/layout/facts.tsx';

export function PlanFacts({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const costs = plan.cost_estimate;
  return (
    <Facts framed>
      <div>
        <dt>Max drift</dt>
        <dd>
          {formatPercent(Math.abs(plan.drift_before.max_drift))} → {formatPercent(Math.abs(plan.drift_after.max_drift))}
        </dd>
      </div>
      <div>
        <dt>Portfolio drift</dt>
        <dd>
          {formatPercent(plan.drift_before.portfolio_drift)} → {formatPercent(plan.drift_after.portfolio_drift)}
        </dd>
      </div>
      <div>
        <dt>Cash {currency}</dt>
        <dd>
          {formatMoney(plan.cash_before)} → {formatMoney(plan.cash_after)}
        </dd>
      </div>
      <div>
        <dt>Estimated cost {currency}</dt>
        <dd>
          {formatMoney(costs.total)}{' '}
          <small>
            {formatCostBps(costs.total_bps)} bps
            {costs.budget_bps !== null && ` of ${formatCostBps(costs.budget_bps)} allowed`}
          </small>
        </dd>
      </div>
      {plan.tax_estimate !== null && (
        <div>
          <dt>Estimated gains tax {currency}</dt>
          <dd>{formatMoney(plan.tax_estimate)}</dd>
        </div>
      )}
    </Facts>
  );
}

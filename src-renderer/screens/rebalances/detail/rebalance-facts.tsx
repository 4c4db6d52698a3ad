/** Drift, cash and times of a rebalance. Drift after is what the plan expects, not what was measured. */
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Facts } from '../../../components/layout/facts.tsx';

export function RebalanceFacts({ view }: { readonly view: RebalanceView }) {
  const { rebalance, portfolio_currency: currency } = view;
  const filled = rebalance.orders.filter((order) => order.status === 'filled').length;
  return (
    <Facts framed>
      <div>
        <dt>Orders filled</dt>
        <dd>
          {filled} <small>of {rebalance.orders.length}</small>
        </dd>
      </div>
      <div>
        <dt>Max drift, planned</dt>
        <dd>
          {formatPercent(Math.abs(rebalance.drift_before.max_drift))} →{' '}
          {formatPercent(Math.abs(rebalance.drift_after.max_drift))}
        </dd>
      </div>
      <div>
        <dt>Cash {currency}, planned</dt>
        <dd>
          {formatMoney(rebalance.cash_before)} → {formatMoney(rebalance.cash_after)}
        </dd>
      </div>
      <Moment label="Created" at={rebalance.created_at} />
      <Moment label="Executed" at={rebalance.executed_at} />
      <Moment label="Finished" at={rebalance.completed_at} />
    </Facts>
  );
}

function Moment({ label, at }: { readonly label: string; readonly at: string | null }) {
  return (
    <div>
      <dt>{label} (virtual UTC)</dt>
      <dd>
        <small>{at === null ? '–' : formatInstant(at)}</small>
      </dd>
    </div>
  );
}

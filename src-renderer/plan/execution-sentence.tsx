/** Says in one sentence what executing a plan will do, before it is done. */
import type { OrderWire, RebalancePlan } from '../../src-server/contract/form-b.ts';
import { formatCostBps, formatMoney } from '../shared/format-number.ts';

export function ExecutionSentence({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const exchanges = [...new Set(plan.orders.map((order) => order.exchange))].sort();
  return (
    <p className="plan-sentence">
      This sends <strong>{countAndValue(plan.orders, 'sell', currency)}</strong> and{' '}
      <strong>{countAndValue(plan.orders, 'buy', currency)}</strong> to {exchanges.join(', ')}, at an estimated cost of{' '}
      <strong>
        {formatMoney(plan.cost_estimate.total)} {currency}
      </strong>{' '}
      ({formatCostBps(plan.cost_estimate.total_bps)} bps). The plan is made anew at the prices of that moment and counts
      as one event of your quota. Once sent it cannot be taken back; only what is still open can be cancelled.
    </p>
  );
}

function countAndValue(orders: readonly OrderWire[], side: 'buy' | 'sell', currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return `no ${side}s`;
  const value = chosen.reduce((sum, order) => sum + order.estimated_value, 0);
  return `${chosen.length} ${side}${chosen.length === 1 ? '' : 's'} of ${formatMoney(value)} ${currency}`;
}

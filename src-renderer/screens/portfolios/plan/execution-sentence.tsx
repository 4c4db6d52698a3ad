/** Says in one sentence what executing a plan will do, before it is done. */
import { Box } from '@mantine/core';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';

interface ExecutionSentenceProps {
  readonly plan: RebalancePlan;
  readonly currency: string;
  readonly form: PortfolioView['form'];
}

export function ExecutionSentence({ plan, currency, form }: ExecutionSentenceProps) {
  const exchanges = [...new Set(plan.orders.map((order) => order.exchange))].sort();
  return (
    <Box component="p" mt={0} mx={0} mb="xs">
      This sends <strong>{countAndValue(plan.orders, 'sell', currency)}</strong> and{' '}
      <strong>{countAndValue(plan.orders, 'buy', currency)}</strong> to {exchanges.join(', ')}, at an estimated cost of{' '}
      <strong>
        {formatMoney(plan.cost_estimate.total)} {currency}
      </strong>{' '}
      ({formatCostBps(plan.cost_estimate.total_bps)} bps): exactly the orders above, as they were planned at{' '}
      {formatInstant(plan.created_at)} virtual UTC. {QUOTA[form]} Once sent it cannot be taken back; only what is still
      open can be cancelled.
    </Box>
  );
}

const QUOTA = {
  A: 'It counts as one event of your quota once it is executed; Back lets go of it.',
  B: 'This plan has been made and counts as one event of your quota, executed or not; Back cancels it.',
} as const;

function countAndValue(orders: readonly OrderWire[], side: 'buy' | 'sell', currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return `no ${side}s`;
  const value = chosen.reduce((sum, order) => sum + order.estimated_value, 0);
  return `${plural(chosen.length, side)} of ${formatMoney(value)} ${currency}`;
}

/** What was found under the cost that was asked for, in one sentence with its numbers, and the way to go on with it. */

import { Text } from '@mantine/core';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCostBps, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import type { GoalAnswer } from './goal-plan.ts';
import { UsePlan } from './use-plan.tsx';

interface GoalAnswerNoticeProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  readonly answer: GoalAnswer;
  readonly goalBps: number;
}

export function GoalAnswerNotice({ portfolio, comparison, answer, goalBps }: GoalAnswerNoticeProps) {
  if (answer.kind === 'nothing_to_do') {
    return <Notice tone="ok">Nothing is outside even the narrowest band: there is nothing to trade.</Notice>;
  }
  if (answer.kind === 'nothing_affordable') {
    return (
      <Notice tone="warn">
        <strong>No trade that brings the portfolio closer to its targets costs under {goalBps} bps.</strong> Allow more,
        or look at what the plans below cost.
      </Notice>
    );
  }
  const { result, parameters } = answer.plan;
  const { total, total_bps: bps } = result.costs;
  return (
    <Notice
      tone="ok"
      side={<UsePlan portfolio={portfolio} parameters={parameters} what="the plan that was found" isPrimary />}
    >
      <strong>
        Found: {formatCostBps(bps)} bps ({formatMoney(total)} {portfolio.currency}), {result.orders}{' '}
        {result.orders === 1 ? 'order' : 'orders'}.
      </strong>{' '}
      Portfolio drift falls from {formatPercent(comparison.portfolio_drift)} to{' '}
      {formatPercent(result.portfolio_drift_after)}; the largest of a position from{' '}
      {formatPercent(comparison.max_drift)} to {formatPercent(result.max_drift_after)}.{answer.isNarrowed && NARROWED}
    </Notice>
  );
}

const NARROWED = (
  <Text component="div" c="dimmed">
    The portfolio is inside the band of variant A, so this plan takes the narrowest band: 1 % of each target, and drift
    from exchange rates counts.
  </Text>
);

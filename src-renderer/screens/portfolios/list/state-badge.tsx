/** The state of a portfolio as a badge; while a rebalance goes on or after one has failed it leads there. */

import { Badge } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../../paths.ts';
import { portfolioState, STATE_LOOKS } from './portfolio-state.ts';

export function StateBadge({ portfolio }: { readonly portfolio: PortfolioSummary }) {
  const state = portfolioState(portfolio);
  const { words, tone, mark, meaning } = STATE_LOOKS[state];
  const badge = (
    <Badge color={tone} title={meaning}>
      <span aria-hidden>{mark}</span>
      {words}
    </Badge>
  );
  if (portfolio.rebalance === null || (state !== 'rebalancing' && state !== 'failed')) return badge;
  return (
    <Link
      to={paths.rebalance(portfolio.rebalance.rebalance_id)}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {badge}
    </Link>
  );
}

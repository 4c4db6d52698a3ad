/** Which rebalance of a portfolio is being executed now, if any, and what says so: a second one would be refused with 409. */
import type { ReactNode } from 'react';
import type { PortfolioView, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { LinkButton } from '../layout/link-button.tsx';

export function rebalanceUnderWay(portfolio: PortfolioView): RebalanceSummary | undefined {
  return portfolio.rebalances.find((row) => row.status === 'executing' || row.status === 'partially_filled');
}

interface UnderWayNoticeProps {
  readonly portfolio: PortfolioView;
  /** What it means for what is shown below. */
  readonly children?: ReactNode;
}

/** Nothing where none is under way. */
export function UnderWayNotice({ portfolio, children }: UnderWayNoticeProps) {
  const underWay = rebalanceUnderWay(portfolio);
  if (underWay === undefined) return null;
  const watch = (
    <LinkButton to={paths.rebalance(underWay.rebalance_id)} variant="filled">
      Watch its orders
    </LinkButton>
  );
  return (
    <Notice tone="live" side={watch}>
      <strong>A rebalance is under way.</strong> {children}
    </Notice>
  );
}

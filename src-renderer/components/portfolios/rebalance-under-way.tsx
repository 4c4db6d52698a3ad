/**
 * The rebalance of a portfolio that is executing, if any, and the notice of it: a second one would be refused with 409.
 */
import type { ReactNode } from 'react';
import type { PortfolioView, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { LinkButton } from '../layout/link-button.tsx';
import { isUnderWay } from '../orders/is-under-way.ts';

export function rebalanceUnderWay(portfolio: PortfolioView): RebalanceSummary | undefined {
  return portfolio.rebalances.find(isUnderWay);
}

interface UnderWayNoticeProps {
  readonly portfolio: PortfolioView;
  /** The consequence for the content below. */
  readonly children?: ReactNode;
}

/** Nothing if none is executing. */
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

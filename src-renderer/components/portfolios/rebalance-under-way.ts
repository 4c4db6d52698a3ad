/** Which rebalance of a portfolio is being executed now, if any: a second one would be refused with 409. */
import type { PortfolioView, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';

export function rebalanceUnderWay(portfolio: PortfolioView): RebalanceSummary | undefined {
  return portfolio.rebalances.find((row) => row.status === 'executing' || row.status === 'partially_filled');
}

/** Operations of the control plane: value, drift and activity of portfolios in the past (L65, L66, O9, O10). */

import { operations } from '../../openapi/operation.ts';
import { activityList, activityQuery } from './activity.ts';
import { performanceQuery, portfolioPerformance } from './performance.ts';
import { driftLines, driftLinesQuery, historyQuery, portfolioHistoryWire } from './portfolio-history.ts';

export const portfolioHistoryOperations = operations({
  getPortfolioHistory: {
    method: 'get',
    path: '/portfolios/{id}/history',
    tag: 'Portfolios',
    summary: 'Read value and drift over time',
    description: 'Returns the value and the drift of a portfolio over time, with the rebalances in between.',
    source: 'decision L65',
    parameters: { id: 'Identifier of the portfolio, of either form.' },
    query: historyQuery,
    success: { status: 200, description: 'The history.', content: [portfolioHistoryWire] },
    errors: ['not_found'],
  },
  listActivity: {
    method: 'get',
    path: '/portfolios/{id}/activity',
    tag: 'Portfolios',
    summary: 'List the activity of a portfolio',
    description:
      'Lists the trades, cash flows and changes from outside of a portfolio, newest first, with the cash after each.',
    source: 'decision O10',
    parameters: { id: 'Identifier of the portfolio, of either form.' },
    query: activityQuery,
    success: { status: 200, description: 'The activity.', content: [activityList] },
    errors: ['not_found'],
  },
  getPerformance: {
    method: 'get',
    path: '/portfolios/{id}/performance',
    tag: 'Portfolios',
    summary: 'Read the performance of a portfolio',
    description:
      'Returns the value with flows apart, the time-weighted and money-weighted return, the volatility, income ' +
      'and costs, ' +
      'and the same money invested in the target mix.',
    source: 'decision O9',
    parameters: { id: 'Identifier of the portfolio, of either form.' },
    query: performanceQuery,
    success: { status: 200, description: 'The performance.', content: [portfolioPerformance] },
    errors: ['not_found'],
  },
  listDriftLines: {
    method: 'get',
    path: '/portfolio-drift',
    tag: 'Portfolios',
    summary: 'Read the drift of many portfolios over time',
    description: 'Returns the largest drift of up to 200 portfolios at the same instants, as drawn in a list.',
    source: 'decision L66',
    query: driftLinesQuery,
    success: { status: 200, description: 'One line per portfolio.', content: [driftLines] },
  },
});

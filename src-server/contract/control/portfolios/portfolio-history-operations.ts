/** The control plane, what portfolios were: their value, drift and activity over the past (L65, L66, O9, O10). */

import { operations } from '../../openapi/operation.ts';
import { activityList, activityQuery } from './activity.ts';
import { performanceQuery, portfolioPerformance } from './performance.ts';
import { driftLines, driftLinesQuery, historyQuery, portfolioHistory } from './portfolio-history.ts';

export const portfolioHistoryOperations = operations({
  getPortfolioHistory: {
    method: 'get',
    path: '/portfolios/{id}/history',
    tag: 'Portfolios',
    summary: 'Read value and drift over time',
    description: 'What a portfolio was worth and how far it drifted, with the rebalances in between.',
    source: 'decision L65',
    parameters: { id: 'Portfolio of either form.' },
    query: historyQuery,
    success: { status: 200, description: 'Its history.', content: [portfolioHistory] },
    errors: ['not_found'],
  },
  listActivity: {
    method: 'get',
    path: '/portfolios/{id}/activity',
    tag: 'Portfolios',
    summary: 'Read what happened to a portfolio',
    description: 'Its trades, cash flows and changes from outside, newest first, with the cash after each.',
    source: 'decision O10',
    parameters: { id: 'Portfolio of either form.' },
    query: activityQuery,
    success: { status: 200, description: 'What happened to it.', content: [activityList] },
    errors: ['not_found'],
  },
  getPerformance: {
    method: 'get',
    path: '/portfolios/{id}/performance',
    tag: 'Portfolios',
    summary: 'Read what a portfolio gained',
    description:
      'Its value with flows apart, its time-weighted and money-weighted return, how much it moved, what it earned and ' +
      'paid, and the same money in its target mix.',
    source: 'decision O9',
    parameters: { id: 'Portfolio of either form.' },
    query: performanceQuery,
    success: { status: 200, description: 'Its performance.', content: [portfolioPerformance] },
    errors: ['not_found'],
  },
  listDriftLines: {
    method: 'get',
    path: '/portfolio-drift',
    tag: 'Portfolios',
    summary: 'Read the drift of many portfolios over time',
    description: 'The largest drift of up to 200 portfolios at the same instants, as a list draws it.',
    source: 'decision L66',
    query: driftLinesQuery,
    success: { status: 200, description: 'A line for each portfolio.', content: [driftLines] },
  },
});

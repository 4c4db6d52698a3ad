/** The control plane, what portfolios were: value and drift over the past of the world (decisions L65, L66). */

import { operations } from '../../openapi/operation.ts';
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

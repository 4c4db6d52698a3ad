/** The operations of Form A (specification 4.1), as in its document. */

import { operation, operations } from '../openapi/operation.ts';
import { PLANNING_ERRORS } from './errors.ts';
import { createPortfolioABody, portfolioA, rebalanceA, startedRebalanceA, startRebalanceA } from './form-a.ts';
import { mifidRecord } from './mifid.ts';

export const createPortfolioInFormA = operation('createPortfolio', {
  method: 'post',
  path: '/portfolios',
  tag: 'Portfolios',
  summary: 'Create a portfolio',
  description:
    'Creates a portfolio with cash and no positions. `metadata` is stored and never returned; the default tax lot ' +
    'method follows from the tax jurisdiction.',
  source: 'specification 2.1, 4.1; decisions F1, F2, F3',
  body: createPortfolioABody,
  success: { status: 201, description: 'The portfolio that was created.', content: [portfolioA] },
});

export const formAOperations = operations({
  startRebalance: {
    method: 'post',
    path: '/portfolios/{id}/rebalance',
    tag: 'Rebalances',
    summary: 'Rebalance a portfolio',
    description:
      'Starts a rebalance towards the given weights and responds at once; execution follows without another request. ' +
      'An `idempotency_key` that was accepted within the last 24 hours returns the first response again.',
    source: 'specification 4.1, 8; decisions F4, F5, F9',
    parameters: { id: 'Portfolio to rebalance.' },
    body: startRebalanceA,
    success: {
      status: 202,
      description: 'The rebalance was accepted.',
      content: [startedRebalanceA],
      headers: ['Idempotency-Replayed'],
    },
    errors: PLANNING_ERRORS,
  },
  getRebalanceA: {
    method: 'get',
    path: '/rebalances/{id}',
    tag: 'Rebalances',
    summary: 'Read a rebalance',
    description: 'Current status, orders and fills of a rebalance of Form A.',
    source: 'specification 4.1; decisions F6, F8',
    parameters: { id: 'Rebalance to read.' },
    success: { status: 200, description: 'The rebalance.', content: [rebalanceA] },
    errors: ['not_found'],
  },
  getMifidRecord: {
    method: 'get',
    path: '/mifid-records/{id}',
    tag: 'Compliance',
    summary: 'Read a MiFID II record',
    description: 'The Article 25 record of one order execution, available for five years after the fill.',
    source: 'specification 2.5, 4.1; decisions F7, F10, G7, G42 to G45',
    parameters: { id: '`mifid_record_id` of a fill.' },
    success: { status: 200, description: 'The record, as written at the time of the fill.', content: [mifidRecord] },
    errors: ['not_found'],
  },
});

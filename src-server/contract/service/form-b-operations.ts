/** The operations of Form B (specification 4.2), as in its document. */

import { operation, operations } from '../openapi/operation.ts';
import { PLANNING_ERRORS } from './errors.ts';
import {
  createPlanBody,
  createPortfolioBBody,
  deletedPortfolio,
  executePlanBody,
  portfolioB,
  rebalanceB,
  rebalancePlan,
} from './form-b.ts';
import { prices } from './prices.ts';

export const createPortfolioInFormB = operation('createPortfolio', {
  method: 'post',
  path: '/portfolios',
  tag: 'Portfolios',
  summary: 'Create a portfolio',
  description:
    'Creates a portfolio with its positions, targets and cash. The weight that the targets leave is the cash target.',
  source: 'specification 2.2, 4.2; decision G1',
  body: createPortfolioBBody,
  success: { status: 201, description: 'The portfolio, with its initial drift.', content: [portfolioB] },
});

const portfolio = { portfolio_id: 'Portfolio, by its identifier.' };
const rebalance = { rebalance_id: 'Rebalance, by its identifier.' };

export const formBOperations = operations({
  getPortfolio: {
    method: 'get',
    path: '/portfolios/{portfolio_id}',
    tag: 'Portfolios',
    summary: 'Read a portfolio',
    description: 'Holdings, target weights, cash and the latest drift snapshot.',
    source: 'specification 2.2, 4.2; decision G2',
    parameters: portfolio,
    success: { status: 200, description: 'The portfolio.', content: [portfolioB] },
    errors: ['not_found'],
  },
  deletePortfolio: {
    method: 'delete',
    path: '/portfolios/{portfolio_id}',
    tag: 'Portfolios',
    summary: 'Delete a portfolio',
    description: 'Deletes a portfolio and ends its monitoring. Its rebalances stay readable for seven more years.',
    source: 'specification 1, 4.2, 8; decision G3',
    parameters: portfolio,
    success: { status: 200, description: 'The portfolio was deleted.', content: [deletedPortfolio] },
    errors: ['not_found', 'already_executing'],
  },
  createPlan: {
    method: 'post',
    path: '/rebalance',
    tag: 'Rebalances',
    summary: 'Plan a rebalance',
    description:
      'Makes a plan of ordered buys and sells with its estimated costs. Nothing is traded before it is executed.',
    source: 'specification 2.4, 4.2; decisions G4, G5, G9, G10',
    body: createPlanBody,
    success: { status: 201, description: 'The plan.', content: [rebalancePlan] },
    errors: PLANNING_ERRORS,
  },
  getRebalance: {
    method: 'get',
    path: '/rebalance/{rebalance_id}',
    tag: 'Rebalances',
    summary: 'Read a rebalance',
    description: 'The plan, with the current state of its orders.',
    source: 'specification 3, 4.2; decision G6',
    parameters: rebalance,
    success: { status: 200, description: 'The rebalance.', content: [rebalanceB] },
    errors: ['not_found'],
  },
  executePlan: {
    method: 'post',
    path: '/rebalance/{rebalance_id}/execute',
    tag: 'Rebalances',
    summary: 'Execute a plan',
    description: 'Routes the orders of a plan to their exchanges. Fills are announced by webhook.',
    source: 'specification 3, 4.2; decisions C3, G6, G28',
    parameters: rebalance,
    body: executePlanBody,
    success: { status: 202, description: 'The rebalance is being executed.', content: [rebalanceB] },
    errors: ['not_found', 'already_executing'],
  },
  cancelPlan: {
    method: 'delete',
    path: '/rebalance/{rebalance_id}',
    tag: 'Rebalances',
    summary: 'Cancel a plan',
    description: 'Cancels a plan that is still `plan_ready`; a rebalance in any other state is refused.',
    source: 'specification 3, 4.2; decisions C2, G6',
    parameters: rebalance,
    success: { status: 200, description: 'The plan was cancelled.', content: [rebalanceB] },
    errors: ['not_found', 'already_executing'],
  },
  getPrices: {
    method: 'get',
    path: '/prices/{isin}',
    tag: 'Prices',
    summary: 'Read prices',
    description: 'Prices of an instrument at every connected exchange that lists it.',
    source: 'specification 2.6, 4.2; decisions C4, G8',
    parameters: { isin: 'ISIN with a valid check digit.' },
    success: { status: 200, description: 'The prices.', content: [prices] },
    errors: ['not_found'],
  },
});

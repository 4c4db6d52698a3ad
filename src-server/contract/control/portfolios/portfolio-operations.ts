/** Operations of the control plane: portfolios of both forms, their lots and gains (decision L). */
import { pageQuery } from '../../fields/paging.ts';
import { operations } from '../../openapi/operation.ts';
import { deletedPortfolio } from '../../service/form-b.ts';
import { cashFlow, cashFlowList, createCashFlowBody } from './cash-flows.ts';
import { portfolioConstraints, setConstraintsBody } from './constraints.ts';
import { dividendList } from './dividends.ts';
import { gainsQuery, gainsReport, lotList, lotsQuery } from './gains.ts';
import { newPortfolioBody } from './new-portfolio.ts';
import { policy, removedPolicy, setPolicyBody } from './policies.ts';
import {
  portfolioList,
  portfolioView,
  renamePortfolioBody,
  setCashBody,
  setPositionsBody,
  setTargetsBody,
} from './portfolios.ts';
import { settlementList, settlementsQuery } from './settlements.ts';

const portfolio = { id: 'Identifier of the portfolio, of either form.' };
const flowOfPortfolio = { ...portfolio, cash_flow_id: 'Identifier of the cash flow.' };

export const portfolioOperations = operations({
  listPortfolios: {
    method: 'get',
    path: '/portfolios',
    tag: 'Portfolios',
    summary: 'List portfolios',
    description: 'Lists the portfolios of both forms and all accounts.',
    source: 'decision L4',
    query: pageQuery,
    success: { status: 200, description: 'The portfolios.', content: [portfolioList] },
  },
  createWholePortfolio: {
    method: 'post',
    path: '/portfolios',
    tag: 'Portfolios',
    summary: 'Create a whole portfolio',
    description:
      'Creates a portfolio of either form with all that it holds from the beginning: positions with tax lots, cash, ' +
      'targets, constraints and a policy. All of it happens at one instant, or none of it. It belongs to the account ' +
      '`default`.',
    source: 'decision L145',
    body: newPortfolioBody,
    success: { status: 201, description: 'The portfolio.', content: [portfolioView] },
  },
  viewPortfolio: {
    method: 'get',
    path: '/portfolios/{id}',
    tag: 'Portfolios',
    summary: 'View a portfolio',
    description: 'Returns the positions, allocation, drift, band and rebalances of a portfolio.',
    source: 'decision L4',
    parameters: portfolio,
    success: { status: 200, description: 'The portfolio.', content: [portfolioView] },
    errors: ['not_found'],
  },
  renamePortfolio: {
    method: 'patch',
    path: '/portfolios/{id}',
    tag: 'Portfolios',
    summary: 'Rename a portfolio',
    description:
      'Changes the name (Form A) or the `external_id` (Form B) of a portfolio. Its identifier does not change.',
    source: 'decision L99',
    parameters: portfolio,
    body: renamePortfolioBody,
    runsOn: false,
    success: { status: 200, description: 'The updated portfolio.', content: [portfolioView] },
    errors: ['not_found'],
  },
  removePortfolio: {
    method: 'delete',
    path: '/portfolios/{id}',
    tag: 'Portfolios',
    summary: 'Delete a portfolio',
    description:
      'Deletes a portfolio of either form and any account, as Form B deletes its own: monitoring ends, ' +
      'rebalances and records are kept.',
    source: 'decisions G3, L98',
    parameters: portfolio,
    success: { status: 200, description: 'The portfolio, which is deleted.', content: [deletedPortfolio] },
    errors: ['not_found', 'already_executing'],
  },
  setPositions: {
    method: 'post',
    path: '/portfolios/{id}/positions',
    tag: 'Portfolios',
    summary: 'Set positions',
    description: 'Replaces all positions, with tax lots if they are given.',
    source: 'decisions L5, L23',
    parameters: portfolio,
    body: setPositionsBody,
    runsOn: false,
    success: { status: 200, description: 'The updated portfolio.', content: [portfolioView] },
    errors: ['not_found', 'already_executing'],
  },
  setCash: {
    method: 'post',
    path: '/portfolios/{id}/cash',
    tag: 'Portfolios',
    summary: 'Set cash',
    description: 'Sets the cash of a portfolio.',
    source: 'decision L5',
    parameters: portfolio,
    body: setCashBody,
    runsOn: false,
    success: { status: 200, description: 'The updated portfolio.', content: [portfolioView] },
    errors: ['not_found', 'already_executing'],
  },
  setTargets: {
    method: 'post',
    path: '/portfolios/{id}/targets',
    tag: 'Portfolios',
    summary: 'Set targets',
    description: 'Replaces all targets, against which the portfolio is measured from now on.',
    source: 'decision L64',
    parameters: portfolio,
    body: setTargetsBody,
    runsOn: false,
    success: { status: 200, description: 'The updated portfolio.', content: [portfolioView] },
    errors: ['not_found', 'already_executing'],
  },
  getConstraints: {
    method: 'get',
    path: '/portfolios/{id}/constraints',
    tag: 'Portfolios',
    summary: 'Read constraints',
    description: 'Returns the constraints that every plan of a portfolio keeps.',
    source: 'decision O5',
    parameters: portfolio,
    success: { status: 200, description: 'The constraints.', content: [portfolioConstraints] },
    errors: ['not_found'],
  },
  setConstraints: {
    method: 'put',
    path: '/portfolios/{id}/constraints',
    tag: 'Portfolios',
    summary: 'Set constraints',
    description:
      'Replaces all constraints, which every plan of the portfolio keeps from now on: minimum order sizes, whole ' +
      'shares, instruments that are not sold or bought, turnover, tax on gains. An empty object removes them.',
    source: 'decision O5',
    parameters: portfolio,
    body: setConstraintsBody,
    success: { status: 200, description: 'The updated constraints.', content: [portfolioConstraints] },
    errors: ['not_found'],
  },
  createCashFlow: {
    method: 'post',
    path: '/portfolios/{id}/cash-flows',
    tag: 'Portfolios',
    summary: 'Add or withdraw cash',
    description:
      'Books a deposit, a withdrawal, a fee or interest, now or later, once or repeatedly. A cash flow that ' +
      'would take more cash than is free is refused.',
    source: 'decision O1',
    parameters: portfolio,
    body: createCashFlowBody,
    success: { status: 201, description: 'The cash flow.', content: [cashFlow] },
    errors: ['not_found'],
  },
  listCashFlows: {
    method: 'get',
    path: '/portfolios/{id}/cash-flows',
    tag: 'Portfolios',
    summary: 'List cash flows',
    description: 'Lists the past and scheduled cash flows of a portfolio.',
    source: 'decision O1',
    parameters: portfolio,
    query: pageQuery,
    success: { status: 200, description: 'The cash flows.', content: [cashFlowList] },
    errors: ['not_found'],
  },
  endCashFlow: {
    method: 'delete',
    path: '/portfolios/{id}/cash-flows/{cash_flow_id}',
    tag: 'Portfolios',
    summary: 'End a cash flow',
    description: 'Ends a cash flow: nothing more of it is booked, and what was booked remains.',
    source: 'decision O1',
    parameters: flowOfPortfolio,
    success: { status: 200, description: 'The updated cash flow.', content: [cashFlow] },
    errors: ['not_found'],
  },
  listDividends: {
    method: 'get',
    path: '/portfolios/{id}/dividends',
    tag: 'Portfolios',
    summary: 'List dividends',
    description:
      'Lists the dividends that accrued or were paid to a portfolio: gross, withheld tax with its rate and ' +
      'statute, and net.',
    source: 'decision O2',
    parameters: portfolio,
    query: pageQuery,
    success: { status: 200, description: 'The dividends.', content: [dividendList] },
    errors: ['not_found'],
  },
  listSettlements: {
    method: 'get',
    path: '/portfolios/{id}/settlements',
    tag: 'Portfolios',
    summary: 'List trades and their settlement',
    description:
      'Lists the trades of a portfolio that settle days later, including those that have settled, with the times ' +
      'at which they are due to settle and at which they did.',
    source: 'decision O4',
    parameters: portfolio,
    query: settlementsQuery,
    success: { status: 200, description: 'The trades.', content: [settlementList] },
    errors: ['not_found'],
  },
  setPolicy: {
    method: 'put',
    path: '/portfolios/{id}/policy',
    tag: 'Portfolios',
    summary: 'Set a policy',
    description:
      'Has the portfolio rebalanced without a client: at a drift, on dates, or after cash flows. Replaces any ' +
      'existing policy.',
    source: 'decision O6',
    parameters: portfolio,
    body: setPolicyBody,
    success: { status: 200, description: 'The policy.', content: [policy] },
    errors: ['not_found'],
  },
  getPolicy: {
    method: 'get',
    path: '/portfolios/{id}/policy',
    tag: 'Portfolios',
    summary: 'Read a policy',
    description: 'Returns the policy of a portfolio, what it did last and what it would do next.',
    source: 'decision O6',
    parameters: portfolio,
    success: { status: 200, description: 'The policy.', content: [policy] },
    errors: ['not_found'],
  },
  removePolicy: {
    method: 'delete',
    path: '/portfolios/{id}/policy',
    tag: 'Portfolios',
    summary: 'Remove a policy',
    description: 'Removes the policy, so that only clients rebalance the portfolio. What is under way continues.',
    source: 'decision O6',
    parameters: portfolio,
    success: { status: 200, description: 'The policy that was removed.', content: [removedPolicy] },
    errors: ['not_found'],
  },
  listLots: {
    method: 'get',
    path: '/portfolios/{id}/lots',
    tag: 'Portfolios',
    summary: 'List tax lots',
    description: 'Lists the tax lots that a portfolio holds, as JSON or as a file.',
    source: 'decisions L23, L67',
    parameters: portfolio,
    query: lotsQuery,
    success: {
      status: 200,
      description: 'The lots.',
      content: [lotList, 'text/csv'],
      headers: ['Content-Disposition'],
    },
    errors: ['not_found'],
  },
  getGains: {
    method: 'get',
    path: '/portfolios/{id}/gains',
    tag: 'Portfolios',
    summary: 'Report realised gains',
    description: 'Reports the gains and losses that a portfolio realised in a tax year, as JSON or as a file.',
    source: 'decision L23',
    parameters: portfolio,
    query: gainsQuery,
    success: {
      status: 200,
      description: 'The report.',
      content: [gainsReport, 'text/csv'],
      headers: ['Content-Disposition'],
    },
    errors: ['not_found'],
  },
});

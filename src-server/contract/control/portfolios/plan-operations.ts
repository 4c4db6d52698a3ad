/** Operations of the control plane: dry runs of Form A, and changes since a plan was made (decisions L93, L94). */

import { operations } from '../../openapi/operation.ts';
import { PLANNING_ERRORS } from '../../service/errors.ts';
import { planChangesQuery, planChangesWire, previewRebalance, releasedPlans } from '../../service/plan-changes.ts';
import { rebalanceView } from './portfolios.ts';

const portfolio = { id: 'Identifier of the portfolio, of Form A.' };

export const planOperations = operations({
  previewRebalance: {
    method: 'post',
    path: '/portfolios/{id}/rebalance-preview',
    tag: 'Rebalances',
    summary: 'Dry-run a Form A rebalance',
    description:
      'Plans, as a dry run, what the Form A request would execute. With an idempotency key the plan is held: the ' +
      'request with that key executes exactly this plan.',
    source: 'decision L94',
    parameters: portfolio,
    body: previewRebalance,
    runsOn: false,
    success: { status: 201, description: 'The dry run.', content: [rebalanceView] },
    errors: PLANNING_ERRORS,
  },
  releasePreview: {
    method: 'delete',
    path: '/portfolios/{id}/rebalance-preview',
    tag: 'Rebalances',
    summary: 'Release held plans',
    description: 'Turns the plan that is held for a portfolio into an ordinary dry run again.',
    source: 'decision L94',
    parameters: portfolio,
    runsOn: false,
    success: { status: 200, description: 'The plan that was held.', content: [releasedPlans] },
    errors: ['not_found'],
  },
  getPlanChanges: {
    method: 'get',
    path: '/rebalances/{id}/changes',
    tag: 'Rebalances',
    summary: 'List what has changed since a plan was made',
    description:
      'Compares a plan, order by order, with the plan that would be made now or with another plan of its ' +
      'portfolio. Nothing is changed, and no quota is used.',
    source: 'decision L93',
    parameters: { id: 'Identifier of the rebalance, of either form.' },
    query: planChangesQuery,
    success: { status: 200, description: 'The differences.', content: [planChangesWire] },
    errors: ['not_found'],
  },
});

import { operations } from '../../openapi/operation.ts';
import { comparePlansBody, comparison } from './compare.ts';
import { createOrderAction, orderAction } from './order-actions.ts';
import { rebalanceList, rebalancesQuery, rebalanceView } from './portfolios.ts';

const rebalance = { id: 'Identifier of the rebalance, of either form.' };

export const rebalanceOperations = operations({
  listRebalances: {
    method: 'get',
    path: '/rebalances',
    tag: 'Rebalances',
    summary: 'List rebalances',
    description: 'Lists the rebalances of both forms and all accounts.',
    source: 'decision L4',
    query: rebalancesQuery,
    success: { status: 200, description: 'The rebalances.', content: [rebalanceList] },
  },
  viewRebalance: {
    method: 'get',
    path: '/rebalances/{id}',
    tag: 'Rebalances',
    summary: 'View a rebalance',
    description: 'Returns a rebalance of either form in the format of Form B, with its explanation.',
    source: 'decision L25',
    parameters: rebalance,
    success: { status: 200, description: 'The rebalance.', content: [rebalanceView] },
    errors: ['not_found'],
  },
  cancelOpenOrders: {
    method: 'post',
    path: '/rebalances/{id}/cancel-orders',
    tag: 'Rebalances',
    summary: 'Cancel open orders',
    description: 'Asks every exchange to cancel the open orders, as the service’s support team would.',
    source: 'decision L21',
    parameters: rebalance,
    success: { status: 202, description: 'Cancellation has begun.', content: [rebalanceView] },
    errors: ['not_found', 'already_executing'],
  },
  actOnOrder: {
    method: 'post',
    path: '/orders/{id}/actions',
    tag: 'Rebalances',
    summary: 'Act on an order',
    description: 'Makes the exchange take exactly this action next on one of its working orders: fill, end or hold it.',
    source: 'decision O7',
    parameters: { id: 'Identifier of an order of a rebalance under way.' },
    body: createOrderAction,
    success: {
      status: 202,
      description: 'The action that the exchange took; its report arrives later.',
      content: [orderAction],
    },
    errors: ['not_found', 'already_executing'],
  },
  comparePlans: {
    method: 'post',
    path: '/compare',
    tag: 'Rebalances',
    summary: 'Compare plans',
    description:
      'Plans one portfolio under several settings at this instant, each with a cost budget and a gains tax budget of its ' +
      'own where it has them. Nothing is changed, and no quota is used.',
    source: 'decisions L24, L146',
    body: comparePlansBody,
    runsOn: false,
    success: { status: 200, description: 'Costs and remaining drift of each variant.', content: [comparison] },
    errors: ['not_found', 'already_executing', 'drift_below_threshold'],
  },
});

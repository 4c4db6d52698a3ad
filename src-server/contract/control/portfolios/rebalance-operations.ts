import { operations } from '../../openapi/operation.ts';
import { comparePlans, comparison } from './compare.ts';
import { createOrderAction, orderAction } from './order-actions.ts';
import { rebalanceList, rebalancesQuery, rebalanceView } from './portfolios.ts';

const rebalance = { id: 'Rebalance of either form.' };

export const rebalanceOperations = operations({
  listRebalances: {
    method: 'get',
    path: '/rebalances',
    tag: 'Rebalances',
    summary: 'List rebalances',
    description: 'Rebalances of both forms and all accounts.',
    source: 'decision L4',
    query: rebalancesQuery,
    success: { status: 200, description: 'The rebalances.', content: [rebalanceList] },
  },
  viewRebalance: {
    method: 'get',
    path: '/rebalances/{id}',
    tag: 'Rebalances',
    summary: 'Look into a rebalance',
    description: 'A rebalance of either form in the format of Form B, with its explanation.',
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
    description: 'What the service leaves to its support: asks every exchange to cancel what is open.',
    source: 'decision L21',
    parameters: rebalance,
    success: { status: 202, description: 'Cancelling has begun.', content: [rebalanceView] },
    errors: ['not_found', 'already_executing'],
  },
  actOnOrder: {
    method: 'post',
    path: '/orders/{id}/actions',
    tag: 'Rebalances',
    summary: 'Act on an order by hand',
    description: 'The exchange does exactly this with one of its working orders, next: it fills, ends or holds it.',
    source: 'decision O7',
    parameters: { id: 'An order of a rebalance under way.' },
    body: createOrderAction,
    success: { status: 202, description: 'What the exchange did; its report is on the way.', content: [orderAction] },
    errors: ['not_found', 'already_executing'],
  },
  comparePlans: {
    method: 'post',
    path: '/compare',
    tag: 'Rebalances',
    summary: 'Compare plans',
    description: 'Plans one portfolio under several settings at this instant. It changes nothing and bills nothing.',
    source: 'decision L24',
    body: comparePlans,
    success: { status: 200, description: 'What each variant would cost and leave.', content: [comparison] },
    errors: ['not_found', 'already_executing', 'drift_below_threshold'],
  },
});

import { pageQuery } from '../../fields/paging.ts';
import { operations } from '../../openapi/operation.ts';
import {
  bulkQuery,
  bulkRebalance,
  bulkRebalanceList,
  bulkRebalanceView,
  createBulkRebalance,
  executeBulkRebalance,
} from './bulk-rebalances.ts';

const bulk = { id: 'Bulk rebalance.' };
const source = 'decision P6';

export const bulkOperations = operations({
  createBulkRebalance: {
    method: 'post',
    path: '/bulk-rebalances',
    tag: 'Rebalances',
    summary: 'Rebalance many portfolios',
    description:
      'Plans each portfolio for itself at this instant, and executes the plans at a pace where that is asked for. Refusals are part of the answer of `GET`.',
    source,
    body: createBulkRebalance,
    success: { status: 202, description: 'Planning has begun; with `wait` it is over.', content: [bulkRebalance] },
  },
  listBulkRebalances: {
    method: 'get',
    path: '/bulk-rebalances',
    tag: 'Rebalances',
    summary: 'List bulk rebalances',
    description: 'Bulk rebalances of this world, newest first.',
    source,
    query: pageQuery,
    success: { status: 200, description: 'The bulk rebalances.', content: [bulkRebalanceList] },
  },
  viewBulkRebalance: {
    method: 'get',
    path: '/bulk-rebalances/{id}',
    tag: 'Rebalances',
    summary: 'Look into a bulk rebalance',
    description: 'How far it is, its totals, its refusals, and its portfolios, a page at a time.',
    source,
    parameters: bulk,
    query: bulkQuery,
    success: { status: 200, description: 'The bulk rebalance.', content: [bulkRebalanceView] },
    errors: ['not_found'],
  },
  executeBulkRebalance: {
    method: 'post',
    path: '/bulk-rebalances/{id}/execute',
    tag: 'Rebalances',
    summary: 'Execute a planned bulk rebalance',
    description: 'Starts the plans that wait, one after the other at its pace.',
    source,
    parameters: bulk,
    body: executeBulkRebalance,
    success: { status: 202, description: 'Execution has begun.', content: [bulkRebalance] },
    errors: ['not_found', 'already_executing'],
  },
  stopBulkRebalance: {
    method: 'delete',
    path: '/bulk-rebalances/{id}',
    tag: 'Rebalances',
    summary: 'Stop a bulk rebalance',
    description: 'Cancels the plans that were not started; what was started goes on.',
    source,
    parameters: bulk,
    success: { status: 200, description: 'It is stopped.', content: [bulkRebalance] },
    errors: ['not_found'],
  },
});

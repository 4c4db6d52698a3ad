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

const bulk = { id: 'Identifier of the bulk rebalance.' };
const source = 'decision P6';

export const bulkOperations = operations({
  createBulkRebalance: {
    method: 'post',
    path: '/bulk-rebalances',
    tag: 'Rebalances',
    summary: 'Rebalance many portfolios',
    description:
      'Plans each portfolio separately at this instant and, if requested, executes the plans at a given pace. ' +
      'Refusals are part of the response to `GET`.',
    source,
    body: createBulkRebalance,
    success: { status: 202, description: 'Planning has begun; with `wait`, it has ended.', content: [bulkRebalance] },
  },
  listBulkRebalances: {
    method: 'get',
    path: '/bulk-rebalances',
    tag: 'Rebalances',
    summary: 'List bulk rebalances',
    description: 'Lists the bulk rebalances of this world, newest first.',
    source,
    query: pageQuery,
    success: { status: 200, description: 'The bulk rebalances.', content: [bulkRebalanceList] },
  },
  viewBulkRebalance: {
    method: 'get',
    path: '/bulk-rebalances/{id}',
    tag: 'Rebalances',
    summary: 'View a bulk rebalance',
    description: 'Returns the progress, totals and refusals of a bulk rebalance, and its portfolios page by page.',
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
    description: 'Starts the waiting plans one after another at the set pace.',
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
    description: 'Cancels the plans that have not been started; those already started continue.',
    source,
    parameters: bulk,
    success: { status: 200, description: 'The bulk rebalance, which is stopped.', content: [bulkRebalance] },
    errors: ['not_found'],
  },
});

import { operations } from '../../openapi/operation.ts';
import { faultCoverage } from '../http-faults/fault-coverage.ts';
import { createFault, endedFaults, faultList, faultsQuery, faultView, listFaultsQuery } from './faults.ts';

export const faultOperations = operations({
  listFaults: {
    method: 'get',
    path: '/faults',
    tag: 'Faults',
    summary: 'List faults',
    description:
      'Lists every fault that was set, whether or not it is over. `unmet=true` lists those without hits, ' +
      'with the closest requests.',
    source: 'decisions L17, L39',
    query: listFaultsQuery,
    success: { status: 200, description: 'The faults.', content: [faultList] },
  },
  setFault: {
    method: 'post',
    path: '/faults',
    tag: 'Faults',
    summary: 'Set a fault',
    description: 'Injects a failure on purpose: in the market, between the service and its clients, or in webhooks.',
    source: 'decisions L17, L39, L42',
    body: createFault,
    success: { status: 201, description: 'The fault.', content: [faultView] },
  },
  endAllFaults: {
    method: 'delete',
    path: '/faults',
    tag: 'Faults',
    summary: 'End all faults',
    description: 'Ends all faults that are scheduled or active.',
    source: 'decisions L17, L39',
    query: faultsQuery,
    success: { status: 200, description: 'The faults that were ended.', content: [endedFaults] },
  },
  getFaultCoverage: {
    method: 'get',
    path: '/faults/coverage',
    tag: 'Faults',
    summary: 'Read which faults had hits',
    description: 'Returns which kinds of fault hit clients and receivers of webhooks, and what each did in response.',
    source: 'decision L45',
    success: { status: 200, description: 'The coverage.', content: [faultCoverage] },
  },
  endFault: {
    method: 'delete',
    path: '/faults/{id}',
    tag: 'Faults',
    summary: 'End a fault',
    description: 'Ends a fault now and releases the requests that it holds.',
    source: 'decisions L17, L39',
    parameters: { id: 'Identifier of the fault to end.' },
    success: { status: 200, description: 'The updated fault.', content: [faultView] },
    errors: ['not_found'],
  },
});

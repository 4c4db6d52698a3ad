import { operations } from '../../openapi/operation.ts';
import { interfaceFaultView } from './http-faults.ts';
import { createStub, endedStubs, stubList, stubsQuery } from './stubs.ts';

export const stubOperations = operations({
  listStubs: {
    method: 'get',
    path: '/stubs',
    tag: 'Faults',
    summary: 'List stubs',
    description:
      'Every stub that was set, in the order in which a request meets them; those that are over come last. `unmet=true` lists those that were never met, with what came closest.',
    source: 'decisions L40, R1',
    query: stubsQuery,
    success: { status: 200, description: 'The stubs.', content: [stubList] },
  },
  setStub: {
    method: 'post',
    path: '/stubs',
    tag: 'Faults',
    summary: 'Set a stub',
    description:
      'Answers requests in place of the service: with any status, headers and body, as a gateway before it would. Of several that match, the one of the highest `priority` answers, and then the newest.',
    source: 'decisions L40, R1',
    body: createStub,
    success: { status: 201, description: 'The stub.', content: [interfaceFaultView] },
  },
  endAllStubs: {
    method: 'delete',
    path: '/stubs',
    tag: 'Faults',
    summary: 'End all stubs',
    description: 'Ends every stub that is scheduled or active; other faults stay.',
    source: 'decision R1',
    success: { status: 200, description: 'What was ended.', content: [endedStubs] },
  },
  endStub: {
    method: 'delete',
    path: '/stubs/{id}',
    tag: 'Faults',
    summary: 'End a stub',
    description: 'The service answers by itself again.',
    source: 'decision R1',
    parameters: { id: 'Stub to end.' },
    success: { status: 200, description: 'The stub as it is now.', content: [interfaceFaultView] },
    errors: ['not_found'],
  },
});

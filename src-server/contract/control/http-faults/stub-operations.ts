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
      'Lists every stub that was set, in the order in which a request meets them; those that have ended are last. `unmet=true` lists those that were never hit, with the closest requests.',
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
      'Responds to requests in place of the service: with any status, headers and body, as a gateway in front of it would. Of several that match, the one with the highest `priority` responds; at the same priority, the newest.',
    source: 'decisions L40, R1',
    body: createStub,
    bodyReading: 'large',
    runsOn: false,
    success: { status: 201, description: 'The stub.', content: [interfaceFaultView] },
  },
  endAllStubs: {
    method: 'delete',
    path: '/stubs',
    tag: 'Faults',
    summary: 'End all stubs',
    description: 'Ends every stub that is scheduled or active; other faults remain.',
    source: 'decision R1',
    runsOn: false,
    success: { status: 200, description: 'The stubs that were ended.', content: [endedStubs] },
  },
  endStub: {
    method: 'delete',
    path: '/stubs/{id}',
    tag: 'Faults',
    summary: 'End a stub',
    description: 'Ends the stub: the service itself responds again.',
    source: 'decision R1',
    parameters: { id: 'Stub to end.' },
    runsOn: false,
    success: { status: 200, description: 'The stub as it is now.', content: [interfaceFaultView] },
    errors: ['not_found'],
  },
});

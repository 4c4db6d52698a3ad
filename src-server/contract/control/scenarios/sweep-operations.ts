/** The control plane: sweeps, each a scenario with many seeds and values (decisions K87 to K89). */

import { serverOperations } from '../../openapi/operation.ts';
import { startSweep, sweep, sweepFacts, sweepList, sweepQuery } from './sweeps.ts';

const identified = { id: 'Sweep, by its identifier.' };

export const sweepOperations = serverOperations({
  listSweeps: {
    method: 'get',
    path: '/sweeps',
    tag: 'Scenarios',
    summary: 'List sweeps',
    description: 'The latest five. With `--data` they are there after a restart, and those that had not ended go on.',
    source: 'decision K88',
    success: { status: 200, description: 'The sweeps.', content: [sweepList] },
  },
  startSweep: {
    method: 'post',
    path: '/sweeps',
    tag: 'Scenarios',
    summary: 'Sweep a scenario',
    description:
      'Plays it with many seeds, and every combination of varied values, on threads beside the world that is served. One ' +
      'sweep at a time: the next waits for its turn.',
    source: 'decision K87',
    body: startSweep,
    success: { status: 202, description: 'The sweep.', content: [sweepFacts] },
    errors: ['not_found'],
  },
  getSweep: {
    method: 'get',
    path: '/sweeps/{id}',
    tag: 'Scenarios',
    summary: 'A sweep',
    description: 'How far it is, what its figures come to by now, and the runs that lie furthest out.',
    source: 'decision K88',
    parameters: identified,
    query: sweepQuery,
    success: { status: 200, description: 'The sweep.', content: [sweep] },
    errors: ['not_found'],
  },
  stopSweep: {
    method: 'delete',
    path: '/sweeps/{id}',
    tag: 'Scenarios',
    summary: 'Stop a sweep',
    description: 'What is over stays. One that has ended stays as it is.',
    source: 'decision K89',
    parameters: identified,
    success: { status: 200, description: 'The sweep.', content: [sweepFacts] },
    errors: ['not_found'],
  },
});

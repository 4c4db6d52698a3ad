/** Operations of the control plane: sweeps, each a scenario with many seeds and values (decisions K87 to K89). */

import { serverOperations } from '../../openapi/operation.ts';
import { startSweep, sweep, sweepFacts, sweepList, sweepQuery } from './sweeps.ts';

const identified = { id: 'Identifier of the sweep.' };

export const sweepOperations = serverOperations({
  listSweeps: {
    method: 'get',
    path: '/sweeps',
    tag: 'Scenarios',
    summary: 'List sweeps',
    description:
      'Lists the latest five sweeps. With `--data` they survive a restart, and those that had not ended continue.',
    source: 'decision K88',
    success: { status: 200, description: 'The sweeps.', content: [sweepList] },
  },
  startSweep: {
    method: 'post',
    path: '/sweeps',
    tag: 'Scenarios',
    summary: 'Sweep a scenario',
    description:
      'Runs a scenario with many seeds, and every combination of varied values, on threads beside the served ' +
      'world. Sweeps run one at a time: the next waits for its turn.',
    source: 'decision K87',
    body: startSweep,
    success: { status: 202, description: 'The sweep.', content: [sweepFacts] },
    errors: ['not_found'],
  },
  getSweep: {
    method: 'get',
    path: '/sweeps/{id}',
    tag: 'Scenarios',
    summary: 'Read a sweep',
    description: 'Returns the progress of a sweep, its figures so far, and the runs with the most extreme values.',
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
    description: 'Stops a sweep. Runs that are over are kept. A sweep that has already ended does not change.',
    source: 'decision K89',
    parameters: identified,
    success: { status: 200, description: 'The sweep.', content: [sweepFacts] },
    errors: ['not_found'],
  },
});

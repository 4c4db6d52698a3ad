/** Operations of the control plane: lab runs, which compare policies over years (decisions P1 to P3). */
import { serverOperations } from '../../openapi/operation.ts';
import { labLifeQuery, labRun, labRunFacts, labRunList, startLabRun } from './lab-runs.ts';

const identified = { id: 'Identifier of the lab run.' };

export const labOperations = serverOperations({
  listLabRuns: {
    method: 'get',
    path: '/lab-runs',
    tag: 'Lab',
    summary: 'List lab runs',
    description:
      'Lists the latest five lab runs. With `--data` they are kept after a restart, and those that had not ended ' +
      'continue.',
    source: 'decision P1',
    success: { status: 200, description: 'The lab runs.', content: [labRunList] },
  },
  startLabRun: {
    method: 'post',
    path: '/lab-runs',
    tag: 'Lab',
    summary: 'Compare policies',
    description:
      'Simulates every portfolio under every policy on every path of prices, on threads separate from the ' +
      'served world. All ' +
      'policies use the same paths. Only one run executes at a time: the next one waits for its turn, and so do ' +
      'sweeps.',
    source: 'decision P1',
    body: startLabRun,
    bodyReading: 'large',
    success: { status: 202, description: 'The lab run.', content: [labRunFacts] },
    errors: ['not_found'],
  },
  getLabRun: {
    method: 'get',
    path: '/lab-runs/{id}',
    tag: 'Lab',
    summary: 'Read a lab run',
    description:
      'Returns the progress of a lab run and the results of its policies so far, with confidence intervals and ' +
      'paired differences.',
    source: 'decision P2',
    parameters: identified,
    success: { status: 200, description: 'The lab run.', content: [labRun] },
    errors: ['not_found'],
  },
  stopLabRun: {
    method: 'delete',
    path: '/lab-runs/{id}',
    tag: 'Lab',
    summary: 'Stop a lab run',
    description: 'Stops a lab run. Simulations that are over are kept. A run that has ended does not change.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The lab run.', content: [labRunFacts] },
    errors: ['not_found'],
  },
  getLabRunCsv: {
    method: 'get',
    path: '/lab-runs/{id}/results.csv',
    tag: 'Lab',
    summary: 'Export the results of a lab run as CSV',
    description: 'Returns one row for each simulation that is over, with its seed, portfolio, policy and measures.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The table.', content: ['text/csv'], headers: ['Content-Disposition'] },
    errors: ['not_found'],
  },
  getLabScenario: {
    method: 'get',
    path: '/lab-runs/{id}/scenario.yaml',
    tag: 'Lab',
    summary: 'Export a simulation of a lab run as a scenario',
    description:
      'Returns a scenario that simulates one portfolio under one policy on one path in full, with exchanges and ' +
      'fills: rebalances ' +
      'happen at the instants and for the reasons of that simulation. Not available for a simulation on loaded prices.',
    source: 'decision P3',
    parameters: identified,
    query: labLifeQuery,
    success: { status: 200, description: 'A scenario file.', content: ['text/yaml'], headers: ['Content-Disposition'] },
    errors: ['not_found'],
  },
  getLabRunReport: {
    method: 'get',
    path: '/lab-runs/{id}/report.html',
    tag: 'Lab',
    summary: 'Read the report of a lab run',
    description:
      'Returns a page to read and to print: the frontier, the policies with their intervals, and the methods.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The page.', content: ['text/html'] },
    errors: ['not_found'],
  },
});

/** The control plane: lab runs, which compare policies over years (decisions P1 to P3). */
import { serverOperations } from '../../openapi/operation.ts';
import { labLifeQuery, labRun, labRunFacts, labRunList, startLabRun } from './lab-runs.ts';

const identified = { id: 'Lab run, by its identifier.' };

export const labOperations = serverOperations({
  listLabRuns: {
    method: 'get',
    path: '/lab-runs',
    tag: 'Lab',
    summary: 'List lab runs',
    description: 'The latest five. With `--data` they are there after a restart, and those that had not ended go on.',
    source: 'decision P1',
    success: { status: 200, description: 'The lab runs.', content: [labRunList] },
  },
  startLabRun: {
    method: 'post',
    path: '/lab-runs',
    tag: 'Lab',
    summary: 'Compare policies',
    description:
      'Plays every portfolio under every policy on every path of prices, on threads beside the world that is served. All ' +
      'policies meet the same paths. One run at a time: the next waits for its turn, and so do sweeps.',
    source: 'decision P1',
    body: startLabRun,
    success: { status: 202, description: 'The lab run.', content: [labRunFacts] },
    errors: ['not_found'],
  },
  getLabRun: {
    method: 'get',
    path: '/lab-runs/{id}',
    tag: 'Lab',
    summary: 'A lab run',
    description:
      'How far it is, and what the policies came to by now, with confidence intervals and paired differences.',
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
    description: 'What is over stays. One that has ended stays as it is.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The lab run.', content: [labRunFacts] },
    errors: ['not_found'],
  },
  getLabRunCsv: {
    method: 'get',
    path: '/lab-runs/{id}/results.csv',
    tag: 'Lab',
    summary: 'Results of a lab run as CSV',
    description: 'One row for each life that is over, with its seed, portfolio, policy and measures.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The table.', content: ['text/csv'], headers: ['Content-Disposition'] },
    errors: ['not_found'],
  },
  getLabScenario: {
    method: 'get',
    path: '/lab-runs/{id}/scenario.yaml',
    tag: 'Lab',
    summary: 'A life of a lab run as a scenario',
    description:
      'Plays one portfolio under one policy on one path in full, with exchanges and fills: rebalances come at the instants ' +
      'and for the reasons of that life. A life on loaded prices is not written.',
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
    summary: 'Report of a lab run',
    description: 'A page to read and to print: the frontier, the policies with their intervals, and the methods.',
    source: 'decision P1',
    parameters: identified,
    success: { status: 200, description: 'The page.', content: ['text/html'] },
    errors: ['not_found'],
  },
});

/** The control plane: scenarios of a folder, each played in a world of its own (decisions K76 to K79). */

import { operations } from '../../openapi/operation.ts';
import { scenarioList, scenarioRun, scenarioRunCharts, scenarioRunQuery, startScenarioRun } from './scenario-runs.ts';

const identified = { id: 'Run, by its identifier.' };

export const scenarioOperations = operations({
  listScenarios: {
    method: 'get',
    path: '/scenarios',
    tag: 'Scenarios',
    summary: 'List scenarios',
    description: 'Those of the folder of `serve --scenarios`, or of the library that comes with Ballast.',
    source: 'decision K76',
    success: { status: 200, description: 'The scenarios.', content: [scenarioList] },
  },
  startScenarioRun: {
    method: 'post',
    path: '/scenario-runs',
    tag: 'Scenarios',
    summary: 'Play a scenario',
    description:
      'Plays a scenario in a world of its own, on a thread of its own: the served world does not change. Runs begin in ' +
      'the order of their requests; the latest 20 are stored for as long as the server runs.',
    source: 'decisions K77, K78',
    body: startScenarioRun,
    success: { status: 202, description: 'The run.', content: [scenarioRun] },
    errors: ['not_found'],
  },
  getScenarioRun: {
    method: 'get',
    path: '/scenario-runs/{id}',
    tag: 'Scenarios',
    summary: 'A run of a scenario',
    description: 'How far it has come; once it has ended, what came of it.',
    source: 'decision K78',
    parameters: identified,
    query: scenarioRunQuery,
    success: { status: 200, description: 'The run.', content: [scenarioRun] },
    errors: ['not_found'],
  },
  getScenarioRunCharts: {
    method: 'get',
    path: '/scenario-runs/{id}/charts',
    tag: 'Scenarios',
    summary: 'The curves of a run',
    description:
      'Value, drift, costs, fills and deliveries over virtual time, as in the report of `ballast replay --html`.',
    source: 'decision K78',
    parameters: identified,
    success: { status: 200, description: 'The curves.', content: [scenarioRunCharts] },
    errors: ['not_found'],
  },
  stopScenarioRun: {
    method: 'delete',
    path: '/scenario-runs/{id}',
    tag: 'Scenarios',
    summary: 'Stop a run',
    description:
      'It ends after the step that is under way, which may take a moment. One that has ended stays as it is.',
    source: 'decision K79',
    parameters: identified,
    success: { status: 200, description: 'The run.', content: [scenarioRun] },
    errors: ['not_found'],
  },
});

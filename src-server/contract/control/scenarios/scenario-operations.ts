/** Operations of the control plane: scenarios of a folder, each run in a separate world (decisions K76 to K79). */

import { serverOperations } from '../../openapi/operation.ts';
import { savedScenario } from './save-scenario.ts';
import { removedScenario, renameScenario, scenarioTextWire } from './scenario-files.ts';
import { scenarioList, scenarioRun, scenarioRunCharts, scenarioRunQuery, startScenarioRun } from './scenario-runs.ts';

const identified = { id: 'Identifier of the run.' };
const named = { file: 'File of the scenario as listed, percent-encoded: `rebalancing%2Ffirst-rebalance.yaml`.' };

export const scenarioOperations = serverOperations({
  listScenarios: {
    method: 'get',
    path: '/scenarios',
    tag: 'Scenarios',
    summary: 'List scenarios',
    description:
      'Lists the scenarios in the folder of `serve --scenarios`, or in the library that comes with Ballast; in the ' +
      "app, also the user's own.",
    source: 'decision K76',
    success: { status: 200, description: 'The scenarios.', content: [scenarioList] },
  },
  getScenario: {
    method: 'get',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'Read the text of a scenario',
    description: 'Returns the current text of the file, and the values that may be varied.',
    source: 'decision K114',
    parameters: named,
    success: { status: 200, description: 'The scenario.', content: [scenarioTextWire] },
    errors: ['not_found'],
  },
  renameScenario: {
    method: 'patch',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'Rename a scenario of your own',
    description: 'Renames the scenario with its golden log and its saved world. No existing file is replaced.',
    source: 'decision K114',
    parameters: named,
    body: renameScenario,
    success: { status: 200, description: 'The renamed scenario.', content: [savedScenario] },
    errors: ['not_found'],
  },
  deleteScenario: {
    method: 'delete',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'Delete a scenario of your own',
    description:
      'Deletes the scenario with its golden log and its saved world. One that was opened is taken off the list; no file ' +
      'is deleted. The latest five can be restored while the server runs.',
    source: 'decision K114',
    parameters: named,
    success: { status: 200, description: 'The deleted scenario.', content: [removedScenario] },
    errors: ['not_found'],
  },
  restoreScenario: {
    method: 'post',
    path: '/scenarios/{file}/restore',
    tag: 'Scenarios',
    summary: 'Restore a deleted scenario',
    description: 'Restores the scenario with everything that was deleted with it. No existing file is replaced.',
    source: 'decision K114',
    parameters: named,
    success: { status: 201, description: 'The restored scenario.', content: [savedScenario] },
    errors: ['not_found'],
  },
  startScenarioRun: {
    method: 'post',
    path: '/scenario-runs',
    tag: 'Scenarios',
    summary: 'Run a scenario',
    description:
      'Runs a scenario in a world of its own, on a thread of its own: the served world does not change. Runs start ' +
      'in the order of their requests; the latest 20 are stored for as long as the server runs.',
    source: 'decisions K77, K78',
    body: startScenarioRun,
    success: { status: 202, description: 'The run.', content: [scenarioRun] },
    errors: ['not_found'],
  },
  getScenarioRun: {
    method: 'get',
    path: '/scenario-runs/{id}',
    tag: 'Scenarios',
    summary: 'Read a run of a scenario',
    description: 'Returns the progress of a run and, once it has ended, its result.',
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
    summary: 'Read the charts of a run',
    description:
      'Returns value, drift, costs, fills and deliveries over virtual time, as in the report of `ballast replay ' +
      '--html`.',
    source: 'decision K78',
    parameters: identified,
    success: { status: 200, description: 'The charts.', content: [scenarioRunCharts] },
    errors: ['not_found'],
  },
  stopScenarioRun: {
    method: 'delete',
    path: '/scenario-runs/{id}',
    tag: 'Scenarios',
    summary: 'Stop a run',
    description:
      'Ends the run after the current step, which may take a moment. A run that has already ended does not change.',
    source: 'decision K79',
    parameters: identified,
    success: { status: 200, description: 'The run.', content: [scenarioRun] },
    errors: ['not_found'],
  },
});

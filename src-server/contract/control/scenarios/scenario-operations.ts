/** The control plane: scenarios of a folder, each played in a world of its own (decisions K76 to K79). */

import { serverOperations } from '../../openapi/operation.ts';
import { savedScenario } from './save-scenario.ts';
import { removedScenario, renameScenario, scenarioText } from './scenario-files.ts';
import { scenarioList, scenarioRun, scenarioRunCharts, scenarioRunQuery, startScenarioRun } from './scenario-runs.ts';

const identified = { id: 'Run, by its identifier.' };
const named = { file: 'The scenario as it is listed, percent-encoded: `rebalancing%2Ffirst-rebalance.yaml`.' };

export const scenarioOperations = serverOperations({
  listScenarios: {
    method: 'get',
    path: '/scenarios',
    tag: 'Scenarios',
    summary: 'List scenarios',
    description:
      "Those of the folder of `serve --scenarios`, or of the library that comes with Ballast; in the app, the user's own beside them.",
    source: 'decision K76',
    success: { status: 200, description: 'The scenarios.', content: [scenarioList] },
  },
  getScenario: {
    method: 'get',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'The text of a scenario',
    description: 'The file as it is now, and which of its values may be varied.',
    source: 'decision K114',
    parameters: named,
    success: { status: 200, description: 'The scenario.', content: [scenarioText] },
    errors: ['not_found'],
  },
  renameScenario: {
    method: 'patch',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'Rename a scenario of your own',
    description: 'Its golden log and its saved world get the new name, too. Nothing is replaced.',
    source: 'decision K114',
    parameters: named,
    body: renameScenario,
    success: { status: 200, description: 'What it is called now.', content: [savedScenario] },
    errors: ['not_found'],
  },
  deleteScenario: {
    method: 'delete',
    path: '/scenarios/{file}',
    tag: 'Scenarios',
    summary: 'Delete a scenario of your own',
    description: 'Its golden log and its saved world go, too. The latest five can be restored while the server runs.',
    source: 'decision K114',
    parameters: named,
    success: { status: 200, description: 'What was removed.', content: [removedScenario] },
    errors: ['not_found'],
  },
  restoreScenario: {
    method: 'post',
    path: '/scenarios/{file}/restore',
    tag: 'Scenarios',
    summary: 'Restore a deleted scenario',
    description: 'With everything that was deleted with it. Nothing is replaced.',
    source: 'decision K114',
    parameters: named,
    success: { status: 201, description: 'What was written.', content: [savedScenario] },
    errors: ['not_found'],
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

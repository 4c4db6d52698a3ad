/** Operations of the control plane: recordings of actions, as scenarios (decisions K50 to K54). */

import { operations } from '../../openapi/operation.ts';
import { openedScenario, openScenario } from './open-scenario.ts';
import {
  deletedRecording,
  recording,
  recordingFileQuery,
  recordingList,
  scenarioQuery,
  startRecording,
} from './recordings.ts';
import { savedScenario, saveScenarioBody } from './save-scenario.ts';

const identified = { id: 'Identifier of the recording.' };
const ATTACHED = ['Content-Disposition'] as const;

export const recordingOperations = operations({
  listRecordings: {
    method: 'get',
    path: '/recordings',
    tag: 'Records',
    summary: 'List recordings',
    description: 'Lists recordings in progress and recordings that have ended.',
    source: 'decision K50',
    success: { status: 200, description: 'The recordings.', content: [recordingList] },
  },
  startRecording: {
    method: 'post',
    path: '/recordings',
    tag: 'Records',
    summary: 'Start a recording',
    description:
      'Records from now on, or from the beginning of the world. At most 20 recordings are stored. A recording ends ' +
      'after 10 000 requests, when its scenario would exceed 5 MB, and when the world is reset or restored.',
    source: 'decisions K50, K52',
    body: startRecording,
    runsOn: false,
    success: { status: 201, description: 'The recording that was started.', content: [recording] },
  },
  stopRecording: {
    method: 'post',
    path: '/recordings/{id}/stop',
    tag: 'Records',
    summary: 'Stop a recording',
    description: 'Ends the scenario at this instant. A recording that has already ended does not change.',
    source: 'decision K50',
    parameters: identified,
    runsOn: false,
    success: { status: 200, description: 'The recording that was stopped.', content: [recording] },
    errors: ['not_found'],
  },
  deleteRecording: {
    method: 'delete',
    path: '/recordings/{id}',
    tag: 'Records',
    summary: 'Delete a recording',
    description: 'Deletes a recording. A recording in progress ends without a scenario.',
    source: 'decision K50',
    parameters: identified,
    runsOn: false,
    success: { status: 200, description: 'The recording was deleted.', content: [deletedRecording] },
    errors: ['not_found'],
  },
  getRecordedScenario: {
    method: 'get',
    path: '/recordings/{id}/scenario.yaml',
    tag: 'Records',
    summary: 'Download the scenario of a recording',
    description:
      'Returns a scenario whose replay writes the same event log, down to the last hash. For a recording in ' +
      'progress, it covers what has been recorded so far.',
    source: 'decisions K51 to K54',
    parameters: identified,
    query: scenarioQuery,
    success: { status: 200, description: 'A scenario file.', content: ['text/yaml'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getRecordedGolden: {
    method: 'get',
    path: '/recordings/{id}/golden.ndjson',
    tag: 'Records',
    summary: 'Download the golden log of a recording',
    description:
      'Returns the event log from the beginning of the world to the end of the recording, as canonical JSON lines.',
    source: 'decision K51',
    parameters: identified,
    query: recordingFileQuery,
    success: { status: 200, description: 'A golden log.', content: ['application/x-ndjson'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getRecordedStart: {
    method: 'get',
    path: '/recordings/{id}/start.db',
    tag: 'Records',
    summary: 'Download the world that a recording starts from',
    description:
      'Returns the saved world that the scenario starts from, if `needs_start` is true. It contains no secrets of ' +
      'the world.',
    source: 'decision K52',
    parameters: identified,
    query: recordingFileQuery,
    success: { status: 200, description: 'A saved world.', content: ['application/octet-stream'], headers: ATTACHED },
    errors: ['not_found'],
  },
  saveScenario: {
    access: 'server',
    method: 'post',
    path: '/scenarios',
    tag: 'Scenarios',
    summary: 'Save a recording or a text as a scenario',
    description:
      'Writes a text, or a recording with its golden log and, if needed, its saved world, to the folder of ' +
      '`serve --scenarios`. The ' +
      'library that comes with Ballast is not written to.',
    source: 'decision K85',
    body: saveScenarioBody,
    success: { status: 201, description: 'The saved scenario.', content: [savedScenario] },
    errors: ['not_found'],
  },
  openScenario: {
    access: 'server',
    method: 'post',
    path: '/opened-scenarios',
    tag: 'Scenarios',
    summary: 'Open a scenario',
    description:
      'Adds a text or a recording to the scenarios, so that it can be run and swept for as long as the server ' +
      'runs; nothing is written to the folder of scenarios. The latest 20 are stored.',
    source: 'decision K84',
    body: openScenario,
    success: { status: 201, description: 'The opened scenario.', content: [openedScenario] },
    errors: ['not_found'],
  },
});

/** The control plane: stretches of what was done, as scenarios (decisions K50 to K54). */

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
import { savedScenario, saveScenario } from './save-scenario.ts';

const identified = { id: 'Recording, by its identifier.' };
const ATTACHED = ['Content-Disposition'] as const;

export const recordingOperations = operations({
  listRecordings: {
    method: 'get',
    path: '/recordings',
    tag: 'Records',
    summary: 'List recordings',
    description: 'Those that go on and those that have ended.',
    source: 'decision K50',
    success: { status: 200, description: 'The recordings.', content: [recordingList] },
  },
  startRecording: {
    method: 'post',
    path: '/recordings',
    tag: 'Records',
    summary: 'Record',
    description:
      'From now on, or from the beginning of the world. At most 20 recordings are stored; each ends after 10 000 requests ' +
      'or where its scenario would be larger than 5 MB, and where the world is reset or restored.',
    source: 'decisions K50, K52',
    body: startRecording,
    success: { status: 201, description: 'What is recorded now.', content: [recording] },
  },
  stopRecording: {
    method: 'post',
    path: '/recordings/{id}/stop',
    tag: 'Records',
    summary: 'Stop recording',
    description: 'The scenario ends at this instant. One that has ended stays as it is.',
    source: 'decision K50',
    parameters: identified,
    success: { status: 200, description: 'What was recorded.', content: [recording] },
    errors: ['not_found'],
  },
  deleteRecording: {
    method: 'delete',
    path: '/recordings/{id}',
    tag: 'Records',
    summary: 'Delete a recording',
    description: 'A recording under way ends without a scenario.',
    source: 'decision K50',
    parameters: identified,
    success: { status: 200, description: 'It is gone.', content: [deletedRecording] },
    errors: ['not_found'],
  },
  getRecordedScenario: {
    method: 'get',
    path: '/recordings/{id}/scenario.yaml',
    tag: 'Records',
    summary: 'The recording as a scenario',
    description:
      'A replay of it writes the same event log to the last hash. A recording under way has it as far as it has come.',
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
    summary: 'The golden log of a recording',
    description: 'The event log from the beginning of the world to the end of the recording, as canonical JSON lines.',
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
    summary: 'The world that a recording begins from',
    description: 'Where `needs_start` says so. No secret of the world is in it.',
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
    summary: 'Keep a recording as a scenario',
    description:
      'Writes scenario, golden log and, where it is needed, saved world into the folder of `serve --scenarios`. The ' +
      'library that comes with Ballast is not written to.',
    source: 'decision K85',
    body: saveScenario,
    success: { status: 201, description: 'What was written.', content: [savedScenario] },
    errors: ['not_found'],
  },
  openScenario: {
    access: 'server',
    method: 'post',
    path: '/opened-scenarios',
    tag: 'Scenarios',
    summary: 'Open a scenario',
    description:
      'A text, or a recording, is among the scenarios and can be played and swept for as long as the server runs; nothing ' +
      'is written into their folder. The latest 20 are stored.',
    source: 'decision K84',
    body: openScenario,
    success: { status: 201, description: 'What it is called there.', content: [openedScenario] },
    errors: ['not_found'],
  },
});

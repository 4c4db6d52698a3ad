/** Commands about recordings, and where their files are. Each call throws ApiError. */
import type { RecordingList, RecordingWire } from '../../src-server/contract/control/scenarios/recordings.ts';
import type { SavedScenario } from '../../src-server/contract/control/scenarios/save-scenario.ts';
import { getJson, sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** Records from now on, or from the beginning of the world (`StartRecording`). */
export function startRecording(body: FormBody): Promise<RecordingWire> {
  return sendJson('POST', '/sim/recordings', { body });
}

/** Ends a recording at this instant of virtual time. */
export function stopRecording(recordingId: string): Promise<RecordingWire> {
  return sendJson('POST', `${recordingPath(recordingId)}/stop`);
}

/** Those that were going on, the latest first. */
export async function stopEveryRecording(): Promise<RecordingWire[]> {
  const { recordings } = await getJson<RecordingList>('/sim/recordings');
  const underWay = recordings.filter(({ status }) => status === 'recording').reverse();
  return Promise.all(underWay.map(({ recording_id: id }) => stopRecording(id)));
}

export function deleteRecording(recordingId: string): Promise<unknown> {
  return sendJson('DELETE', recordingPath(recordingId));
}

/** Keeps a recording in the folder of scenarios (`SaveScenario`). 400 for a name that is taken, unless it is to be replaced. */
export function saveScenario(body: FormBody): Promise<SavedScenario> {
  return sendJson('POST', '/sim/scenarios', { body });
}

/** `name`: what it is called as a file, without its ending; the scenario knows the saved world beside it by that, too. */
export function recordedFilePath(
  recordingId: string,
  file: 'scenario.yaml' | 'golden.ndjson' | 'start.db',
  name: string,
): string {
  return `${recordingPath(recordingId)}/${file}?${new URLSearchParams({ name })}`;
}

function recordingPath(recordingId: string): string {
  return `/sim/recordings/${encodeURIComponent(recordingId)}`;
}

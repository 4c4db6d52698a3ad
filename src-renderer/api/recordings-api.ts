/** Recordings, and the paths of their files. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { ask, controlQuery } from './api-client.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 1_000;

export const recordingsQuery = controlQuery(KEYS.recordings, 'GET /recordings');

export const useRecordings = () =>
  useQuery({
    ...recordingsQuery,
    refetchInterval: ({ state }) =>
      state.data?.recordings.some(({ status }) => status === 'recording') ? REFRESH_MS : false,
  });

/** The text of a recording that has ended, which does not change any more. */
export const useRecordedScenario = (id: string, name: string) =>
  useQuery({
    ...controlQuery(KEYS.recordedScenario(id), 'GET /recordings/{id}/scenario.yaml', {
      params: { id },
      query: { name },
      as: 'text',
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Records from now on, or from the beginning of the world. */
export const startRecording = (body: ControlBody<'POST /recordings'>) => ask('POST /recordings', { body });

/** Ends a recording at this instant of virtual time. */
export const stopRecording = (id: string) => ask('POST /recordings/{id}/stop', { params: { id } });

/** Stops all active recordings and returns them, the latest first. */
export async function stopEveryRecording() {
  const { recordings } = await ask('GET /recordings');
  const underWay = recordings.filter(({ status }) => status === 'recording').reverse();
  return Promise.all(underWay.map(({ recording_id: id }) => stopRecording(id)));
}

export const deleteRecording = (id: string) => ask('DELETE /recordings/{id}', { params: { id } });

/** `name`: the file name without its extension, by which the scenario also refers to the saved world next to it. */
export function recordedFilePath(
  recordingId: string,
  file: 'scenario.yaml' | 'golden.ndjson' | 'start.db',
  name: string,
): string {
  return `/sim/recordings/${encodeURIComponent(recordingId)}/${file}?${new URLSearchParams({ name })}`;
}

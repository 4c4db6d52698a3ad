/** Recordings, and the paths of their files. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 1_000;

export const recordingsQuery = read(KEYS.recordings, '/recordings');

export const useRecordings = () =>
  useQuery({
    ...recordingsQuery,
    refetchInterval: ({ state }) =>
      state.data?.recordings.some(({ status }) => status === 'recording') ? REFRESH_MS : false,
  });

/** The text of a recording that has ended, which does not change any more. */
export const useRecordedScenario = (id: string, name: string) =>
  useQuery({
    ...read(KEYS.recordedScenario(id), '/recordings/{id}/scenario.yaml', {
      params: { path: { id }, query: { name } },
      parseAs: 'text',
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Records from now on, or from the beginning of the world. */
export const startRecording = (body: Schemas['StartRecording']) => answerOf(control.POST('/recordings', { body }));

/** Ends a recording at this instant of virtual time. */
export const stopRecording = (id: string) => answerOf(control.POST('/recordings/{id}/stop', inPath({ id })));

/** Stops all active recordings and returns them, the latest first. */
export async function stopEveryRecording() {
  const { recordings } = await answerOf(control.GET('/recordings'));
  const underWay = recordings.filter(({ status }) => status === 'recording').reverse();
  return Promise.all(underWay.map(({ recording_id: id }) => stopRecording(id)));
}

export const deleteRecording = (id: string) => answerOf(control.DELETE('/recordings/{id}', inPath({ id })));

/** `name`: the file name without its extension, by which the scenario also refers to the saved world next to it. */
export function recordedFilePath(
  recordingId: string,
  file: 'scenario.yaml' | 'golden.ndjson' | 'start.db',
  name: string,
): string {
  return `/sim/recordings/${encodeURIComponent(recordingId)}/${file}?${new URLSearchParams({ name })}`;
}

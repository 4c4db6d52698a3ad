/** What is being recorded and what was. No message tells of either, so it is asked again, more often while one goes on. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RecordingList } from '../../src-server/contract/control/scenarios/recordings.ts';
import { getJson, getText } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';
import { recordedFilePath } from './recording-calls.ts';

/** `ballast record` may begin one, too. */
const QUIET_REFRESH_MS = 5_000;
const REFRESH_MS = 1_000;

export const useRecordings = (): UseQueryResult<RecordingList, ApiError> =>
  useQuery<RecordingList, ApiError>({
    queryKey: KEYS.recordings,
    queryFn: ({ signal }) => getJson<RecordingList>('/sim/recordings', signal),
    refetchInterval: ({ state }) =>
      state.data?.recordings.some(({ status }) => status === 'recording') ? REFRESH_MS : QUIET_REFRESH_MS,
  });

/** The text of a recording that has ended; it does not change any more. */
export const useRecordedScenario = (recordingId: string, name: string): UseQueryResult<string, ApiError> =>
  useQuery<string, ApiError>({
    queryKey: KEYS.recordedScenario(recordingId),
    queryFn: ({ signal }) => getText(recordedFilePath(recordingId, 'scenario.yaml', name), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

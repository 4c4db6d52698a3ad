/** The snapshots that are kept, by name. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SnapshotList } from '../../src-server/contract/control/world/snapshots.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

export function useSnapshots(): UseQueryResult<SnapshotList, ApiError> {
  return useQuery<SnapshotList, ApiError>({
    queryKey: KEYS.snapshots,
    queryFn: ({ signal }) => getJson<SnapshotList>('/sim/snapshots', signal),
  });
}

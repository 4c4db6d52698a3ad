/** The latest sweeps, and one of them with the figure that is looked at. No message tells of either, so they are asked again. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SweepList, SweepState, SweepWire } from '../../src-server/contract/control/scenarios/sweeps.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 700;

export const isSweeping = (status: SweepState | undefined) => status === 'queued' || status === 'running';

export const useSweeps = (): UseQueryResult<SweepList, ApiError> =>
  useQuery<SweepList, ApiError>({
    queryKey: KEYS.sweeps,
    queryFn: ({ signal }) => getJson<SweepList>('/sim/sweeps', signal),
  });

/** Followed until it has ended. `figure`: the one in full; `null`: the service chooses. */
export const useSweep = (sweepId: string, figure: string | null): UseQueryResult<SweepWire, ApiError> =>
  useQuery<SweepWire, ApiError>({
    queryKey: KEYS.sweep(sweepId, figure ?? ''),
    queryFn: ({ signal }) => getJson<SweepWire>(sweepPath(sweepId, figure), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isSweeping(state.data?.status) ? REFRESH_MS : false),
  });

function sweepPath(sweepId: string, figure: string | null): string {
  const path = `/sim/sweeps/${encodeURIComponent(sweepId)}`;
  return figure === null ? path : `${path}?${new URLSearchParams({ figure })}`;
}

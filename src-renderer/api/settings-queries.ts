/** What the world takes up, and how far its rate limits are used. No message tells either, so both are asked again. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Limits, Storage } from '../../src-server/contract/control/world/storage.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const STORAGE_REFRESH_MS = 10_000;
/** A window of 60 s moves while one looks at it. */
const LIMITS_REFRESH_MS = 2_000;

export const useStorage = (): UseQueryResult<Storage, ApiError> =>
  useQuery<Storage, ApiError>({
    queryKey: KEYS.storage,
    queryFn: ({ signal }) => getJson<Storage>('/sim/storage', signal),
    refetchInterval: STORAGE_REFRESH_MS,
  });

export const useLimits = (): UseQueryResult<Limits, ApiError> =>
  useQuery<Limits, ApiError>({
    queryKey: KEYS.limits,
    queryFn: ({ signal }) => getJson<Limits>('/sim/limits', signal),
    refetchInterval: LIMITS_REFRESH_MS,
  });

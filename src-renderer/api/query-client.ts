/** Cache rules: data stays until the live stream says it changed; only an unreachable service is asked again by itself. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES_WHEN_UNREACHABLE = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: false,
        // The service is on this machine: being without internet says nothing about it.
        networkMode: 'always',
        retry: (failures, error) =>
          error instanceof ApiError && error.code === 'unreachable' && failures < RETRIES_WHEN_UNREACHABLE,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

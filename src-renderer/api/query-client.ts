/**
 * Cache rules: data stays until the live stream reports a change; only an unreachable service is retried automatically.
 */
import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

const RETRIES_WHEN_UNREACHABLE = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: false,
        // The service is on this machine, so the lack of an internet connection does not matter.
        networkMode: 'always',
        retry: (failures, error) =>
          error instanceof ApiError && error.code === 'unreachable' && failures < RETRIES_WHEN_UNREACHABLE,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** First element of the keys of dry runs. */
export const DRY_RUN_KEY = 'dry-run';

/**
 * Marks all data of the world as stale. Data on screen is read again at once, the rest when it is next shown. Dry runs
 * are left alone: repeating one would create another plan.
 */
export async function invalidateWorld(queryClient: QueryClient): Promise<void> {
  const isOfWorld = ({ queryKey }: Query) => queryKey[0] !== DRY_RUN_KEY;
  const underWay = queryClient.getQueryCache().findAll({ predicate: isOfWorld, fetchStatus: 'fetching' });
  const firstLoads = underWay.filter(({ state }) => state.data === undefined);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: isOfWorld }),
    ...firstLoads.map((query) => readAgain(queryClient, query)),
  ]);
}

/** Invalidating lets a first read finish as if it were new, though the service may have responded before the change. */
async function readAgain(queryClient: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await Promise.allSettled([promise]);
  await queryClient.invalidateQueries({ queryKey, exact: true });
}
